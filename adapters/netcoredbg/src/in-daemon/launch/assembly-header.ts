import { closeSync, openSync, readSync } from 'node:fs'

const HEAD_BYTES = 4096
const CLR_HEADER = 14

/** Whether a file is a .NET assembly: a PE file with a CLR header (PE format, "Optional Header Data Directories"). Never throws. */
export function isAssembly(path: string): boolean {
  const head = readHead(path)
  if (head.length < 0x40 || head.toString('latin1', 0, 2) !== 'MZ') return false
  const pe = head.readUInt32LE(0x3c)
  if (pe + 26 > head.length || head.toString('latin1', pe, pe + 4) !== 'PE\0\0') return false
  const optional = pe + 24
  const isPe32Plus = head.readUInt16LE(optional) === 0x20b
  const entry = optional + (isPe32Plus ? 112 : 96) + CLR_HEADER * 8
  return entry + 8 <= head.length && head.readUInt32LE(entry) !== 0
}

function readHead(path: string): Buffer {
  const buffer = Buffer.alloc(HEAD_BYTES)
  try {
    const file = openSync(path, 'r')
    try {
      return buffer.subarray(0, readSync(file, buffer, 0, HEAD_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return Buffer.alloc(0)
  }
}
