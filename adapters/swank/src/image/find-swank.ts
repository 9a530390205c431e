import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { RequestFailure } from '../failure.js'

const loader = 'swank-loader.lisp'

/** The newest folder in `parent` whose name begins with `prefix`. */
function newest(parent: string, prefix: string): string[] {
  try {
    return readdirSync(parent)
      .filter((name) => name.startsWith(prefix))
      .sort((a, b) => b.localeCompare(a, undefined, { numeric: true }))
      .map((name) => join(parent, name))
  } catch {
    return []
  }
}

/** Folders in which Swank may be, in the order of preference. */
export function swankFolders(home: string): string[] {
  return [
    ...newest(join(home, 'quicklisp/dists/quicklisp/software'), 'slime-v'),
    ...newest(join(home, '.emacs.d/elpa'), 'slime-'),
    '/usr/share/common-lisp/source/slime',
    '/usr/share/emacs/site-lisp/slime',
    '/usr/local/share/common-lisp/source/slime',
  ]
}

/**
 * The loader file of Swank: the configured one (`swankPath`, else the variable DAPPLEX_SWANK), or the first that is found.
 * Errors: LAUNCH_FAILED when there is none.
 */
export function findSwank(path: string | undefined, env: Readonly<Record<string, string | undefined>>): string {
  const configured = path ?? (env['DAPPLEX_SWANK'] || undefined)
  const candidates =
    configured === undefined
      ? swankFolders(homedir()).map((folder) => join(folder, loader))
      : [configured, join(configured, loader)]
  const found = candidates.find((path) => path.endsWith('.lisp') && existsSync(path))
  if (found !== undefined) return found
  throw new RequestFailure(
    'LAUNCH_FAILED',
    configured === undefined
      ? 'Swank was not found: install SLIME (Debian: cl-swank; Quicklisp: (ql:quickload "swank")), or set swankPath or DAPPLEX_SWANK to its folder'
      : `There is no ${loader} in ${configured}: set swankPath (or DAPPLEX_SWANK) to the folder of SLIME`,
    { looked_in: candidates },
  )
}
