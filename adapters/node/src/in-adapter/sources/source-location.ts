import { fileURLToPath } from 'node:url'

/** The file of a script's URL. Undefined for anything else (`node:fs`, evaluated code, `http:`). */
export function filePathOf(url: string): string | undefined {
  if (!url.startsWith('file://')) return undefined
  try {
    return fileURLToPath(withoutQuery(url))
  } catch {
    // A file of another machine, or a URL that is not a valid path.
    return undefined
  }
}

/** An ES module is loaded once for each query it is imported with. The file is the same. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '')

/** Code of Node itself. */
export const isInternalUrl = (url: string): boolean => url.startsWith('node:')
