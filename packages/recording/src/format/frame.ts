import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { isLaterRecord, recordSchema, type FileRecord } from './records.js'

/** The first line of a file: what it is, and the version of its format. */
export const VERSION = 1
export const MAGIC = 'dapplex-recording'
export const firstLine = (version: number = VERSION): Buffer => Buffer.from(`${MAGIC} ${version}\n`)

/** Before each frame: the length of its bytes, that of its text, and a checksum over both and the bytes. */
export const HEAD_BYTES = 16
const SUM_BYTES = 8
/** Of one frame, packed or not. A reader needs no more memory, whatever a file says. */
export const MOST_FRAME_BYTES = 4 * 1024 * 1024
/** Measured: a higher level costs twice the time at a stop for a tenth of the bytes. */
const LEVEL = 1

/** `stored`: as it is, for a small frame while somebody waits. Measured: to pack it is half the time of writing a stop. */
export type Packing = 'packed' | 'stored'
/** A longer text is packed all the same: it would take too much of the file. */
const MOST_STORED_BYTES = 8 * 1024

/** A frame with some records, as JSON. @throws RangeError for more text than a frame may have */
export function encodeFrame(records: readonly string[], packing: Packing = 'packed'): Buffer {
  const text = Buffer.from(`[${records.join(',')}]`)
  if (text.length > MOST_FRAME_BYTES) throw new RangeError(`a frame of ${text.length} bytes is too long`)
  const isStored = packing === 'stored' && text.length <= MOST_STORED_BYTES
  const packed = isStored ? storedBlock(text) : deflateRawSync(text, { level: LEVEL })
  const frame = Buffer.alloc(HEAD_BYTES + packed.length)
  frame.writeUInt32LE(packed.length, 0)
  frame.writeUInt32LE(text.length, 4)
  packed.copy(frame, HEAD_BYTES)
  checksum(frame.subarray(0, 8), packed).copy(frame, 8)
  return frame
}

/** A stored block, the only one of its stream (RFC 1951, 3.2.4): a bit that says so, two bits for its kind, the length and its complement, the bytes. */
function storedBlock(text: Buffer): Buffer {
  const head = Buffer.from([1, 0, 0, 0, 0])
  head.writeUInt16LE(text.length, 1)
  head.writeUInt16LE(text.length ^ 0xffff, 3)
  return Buffer.concat([head, text])
}

/** What the head of a frame says; undefined where no frame can begin so. */
export function readHead(head: Buffer): { readonly packed: number; readonly length: number } | undefined {
  const packed = head.readUInt32LE(0)
  const length = head.readUInt32LE(4)
  return packed === 0 || packed > MOST_FRAME_BYTES || length > MOST_FRAME_BYTES ? undefined : { packed, length }
}

const fileRecords = z.array(recordSchema)

/** The records of a frame, or in words what is wrong with it. It needs no more memory than a frame may have. */
export function decodeFrame(head: Buffer, packed: Buffer): readonly FileRecord[] | string {
  if (!checksum(head.subarray(0, 8), packed).equals(head.subarray(8, HEAD_BYTES))) return 'its checksum is wrong'
  const length = head.readUInt32LE(4)
  try {
    const text = inflateRawSync(packed, { maxOutputLength: Math.max(1, length) })
    if (text.length !== length) return `it has ${text.length} bytes and not ${length}`
    const records: unknown = JSON.parse(text.toString())
    const known = Array.isArray(records) ? records.filter((record) => !isLaterRecord(record)) : records
    const read = fileRecords.safeParse(known)
    return read.success ? read.data : 'it holds no records of this format'
  } catch (error) {
    return `it cannot be unpacked (${error instanceof Error ? error.message : String(error)})`
  }
}

function checksum(sizes: Buffer, packed: Buffer): Buffer {
  return createHash('sha256').update(sizes).update(packed).digest().subarray(0, SUM_BYTES)
}
