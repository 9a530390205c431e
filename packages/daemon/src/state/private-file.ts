import {
  closeSync,
  fstatSync,
  fchmodSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.js'

/**
 * Writes a file that only this user may read (0600), whole or not at all. A link in its place is replaced, not followed. Its folder is
 * made where somebody has removed it.
 * @throws Error what the system says; then the file is as it was
 */
export function writePrivateFile(path: string, text: string): void {
  makeFolder(dirname(path))
  replaceFile(path, text)
}

/** As `writePrivateFile`, in a folder that is there. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const fresh = `${path}.${process.pid}.${process.hrtime.bigint()}.new`
  const file = openSync(fresh, 'wx', 0o600)
  try {
    try {
      writeFileSync(file, content)
      fchmodSync(file, 0o600)
    } finally {
      closeSync(file)
    }
    renameSync(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

/** What others than this user may do with a file. */
export type Exposure = 'private' | 'readable' | 'writable' | 'foreign'

/** A text file with what others may do with it; undefined if there is none. @throws Error when it cannot be read */
export function readGuarded(path: string): { readonly text: string; readonly exposure: Exposure } | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return { exposure: exposureOf(fstatSync(file)), text: readFileSync(file, 'utf8') }
  } finally {
    closeSync(file)
  }
}

const OTHERS_WRITE = 0o022
const OTHERS_READ = 0o044

function exposureOf(file: Stats): Exposure {
  if (!file.isFile() || isForeign(file)) return 'foreign'
  if ((file.mode & OTHERS_WRITE) !== 0) return 'writable'
  return (file.mode & OTHERS_READ) === 0 ? 'private' : 'readable'
}

/** Whether a file belongs to neither this user nor root, who may do everything anyway. Windows has no such numbers. */
export function isForeign({ uid }: Pick<Stats, 'uid'>): boolean {
  const user = process.getuid?.()
  return user !== undefined && uid !== user && uid !== 0
}

/** A text file; undefined if there is none. @throws Error when it cannot be read */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
