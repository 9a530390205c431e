import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The paths that a typed beginning of one can become; folders end in a slash. Nothing where the folder cannot be read. */
export async function fileNames(typed: string): Promise<string[]> {
  const isFolder = typed === '' || typed.endsWith('/')
  const folder = isFolder ? typed : dirname(typed)
  try {
    const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true })
    return entries
      .map((one) => `${joined(folder, typed, one.name)}${one.isDirectory() ? '/' : ''}`)
      .filter((path) => path.startsWith(typed))
      .toSorted()
  } catch {
    return []
  }
}

/** `dirname` gives `.` for a bare name, which the person did not type. */
const joined = (folder: string, typed: string, name: string): string =>
  folder === '' || (folder === '.' && !typed.startsWith('.')) ? name : join(folder, name)
