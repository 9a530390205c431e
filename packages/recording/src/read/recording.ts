import type { Buffer } from 'node:buffer'
import type { z } from 'zod'
import type { RecordingIndex, Part } from '../format/recording-index.js'
import {
  recordedObject,
  recordedRows,
  recordedThreads,
  type FileRecord,
  type RecordedEvent,
  type RecordedOutput,
  type RecordedRows,
  type RecordedSource,
  type RecordedStop,
  type RecordedThreads,
  type RecordingHeader,
  type Ref,
} from '../format/records.js'
import { FrameReader } from './frame-reader.js'
import { RecordedFile } from './recorded-file.js'
import { RecordingError } from './recording-error.js'
import { scanFile } from './scan-file.js'

type Dap = Readonly<Record<string, unknown>>

/** One stop of a recording, and what it names. */
export interface PastStop {
  readonly record: RecordedStop
  readonly threads: RecordedThreads
  frame(ref: Ref): Dap | undefined
  rows(ref: Ref): RecordedRows | undefined
  readonly exception: Dap | undefined
}

/** How a file was found. */
interface Found {
  readonly file?: RecordedFile
  readonly damage?: string
}

/** What was recorded of a session: read from a file that is complete, or from one that is still being written. */
export class Recording {
  readonly path: string
  readonly header: RecordingHeader
  readonly #index: RecordingIndex
  readonly #file: RecordedFile
  readonly #frames: FrameReader
  #sources: ReadonlyMap<string, RecordedSource> | undefined
  #damage: string | undefined

  constructor(path: string, index: RecordingIndex, { file = new RecordedFile(path), damage }: Found = {}) {
    if (index.header === undefined) throw new RecordingError(`Recording ${path} has no header`)
    this.path = path
    this.header = index.header
    this.#damage = damage
    this.#index = index
    this.#file = file
    this.#frames = new FrameReader(file)
  }

  /**
   * Opens a file, which stays open until `close`: what it has now can be read though it be removed, or written anew.
   * @throws RecordingError with a sentence for people
   */
  static async open(path: string): Promise<Recording> {
    const { index, ...found } = await scanFile(path)
    return new Recording(path, index, found)
  }

  /** Lets go of the file. What is read afterwards is looked for by its path. */
  close(): void {
    this.#file.close()
  }

  /** Where reading ended before the end of the file, and why; undefined while everything could be read. */
  get damage(): string | undefined {
    return this.#damage ?? this.#frames.trouble
  }

  /** Nothing comes after what is in it by now. @param why in words */
  endsEarly(why: string): void {
    this.#damage ??= why
  }

  /** Whether something was written behind what is read here: the session that it records goes on. */
  get hasGrown(): boolean {
    return this.#damage === undefined && this.#file.size() > this.bytes
  }

  /** The whole file. Throws what the system says. */
  allBytes(): Buffer {
    return this.#file.all()
  }

  /** Where it ends in the file. */
  get bytes(): number {
    const last = this.#index.parts.at(-1)
    return last === undefined ? 0 : last.start + last.bytes
  }

  /** The numbers of the stops that are in it, in order. */
  get stopIds(): readonly number[] {
    return [...this.#index.stops.keys()].sort((a, b) => a - b)
  }

  /** Those that an exception has caused. */
  get crashIds(): readonly number[] {
    return this.stopIds.filter((stopId) => this.#index.stops.get(stopId)?.isCrash === true)
  }

  /** Stops, and bytes of recorded output, that are no longer in it. */
  get dropped(): { readonly stops: number; readonly output: number } {
    return this.#index.dropped
  }

  stop(stopId: number): PastStop | undefined {
    const place = this.#index.stops.get(stopId)
    if (place === undefined) return undefined
    const { part, frame } = place
    const found = this.#frames
      .records(part, frame)
      .findLast((one): one is FileRecord & { kind: 'stop' } => one.kind === 'stop' && one.stopId === stopId)
    if (found === undefined) return undefined
    const { kind: _kind, ...record } = found
    const value = <T extends z.ZodType>(schema: T, ref: Ref | undefined) => this.#value(part, ref, schema)
    return {
      record,
      threads: value(recordedThreads, record.threads) ?? [],
      frame: (ref) => value(recordedObject, ref),
      rows: (ref) => value(recordedRows, ref),
      exception: value(recordedObject, record.exception),
    }
  }

  /** What the program has written, oldest first. */
  *output(): Generator<RecordedOutput> {
    for (const part of this.#index.parts)
      for (const frame of part.outputs)
        for (const record of this.#frames.records(part, frame)) {
          if (record.kind !== 'output') continue
          const { kind: _kind, ...output } = record
          yield output
        }
  }

  /** What else happened, oldest first. */
  *events(): Generator<RecordedEvent> {
    for (const part of this.#index.parts)
      for (const frame of part.events)
        for (const record of this.#frames.records(part, frame)) {
          if (record.kind !== 'event') continue
          const { kind: _kind, ...event } = record
          yield event
        }
  }

  /** The lines of source that an export carries, by file. */
  get sources(): ReadonlyMap<string, RecordedSource> {
    this.#sources ??= new Map([...this.#readSources()].map((source) => [source.path, source]))
    return this.#sources
  }

  *#readSources(): Generator<RecordedSource> {
    for (const part of this.#index.parts)
      for (const frame of part.sources)
        for (const record of this.#frames.records(part, frame)) {
          if (record.kind !== 'source') continue
          const { kind: _kind, ...source } = record
          yield source
        }
  }

  #value<T extends z.ZodType>(part: Part, ref: Ref | undefined, schema: T): z.output<T> | undefined {
    const frame = ref === undefined ? undefined : part.values[ref - 1]
    if (frame === undefined) return undefined
    const records = this.#frames.records(part, frame)
    const found = records.find((one) => one.kind === 'value' && one.id === ref)
    const read = found?.kind === 'value' ? schema.safeParse(found.value) : undefined
    return read?.success === true ? read.data : undefined
  }
}
