import type { Buffer } from 'node:buffer'
import { writeSync } from 'node:fs'

/**
 * Writes all these bytes. A disk that becomes full takes a part of them first (write(2)), and says so only at the next call.
 * @returns how many they are
 * @throws Error what the system says
 */
export function writeAll(file: number, bytes: Buffer): number {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
  return written
}
