import { realpathSync } from 'node:fs'
import { normalize } from 'node:path'

/** Paths remembered for one session. */
const KEPT = 5000

/**
 * One spelling for all spellings of a file: symbolic links followed, and on systems that ignore case in lower case (mux 1).
 * Each path is looked up once, so that the same text gives the same answer for the session's life. A path that is not
 * exist here (on another machine, or not written yet) is only normalized.
 */
export function pathNormalizer(): (path: string) => string {
  const known = new Map<string, string>()
  return (path) => {
    const found = known.get(path)
    if (found !== undefined) return found
    const normal = foldCase(resolveLinks(path))
    if (known.size < KEPT) known.set(path, normal)
    return normal
  }
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return normalize(path)
  }
}

const foldCase = (path: string): string =>
  process.platform === 'win32' || process.platform === 'darwin' ? path.toLowerCase() : path
