import { Buffer } from 'node:buffer'
import { setImmediate as otherWork } from 'node:timers/promises'
import { fileFailure } from '@dapplex/protocol'
import { decodeFrame, firstLine, HEAD_BYTES, MAGIC, readHead, VERSION } from '../format/frame.js'
import { RecordingIndex } from '../format/recording-index.js'
import type { FileRecord } from '../format/records.js'
import { openFileSync } from './open-file.js'
import { RecordedFile } from './recorded-file.js'
import { RecordingError } from './recording-error.js'

/** A larger file is not one of ours: the recorder writes far less. */
const MOST_FILE_BYTES = 256 * 1024 * 1024
/** After this many frames other work gets a turn. */
const BATCH = 32

export interface Scanned {
  readonly index: RecordingIndex
  /** Open. */
  readonly file: RecordedFile
  /** Where reading ended before the end of the file, and why. */
  readonly damage?: string
}

/**
 * Finds what a file has. One that was cut off, or whose bytes were changed, is read up to there.
 * @throws RecordingError for a file that is not there, is no recording, is of another version, or has nothing to read
 */
export async function scanFile(path: string): Promise<Scanned> {
  const file = new RecordedFile(path, openRecording(path))
  try {
    return await scanned(file, path)
  } catch (error) {
    file.close()
    throw error
  }
}

function openRecording(path: string): number {
  let file: number | undefined
  try {
    file = openFileSync(path)
  } catch (error) {
    throw new RecordingError(`Recording ${path} cannot be read: ${fileFailure(error)}`, { cause: error })
  }
  if (file === undefined) throw new RecordingError(`${path} is no recording of dapplex: it is not a file`)
  return file
}

async function scanned(file: RecordedFile, path: string): Promise<Scanned> {
  const size = file.size()
  const start = demandRecording(file, path)
  if (size > MOST_FILE_BYTES)
    throw new RecordingError(`Recording ${path} has ${size} bytes; dapplex writes and reads ${MOST_FILE_BYTES} at most`)
  const found = await scanFrames(file, { start, size })
  if (found.index.header !== undefined) return { ...found, file }
  throw new RecordingError(`Recording ${path} is damaged: ${found.damage ?? 'it ends before its first record'}`)
}

function demandRecording(file: RecordedFile, path: string): number {
  const expected = firstLine()
  const begin = file.read(0, expected.length + 16)
  if (begin.subarray(0, expected.length).equals(expected)) return expected.length
  const version = new RegExp(`^${MAGIC} (\\d+)\\n`).exec(begin.toString('latin1'))?.[1]
  if (version !== undefined)
    throw new RecordingError(
      `Recording ${path} is of version ${version}; this dapplex reads version ${VERSION}: use the dapplex that wrote it, or a newer one`,
    )
  throw new RecordingError(`${path} is no recording of dapplex: it does not begin with "${MAGIC} ${VERSION}"`)
}

async function scanFrames(file: RecordedFile, span: Span): Promise<Omit<Scanned, 'file'>> {
  const index = new RecordingIndex()
  let frames = 0
  for (const { offset, bytes, found } of framesIn(file, span)) {
    const refused = typeof found === 'string' ? found : index.add(found, offset, bytes)
    if (refused !== undefined) return { index, damage: `byte ${offset} of ${span.size}: ${refused}` }
    frames += 1
    if (frames % BATCH === 0) await otherWork()
  }
  return { index }
}

/** The frames of a file begin and end here. */
interface Span {
  readonly start: number
  readonly size: number
}

interface FoundFrame {
  readonly offset: number
  readonly bytes: number
  /** Its records; or, for the last one, in words what is wrong with it. */
  readonly found: readonly FileRecord[] | string
}

function* framesIn(file: RecordedFile, { start, size }: Span): Generator<FoundFrame> {
  const window = new FileWindow(file)
  for (let offset = start; offset < size;) {
    const { bytes, found } = frameAt(window, offset)
    yield { offset, bytes, found }
    if (typeof found === 'string') return
    offset += bytes
  }
}

function frameAt(window: FileWindow, offset: number): Omit<FoundFrame, 'offset'> {
  const wrong = (found: string) => ({ bytes: 0, found })
  const head = window.read(offset, HEAD_BYTES)
  if (head.length < HEAD_BYTES) return wrong('the file ends within a frame')
  const sizes = readHead(head)
  if (sizes === undefined) return wrong('no frame can have these sizes')
  const packed = window.read(offset + HEAD_BYTES, sizes.packed)
  if (packed.length < sizes.packed) return wrong('the file ends within a frame')
  return { bytes: HEAD_BYTES + sizes.packed, found: decodeFrame(head, packed) }
}

/**
 * What a file is worth to a later reader: whether it has a stop (it is read up to the first one), and whether its session has ended.
 * What cannot be read, and what another version has written, counts as one with stops. It never throws.
 */
export function worthOf(path: string): 'stops' | 'no stop' | 'no stop, ended' {
  let file: RecordedFile | undefined
  try {
    file = new RecordedFile(path, openRecording(path))
    const size = file.size()
    if (size <= firstLine().length) return 'no stop'
    let hasEnded = false
    for (const { found } of framesIn(file, { start: demandRecording(file, path), size })) {
      const records = typeof found === 'string' ? [] : found
      if (records.some(({ kind }) => kind === 'stop')) return 'stops'
      hasEnded ||= records.some((record) => record.kind === 'event' && record.event === 'ended')
    }
    return hasEnded ? 'no stop, ended' : 'no stop'
  } catch {
    return 'stops'
  } finally {
    file?.close()
  }
}

/** Bytes that are read at once: a frame has a few hundred. */
const WINDOW = 1024 * 1024

/** Reads a file from its beginning to its end, a large piece at a time. */
class FileWindow {
  readonly #file: RecordedFile
  #start = 0
  #bytes: Buffer = Buffer.alloc(0)

  constructor(file: RecordedFile) {
    this.#file = file
  }

  /** Fewer bytes at the end of the file. */
  read(offset: number, length: number): Buffer {
    if (offset < this.#start || offset + length > this.#start + this.#bytes.length) {
      this.#bytes = this.#file.read(offset, Math.max(length, WINDOW))
      this.#start = offset
    }
    return this.#bytes.subarray(offset - this.#start, offset - this.#start + length)
  }
}
