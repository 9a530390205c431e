import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/** To open a pipe waits for its writer, and this process with it, unless it is opened so. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK

/** Opens a file to read it and gives the descriptor; undefined for a pipe, a device or a folder. Throws what the system says. */
export function openFileSync(path: string): number | undefined {
  const file = openSync(path, READ)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  return undefined
}
