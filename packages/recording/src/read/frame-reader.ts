import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { decodeFrame, HEAD_BYTES, readHead } from '../format/frame.js'
import type { Part } from '../format/recording-index.js'
import type { FileRecord } from '../format/records.js'

/** Decoded frames that are kept: what is read next is often in the same ones. */
const MOST_KEPT = 64

/** Reads single frames of a file. A frame that cannot be read any more has no records. */
export class FrameReader {
  readonly #path: string
  readonly #kept = new LRUCache<string, readonly FileRecord[]>({ max: MOST_KEPT })
  #partNumbers = new WeakMap<Part, number>()
  #parts = 0

  constructor(path: string) {
    this.#path = path
  }

  records(part: Part, frame: number): readonly FileRecord[] {
    const key = `${this.#numberOf(part)}:${frame}`
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const offset = part.frames[frame]
    const records = offset === undefined ? [] : this.#read(part.start + offset)
    this.#kept.set(key, records)
    return records
  }

  #numberOf(part: Part): number {
    const known = this.#partNumbers.get(part) ?? (this.#parts += 1)
    this.#partNumbers.set(part, known)
    return known
  }

  #read(offset: number): readonly FileRecord[] {
    const file = openSync(this.#path, 'r')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      if (readSync(file, head, 0, HEAD_BYTES, offset) < HEAD_BYTES) return []
      const sizes = readHead(head)
      if (sizes === undefined) return []
      const packed = Buffer.alloc(sizes.packed)
      if (readSync(file, packed, 0, packed.length, offset + HEAD_BYTES) < packed.length) return []
      const records = decodeFrame(head, packed)
      return typeof records === 'string' ? [] : records
    } finally {
      closeSync(file)
    }
  }
}
