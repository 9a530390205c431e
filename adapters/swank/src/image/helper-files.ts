import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

/** The folder of the Lisp helper, beside `src` and `dist`. */
export const lispFolder = fileURLToPath(new URL('../../lisp/', import.meta.url))

const everywhere = [
  'package',
  'json',
  'printing',
  'objects',
  'call',
  'children',
  'inspect',
  'slots',
  'definitions',
  'knowledge',
]
const sbclOnly = [
  'sites',
  'site-files',
  'conditions',
  'instrument',
  'probe',
  'breakpoints',
  'function-breakpoints',
  'watch',
  'stepping',
  'stops',
  'frames',
  'variables',
  'evaluate',
  'live',
  'threads',
  'exceptions',
  'run',
  'input',
  'restarts',
  'compile',
  'attach',
]

/** Helper files in the order in which they are loaded. */
export function helperFiles(implementation: 'sbcl' | 'other'): string[] {
  const names = implementation === 'sbcl' ? [...everywhere, ...sbclOnly] : everywhere
  return names.map((name) => join(lispFolder, `${name}.lisp`))
}

export const bootFile = join(lispFolder, 'boot.lisp')
