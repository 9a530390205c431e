import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/** To open a pipe waits for its writer, and this process with it, unless it is opened so. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK

/** Opens a file to read it; undefined for a pipe, a device or a folder. Throws what the system says. */
export async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, READ)
  if ((await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

/** As `openFile`, at once; gives the descriptor. */
export function openFileSync(path: string): number | undefined {
  const file = openSync(path, READ)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  return undefined
}
