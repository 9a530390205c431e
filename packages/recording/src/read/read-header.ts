import { Buffer } from 'node:buffer'
import { closeSync, readSync } from 'node:fs'
import { decodeFrame, firstLine, HEAD_BYTES, readHead } from '../format/frame.js'
import type { RecordingHeader } from '../format/records.js'
import { openFileSync } from './open-file.js'

/** A header has a few hundred bytes. */
const MOST_BYTES = 64 * 1024

/** What a file says of itself at its beginning; undefined if it is no recording of this version. It never throws. */
export function readHeader(path: string): RecordingHeader | undefined {
  try {
    const bytes = beginningOf(path)
    const start = firstLine().length
    if (!bytes.subarray(0, start).equals(firstLine()) || bytes.length < start + HEAD_BYTES) return undefined
    const head = bytes.subarray(start, start + HEAD_BYTES)
    const sizes = readHead(head)
    if (sizes === undefined) return undefined
    const records = decodeFrame(head, bytes.subarray(start + HEAD_BYTES, start + HEAD_BYTES + sizes.packed))
    const found = typeof records === 'string' ? undefined : records.find((one) => one.kind === 'header')
    return found?.kind === 'header' ? found : undefined
  } catch {
    return undefined
  }
}

/** The first bytes of a file, 64 KiB at most; none of a pipe or a folder. Throws where it cannot be opened. */
export function beginningOf(path: string): Buffer {
  const file = openFileSync(path)
  if (file === undefined) return Buffer.alloc(0)
  try {
    const bytes = Buffer.alloc(MOST_BYTES)
    return bytes.subarray(0, readSync(file, bytes, 0, MOST_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
