import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

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
function swankFolders(home: string): string[] {
  return [
    ...newest(join(home, 'quicklisp/dists/quicklisp/software'), 'slime-v'),
    ...newest(join(home, '.emacs.d/elpa'), 'slime-'),
    '/usr/share/common-lisp/source/slime',
    '/usr/share/emacs/site-lisp/slime',
    '/usr/local/share/common-lisp/source/slime',
  ]
}

/** The loader file of Swank; or why there is none, and the files that were tried. */
export type FoundSwank = { readonly loader: string } | { readonly problem: string; readonly tried: readonly string[] }

/** Looks where `path` (the setting `swankPath`) says, else where DAPPLEX_SWANK says, else in the usual folders. */
export function findSwank(path: string | undefined, env: Readonly<Record<string, string | undefined>>): FoundSwank {
  const configured = path ?? (env['DAPPLEX_SWANK'] || undefined)
  const tried =
    configured === undefined
      ? swankFolders(homedir()).map((folder) => join(folder, loader))
      : [configured, join(configured, loader)]
  const found = tried.find((file) => file.endsWith('.lisp') && existsSync(file))
  if (found !== undefined) return { loader: found }
  const problem =
    configured === undefined
      ? 'Swank was not found: install SLIME (Debian: cl-swank; Quicklisp: (ql:quickload "swank")), or set swankPath or DAPPLEX_SWANK to its folder'
      : `There is no ${loader} in ${configured}: set swankPath (or DAPPLEX_SWANK) to the folder of SLIME`
  return { problem, tried }
}
