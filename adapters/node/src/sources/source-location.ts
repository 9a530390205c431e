import { fileURLToPath } from 'node:url'

/** The file behind a script's URL; undefined for what is no file (`node:fs`, evaluated code, `http:`). */
export function filePathOf(url: string): string | undefined {
  if (!url.startsWith('file://')) return undefined
  try {
    return fileURLToPath(withoutQuery(url))
  } catch {
    // Another machine's file, or a URL that no path can be.
    return undefined
  }
}

/** ES modules are loaded as often as they are imported with different queries; the file is the same. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '')

/** Code of Node itself. */
export const isInternalUrl = (url: string): boolean => url.startsWith('node:')
