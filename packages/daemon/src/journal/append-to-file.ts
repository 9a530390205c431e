import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Writes all at the end of a file that is there: where somebody has removed it, its beginning is missing.
 * @throws Error when not everything could be written
 */
export async function appendToFile(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const wanted = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND)
  try {
    const { bytesWritten } = await file.writev(pieces)
    if (bytesWritten < wanted) throw new Error(`only ${bytesWritten} of ${wanted} bytes could be written`)
  } finally {
    await file.close()
  }
}
