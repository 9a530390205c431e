import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { encodeFrame, firstLine } from '../format/frame.js'
import { RecordingIndex, type Part } from '../format/recording-index.js'
import { recordedRows, type FileRecord, type RecordedStop, type Ref } from '../format/records.js'
import { FrameReader } from '../read/frame-reader.js'
import { RecordedFile } from '../read/recorded-file.js'

/** Crash stops of dropped parts that are kept, the newest, and their text together: a quarter of what stays beside them, if that is less. */
const MOST_CRASHES = 32
const MOST_CRASH_BYTES = 1024 * 1024

export interface Shortened {
  readonly bytes: number
  /** Makes the index that of the new file. */
  apply(index: RecordingIndex): void
}

interface Old {
  readonly path: string
  readonly index: RecordingIndex
  /** Bytes of the newest parts that stay. */
  readonly most: number
}

/** Writes a recording without its oldest parts. Of those only the crash stops stay, in a part of their own. */
export function shorten({ path, index, most }: Old, write: (bytes: Buffer) => void): Shortened {
  const kept = newest(index.parts, most)
  const gone = index.parts.slice(0, index.parts.length - kept.length)
  const room = Math.min(MOST_CRASH_BYTES, most / 4)
  const carried = crashesOf(index, gone, { frames: new FrameReader(new RecordedFile(path)), room })
  const fresh = new RecordingIndex()
  let bytes = 0
  const add = (records: readonly FileRecord[]) => {
    const frame = encodeFrame(records.map((record) => JSON.stringify(record)))
    write(frame)
    fresh.add(records, bytes, frame.length)
    bytes += frame.length
  }
  write(firstLine())
  bytes += firstLine().length
  if (index.header !== undefined) add([{ kind: 'header', ...index.header }])
  const stops = sumOf(gone, (part) => part.stops.size) - carried.stops
  const output = sumOf(gone, ({ outputBytes }) => outputBytes)
  add([{ kind: 'dropped', stops: index.dropped.stops + stops, output: index.dropped.output + output }])
  add([{ kind: 'part' }])
  for (const records of carried.records) add(records)
  const starts = kept.map((part) => {
    const start = bytes
    bytes += copyPart(path, part, write)
    return start
  })
  return {
    bytes,
    apply: (old) => {
      for (const part of gone) for (const stopId of part.stops) old.stops.delete(stopId)
      for (const [stopId, place] of fresh.stops) old.stops.set(stopId, place)
      kept.forEach((part, at) => (part.start = starts[at] ?? part.start))
      old.parts.splice(0, old.parts.length, ...fresh.parts, ...kept)
      old.dropped = fresh.dropped
    },
  }
}

const sumOf = (parts: readonly Part[], count: (part: Part) => number): number =>
  parts.reduce((sum, part) => sum + count(part), 0)

/** The newest parts that have no more bytes together. */
function newest(parts: readonly Part[], most: number): readonly Part[] {
  let bytes = 0
  const first = parts.findLastIndex((part) => (bytes += part.bytes) > most)
  return parts.slice(first + 1)
}

/** The crash stops of these parts, each in a frame with what it names, under new numbers. */
function crashesOf(
  index: RecordingIndex,
  parts: readonly Part[],
  { frames, room: most }: { readonly frames: FrameReader; readonly room: number },
) {
  const crashes = parts.flatMap((part) =>
    [...part.stops].flatMap((stopId) => {
      const place = index.stops.get(stopId)
      return place?.isCrash === true ? [{ stopId, part, frame: place.frame }] : []
    }),
  )
  const records: FileRecord[][] = []
  let room = most
  const taken = { count: 0 }
  for (const { stopId, part, frame } of crashes.slice(-MOST_CRASHES).reverse()) {
    const stop = frames.records(part, frame).find((one) => one.kind === 'stop' && one.stopId === stopId)
    if (stop?.kind !== 'stop') continue
    const own = new Carried(part, frames, taken.count).take(stop)
    room -= JSON.stringify(own).length
    if (room < 0) break
    taken.count += own.length - 1
    records.push(own)
  }
  return { records, stops: records.length }
}

/** Copies a stop with the values that it names. */
class Carried {
  readonly #part: Part
  readonly #frames: FrameReader
  readonly #values: FileRecord[] = []
  readonly #refs = new Map<Ref, Ref>()
  readonly #before: number

  constructor(part: Part, frames: FrameReader, before: number) {
    this.#part = part
    this.#frames = frames
    this.#before = before
  }

  take(stop: RecordedStop & { readonly kind: 'stop' }): FileRecord[] {
    const moved = {
      ...stop,
      ...(stop.threads === undefined ? {} : { threads: this.#ref(stop.threads) }),
      ...(stop.exception === undefined ? {} : { exception: this.#ref(stop.exception) }),
      stacks: stop.stacks.map((stack) => ({ ...stack, frames: stack.frames.map((ref) => this.#ref(ref)) })),
      frames: stop.frames.map((frame) => ({ ...frame, scopes: frame.scopes.map((scope) => this.#named(scope)) })),
    }
    return [...this.#values, moved]
  }

  #named<T extends { rows?: Ref | undefined }>(one: T): T {
    return one.rows === undefined ? one : { ...one, rows: this.#ref(one.rows) }
  }

  #ref(ref: Ref): Ref {
    const known = this.#refs.get(ref)
    if (known !== undefined) return known
    const frame = this.#part.values[ref - 1] ?? -1
    const found = this.#frames.records(this.#part, frame).find((one) => one.kind === 'value' && one.id === ref)
    const value = found?.kind === 'value' ? this.#withRefs(found.value) : null
    const own = this.#before + this.#values.length + 1
    this.#refs.set(ref, own)
    this.#values.push({ kind: 'value', id: own, value })
    return own
  }

  #withRefs(value: unknown): unknown {
    const rows = recordedRows.safeParse(value)
    return rows.success ? { ...rows.data, rows: rows.data.rows.map((row) => this.#named(row)) } : value
  }
}

const CHUNK = 1024 * 1024

function copyPart(path: string, { start, bytes }: Part, write: (bytes: Buffer) => void): number {
  const file = openSync(path, 'r')
  try {
    const chunk = Buffer.alloc(Math.min(CHUNK, bytes))
    for (let done = 0; done < bytes;) {
      const read = readSync(file, chunk, 0, Math.min(chunk.length, bytes - done), start + done)
      if (read === 0) throw new Error('the recording is shorter than it was written')
      write(chunk.subarray(0, read))
      done += read
    }
    return bytes
  } finally {
    closeSync(file)
  }
}
