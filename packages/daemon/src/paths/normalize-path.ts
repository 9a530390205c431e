import { realpathSync } from 'node:fs'
import { isAbsolute, normalize, relative } from 'node:path'

/** Paths remembered for one session. */
const KEPT = 5000

/** How the core looks at paths. */
export interface PathLookups {
  /** One text for all spellings of a file: symbolic links followed, and on systems that ignore case in lower case (mux 1). */
  readonly normalizePath: (path: string) => string
  /** The path without symbolic links and detours, as an adapter is likely to know it. */
  readonly realPath: (path: string) => string
  /** The path from the folder of the workspace, for people; what lies elsewhere stays as it is. */
  readonly shownPath: (path: string) => string
}

/**
 * The lookups of one session. Each path is looked up once, so that the same text gives the same answer for the session's
 * life. A path that does not exist here (on another machine, or not written yet) is only normalized.
 */
export function pathLookups(folder: string): PathLookups {
  const known = new Map<string, string>()
  const realPath = (path: string): string => {
    const found = known.get(path)
    if (found !== undefined) return found
    const real = resolveLinks(path)
    if (known.size < KEPT) known.set(path, real)
    return real
  }
  const shownPath = (path: string): string => {
    const inside = relative(folder, path)
    return inside.startsWith('..') || isAbsolute(inside) ? path : inside
  }
  return { normalizePath: (path) => foldCase(realPath(path)), realPath, shownPath }
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
