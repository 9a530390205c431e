import { Buffer } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import { decodeFrame, firstLine, HEAD_BYTES, MAGIC, readHead, VERSION } from '../format/frame.js'
import { RecordingIndex } from '../format/recording-index.js'
import { openFile } from './open-file.js'
import { RecordingError } from './recording-error.js'

/** A larger file is not one of ours: the recorder writes far less. */
const MOST_FILE_BYTES = 256 * 1024 * 1024
/** After this many frames other work gets a turn. */
const BATCH = 32

export interface Scanned {
  readonly index: RecordingIndex
  /** Where reading ended before the end of the file, and why. */
  readonly damage?: string
}

/**
 * Finds what a file has. One that was cut off, or whose bytes were changed, is read up to there.
 * @throws RecordingError for a file that is not there, is no recording, is of another version, or has nothing to read
 */
export async function scanFile(path: string): Promise<Scanned> {
  const file = await openFile(path).catch((error: unknown) => {
    throw new RecordingError(`Recording ${path} cannot be read: ${words(error)}`, { cause: error })
  })
  if (file === undefined) throw new RecordingError(`${path} is no recording of dapplex: it is not a file`)
  try {
    const { size } = await file.stat()
    const start = await demandRecording(file, path)
    if (size > MOST_FILE_BYTES)
      throw new RecordingError(
        `Recording ${path} has ${size} bytes; dapplex writes and reads ${MOST_FILE_BYTES} at most`,
      )
    const scanned = await scanFrames(file, { start, size })
    if (scanned.index.header !== undefined) return scanned
    throw new RecordingError(`Recording ${path} is damaged: ${scanned.damage ?? 'it ends before its first record'}`)
  } finally {
    await file.close()
  }
}

async function demandRecording(file: FileHandle, path: string): Promise<number> {
  const expected = firstLine()
  const begin = await readAt(file, 0, expected.length + 16)
  if (begin.subarray(0, expected.length).equals(expected)) return expected.length
  const version = new RegExp(`^${MAGIC} (\\d+)\\n`).exec(begin.toString('latin1'))?.[1]
  if (version !== undefined)
    throw new RecordingError(
      `Recording ${path} is of version ${version}; this dapplex reads version ${VERSION}: use the dapplex that wrote it, or a newer one`,
    )
  throw new RecordingError(`${path} is no recording of dapplex: it does not begin with "${MAGIC} ${VERSION}"`)
}

async function scanFrames(
  file: FileHandle,
  { start, size }: { readonly start: number; readonly size: number },
): Promise<Scanned> {
  const index = new RecordingIndex()
  const window = new FileWindow(file)
  let offset = start
  for (let frames = 1; offset < size; frames += 1) {
    const wrong = (why: string): Scanned => ({ index, damage: `byte ${offset} of ${size}: ${why}` })
    const head = await window.read(offset, HEAD_BYTES)
    if (head.length < HEAD_BYTES) return wrong('the file ends within a frame')
    const sizes = readHead(head)
    if (sizes === undefined) return wrong('no frame can have these sizes')
    const packed = await window.read(offset + HEAD_BYTES, sizes.packed)
    if (packed.length < sizes.packed) return wrong('the file ends within a frame')
    const records = decodeFrame(head, packed)
    if (typeof records === 'string') return wrong(records)
    const bytes = HEAD_BYTES + sizes.packed
    const refused = index.add(records, offset, bytes)
    if (refused !== undefined) return wrong(refused)
    offset += bytes
    if (frames % BATCH === 0) await otherWork()
  }
  return { index }
}

/** Bytes that are read at once: a frame has a few hundred. */
const WINDOW = 1024 * 1024

/** Reads a file from its beginning to its end, a large piece at a time. */
class FileWindow {
  readonly #file: FileHandle
  #start = 0
  #bytes: Buffer = Buffer.alloc(0)

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Fewer bytes at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < this.#start || offset + length > this.#start + this.#bytes.length) {
      this.#bytes = await readAt(this.#file, offset, Math.max(length, WINDOW))
      this.#start = offset
    }
    return this.#bytes.subarray(offset - this.#start, offset - this.#start + length)
  }
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))
