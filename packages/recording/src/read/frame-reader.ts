import { fileFailure } from '@dapplex/protocol'
import { LRUCache } from 'lru-cache'
import { decodeFrame, HEAD_BYTES, readHead } from '../format/frame.js'
import type { Part } from '../format/recording-index.js'
import type { FileRecord } from '../format/records.js'
import type { RecordedFile } from './recorded-file.js'

/** Decoded frames that are kept: what is read next is often in the same ones. */
const MOST_KEPT = 64

/** Reads single frames of a file. A frame that cannot be read any more has no records. */
export class FrameReader {
  readonly #file: RecordedFile
  readonly #kept = new LRUCache<string, readonly FileRecord[]>({ max: MOST_KEPT })
  #partNumbers = new WeakMap<Part, number>()
  #parts = 0
  #trouble: string | undefined

  constructor(file: RecordedFile) {
    this.#file = file
  }

  /** Why a frame could not be read, in words: the first one. */
  get trouble(): string | undefined {
    return this.#trouble
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
    const records = this.#decoded(offset)
    if (typeof records !== 'string') return records
    this.#trouble ??= records
    return []
  }

  /** What is wrong, in words, where they cannot be read. */
  #decoded(offset: number): readonly FileRecord[] | string {
    const changed = (why: string) => `byte ${offset}, which could be read before: ${why}`
    try {
      const head = this.#file.read(offset, HEAD_BYTES)
      const sizes = head.length < HEAD_BYTES ? undefined : readHead(head)
      if (sizes === undefined) return changed('the file was changed')
      const packed = this.#file.read(offset + HEAD_BYTES, sizes.packed)
      const records = packed.length < sizes.packed ? 'the file was cut off' : decodeFrame(head, packed)
      return typeof records === 'string' ? changed(records) : records
    } catch (error) {
      return `it can no longer be read: ${fileFailure(error)}`
    }
  }
}
