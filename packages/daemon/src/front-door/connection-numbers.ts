/** The `seq` of a connection: the front door has answered some requests itself before the core began to count. */
export class ConnectionNumbers {
  #last = 0
  #offset = 0

  /** The number of a message of the front door. */
  next(): number {
    return (this.#last += 1)
  }

  /** The core counts from here. `initialize`, where the front door has answered it, is in the core's count too. */
  coreGoesOn(isInitializeAnswered: boolean): void {
    this.#offset = this.#last - (isInitializeAnswered ? 1 : 0)
  }

  /** The number on this connection of a message of the core. */
  ofCore(coreSeq: number): number {
    const seq = coreSeq + this.#offset
    this.#last = Math.max(this.#last, seq)
    return seq
  }

  /** A message as the core takes it: a response to a request of the core must carry the core's seq. */
  toCore(value: unknown): unknown {
    if (this.#offset === 0 || typeof value !== 'object' || value === null || !('request_seq' in value)) return value
    return typeof value.request_seq === 'number' ? { ...value, request_seq: value.request_seq - this.#offset } : value
  }
}
