import type { Buffer } from 'node:buffer'
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { encodeFrame, firstLine, MOST_FRAME_BYTES, type Packing } from '../format/frame.js'
import { RecordingIndex } from '../format/recording-index.js'
import type { FileRecord, RecordingHeader, Ref } from '../format/records.js'
import { Recording } from '../read/recording.js'
import { shorten, type Shortened } from './shorten.js'
import { ValueTable } from './value-table.js'
import { writeAll } from './write-all.js'

export interface WriterLimits {
  /** Of the file. Before it has more, the oldest parts are dropped; crash stops stay. */
  readonly fileBytes: number
  /** A part ends when it has as many. */
  readonly partBytes: number
}

const MOST_PART_BYTES = 1024 * 1024

export const limitsFor = (fileBytes: number): WriterLimits => ({
  fileBytes,
  partBytes: Math.min(MOST_PART_BYTES, Math.floor(fileBytes / 16)),
})
export const WRITER_LIMITS: WriterLimits = limitsFor(16 * 1024 * 1024)

/** Bytes of text that a frame begins with at most: the rest goes into the next one. */
const FULL_FRAME_BYTES = MOST_FRAME_BYTES / 4

/**
 * Writes a recording. Records wait until `commit`, which appends them as frames: a process that is killed leaves every
 * committed record. Only this user may read the file (0600).
 */
export class RecordingWriter {
  readonly path: string
  readonly #limits: WriterLimits
  readonly #fullFrame: number
  readonly #index: RecordingIndex
  readonly #values = new ValueTable()
  readonly #reader: Recording
  #file: number | undefined
  #bytes = 0
  #waiting: FileRecord[] = []
  /** The same, printed. */
  #printed: string[] = []
  #waitingBytes = 0

  /** @throws Error when the file exists, or cannot be written */
  constructor(path: string, header: RecordingHeader, limits: WriterLimits = WRITER_LIMITS) {
    this.path = path
    this.#limits = limits
    this.#fullFrame = Math.min(FULL_FRAME_BYTES, limits.partBytes)
    this.#index = new RecordingIndex()
    this.#file = openSync(path, 'ax', 0o600)
    try {
      this.#append(firstLine())
      this.#write([{ kind: 'header', ...header }])
      this.#write([{ kind: 'part' }])
    } catch (error) {
      // What could not begin is no recording.
      closeSync(this.#file)
      rmSync(path, { force: true })
      throw error
    }
    this.#reader = new Recording(path, this.#index)
  }

  /** What is committed so far. It follows the file. */
  get recording(): Recording {
    return this.#reader
  }

  /** Of the file. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Stores a value unless this part has an equal one. The number is good until the next `commit`.
   * @param mask changes the JSON of a new value before it is stored
   * @returns its number, and how many bytes of new text it is
   */
  store(
    value: unknown,
    mask: (json: string) => string = (json) => json,
  ): { readonly ref: Ref; readonly bytes: number } {
    const json = JSON.stringify(value)
    const { ref, isNew } = this.#values.find(json)
    if (!isNew) return { ref, bytes: 0 }
    this.#wait({ kind: 'value', id: ref, value: undefined }, `{"kind":"value","id":${ref},"value":${mask(json)}}`)
    // The stop that names it comes later: its part must not end before that.
    if (this.#waitingBytes > this.#fullFrame) this.#writeWaiting()
    return { ref, bytes: json.length }
  }

  add(record: Exclude<FileRecord, { kind: 'header' | 'part' | 'value' | 'dropped' | 'source' }>): void {
    this.#wait(record, JSON.stringify(record))
    // Where nothing stops, nobody commits: events alone must not fill more than the file may have.
    if (this.#waitingBytes > this.#fullFrame) this.commit()
  }

  /**
   * Writes what waits.
   * @param packing `stored` takes less time and more bytes
   * @throws Error when it cannot be written
   */
  commit(packing?: Packing): void {
    this.#writeWaiting(packing)
    const last = this.#index.parts.at(-1)
    if (last === undefined || last.bytes < this.#limits.partBytes) return
    // The next part, and what is written together at its end, have room.
    if (this.#bytes > this.#limits.fileBytes - 2 * this.#limits.partBytes) this.#shorten()
    this.#values.clear()
    this.#write([{ kind: 'part' }])
  }

  get isClosed(): boolean {
    return this.#file === undefined
  }

  /** Writes what waits and lets go of the file, which can still be read. */
  close(): void {
    if (this.#file === undefined) return
    try {
      this.#writeWaiting()
    } finally {
      closeSync(this.#file)
      this.#file = undefined
    }
  }

  #wait(record: FileRecord, printed: string): void {
    this.#waiting.push(record)
    this.#printed.push(printed)
    this.#waitingBytes += printed.length
  }

  #writeWaiting(packing?: Packing): void {
    const waiting = this.#waiting
    const printed = this.#printed
    this.#waiting = []
    this.#printed = []
    this.#waitingBytes = 0
    if (waiting.length > 0) this.#write(waiting, encodeFrame(printed, packing))
  }

  #write(records: readonly FileRecord[], frame = encodeFrame(records.map((record) => JSON.stringify(record)))): void {
    const offset = this.#bytes
    this.#append(frame)
    this.#index.add(records, offset, frame.length)
  }

  #append(bytes: Buffer): void {
    if (this.#file === undefined) throw new Error('the recording is closed')
    this.#bytes += writeAll(this.#file, bytes)
  }

  /** Writes the file anew without its oldest half, then takes the place of the old one. */
  #shorten(): void {
    const beside = `${this.path}.new`
    rmSync(beside, { force: true })
    const file = openSync(beside, 'ax', 0o600)
    let shortened: Shortened
    try {
      shortened = shorten({ path: this.path, index: this.#index, most: this.#limits.fileBytes / 2 }, (bytes) =>
        writeAll(file, bytes),
      )
      renameSync(beside, this.path)
    } catch (error) {
      closeSync(file)
      rmSync(beside, { force: true })
      throw error
    }
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = file
    this.#bytes = shortened.bytes
    shortened.apply(this.#index)
  }
}
