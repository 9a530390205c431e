import { Buffer } from 'node:buffer'

/** Memory set aside at first. A peer that announces 64 MiB and sends nothing costs this much. */
const FIRST_BYTES = 1024 * 1024

/** Collects one body of known length. Doubles as it fills, so a body is copied at most twice however it is cut. */
export class BodyBuffer {
  /** Bytes of the whole body, at least 1. */
  readonly wanted: number
  #bytes: Buffer | undefined
  #length = 0

  constructor(wanted: number) {
    this.wanted = wanted
  }

  get length(): number {
    return this.#length
  }

  /** Copies the body's bytes from `chunk`, starting at `from`. `to` is where the rest of the chunk starts. */
  take(chunk: Uint8Array, from: number): { readonly body: Uint8Array | undefined; readonly to: number } {
    const to = Math.min(chunk.byteLength, from + this.wanted - this.#length)
    if (this.#length === 0 && to - from === this.wanted) return { body: chunk.subarray(from, to), to }
    const bytes = this.#withRoomFor(this.#length + to - from)
    bytes.set(chunk.subarray(from, to), this.#length)
    this.#length += to - from
    return { body: this.#length === this.wanted ? bytes : undefined, to }
  }

  #withRoomFor(needed: number): Buffer {
    const old = this.#bytes
    if (old !== undefined && old.byteLength >= needed) return old
    const capacity = Math.min(this.wanted, Math.max(needed, FIRST_BYTES, 2 * (old?.byteLength ?? 0)))
    const bytes = Buffer.allocUnsafe(capacity)
    if (old !== undefined) bytes.set(old.subarray(0, this.#length))
    this.#bytes = bytes
    return bytes
  }
}
