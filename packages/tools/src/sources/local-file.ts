import { readFile, stat } from 'node:fs/promises'

/** Largest source that is read. */
const MOST_BYTES = 16 * 1024 * 1024

export type FileKind = 'file' | 'folder' | 'missing'

/** What is at a path of this machine. Anything that cannot be read counts as missing. */
export async function lookAt(path: string): Promise<FileKind> {
  try {
    const found = await stat(path)
    return found.isDirectory() ? 'folder' : 'file'
  } catch {
    return 'missing'
  }
}

/** The lines of a text file of this machine; undefined if it cannot be read or is too large to be a source. */
export async function readLines(path: string, mostBytes = MOST_BYTES): Promise<readonly string[] | undefined> {
  try {
    if ((await stat(path)).size > mostBytes) return undefined
    return splitLines(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** The number of the last line. An empty file has one line. */
export async function lastLine(path: string): Promise<number | undefined> {
  return (await readLines(path))?.length
}

/** A newline at the end does not start another line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/)
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
