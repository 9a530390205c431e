import { Buffer } from 'node:buffer'
import { writeSync } from 'node:fs'

/** More than this is not kept for a disk that takes nothing: memory is for the sessions. */
const MOST_BYTES = 8 * 1024 * 1024

/** Bytes on their way to a file, in order. What a full disk does not take stays, and is written next. */
export class WaitingBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #trouble: Error | undefined
  #phase: 'kept' | 'lost' = 'kept'

  /** Why the last attempt did not write everything; undefined where it did. */
  get trouble(): Error | undefined {
    return this.#trouble
  }

  /** There were too many: what should follow in the file is not here any more. */
  get isLost(): boolean {
    return this.#phase === 'lost'
  }

  add(bytes: Buffer): void {
    if (this.isLost) return
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
    if (this.#bytes.length <= MOST_BYTES || this.#trouble === undefined) return
    this.#phase = 'lost'
    this.#bytes = Buffer.alloc(0)
  }

  /** Writes as much as the disk takes, and says how much that was. */
  writeTo(file: number): number {
    if (this.isLost) return 0
    let written = 0
    try {
      while (written < this.#bytes.length) written += writeSync(file, this.#bytes, written)
      this.#trouble = undefined
    } catch (error) {
      this.#trouble = error instanceof Error ? error : new Error(String(error))
    }
    this.#bytes = this.#bytes.subarray(written)
    return written
  }

  /** The file has everything by another way. */
  forget(): void {
    this.#bytes = Buffer.alloc(0)
    this.#trouble = undefined
    this.#phase = 'kept'
  }
}
