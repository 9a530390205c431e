import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

/** The folder of the Lisp helper: it stands beside `src` and `dist`. */
export const lispFolder = fileURLToPath(new URL('../../../lisp/', import.meta.url))

const common = [
  'package',
  'json',
  'printing',
  'objects',
  'call',
  'children',
  'plain-printing',
  'inspect',
  'slots',
  'definitions',
  'knowledge',
  'reading',
  'values',
  'levels',
  'live',
  'threads',
  'input',
]
const forSbcl = [
  'deep-stack',
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
  'tail-calls',
  'variables',
  'evaluate',
  'exceptions',
  'run',
  'output',
  'restarts',
  'compile',
  'tests',
  'test-frameworks',
  'attach',
]
const forOthers = ['portable']

/** Helper files in the order in which they are loaded. */
export function helperFiles(implementation: 'sbcl' | 'other'): string[] {
  const names = [...common, ...(implementation === 'sbcl' ? forSbcl : forOthers)]
  return names.map((name) => join(lispFolder, `${name}.lisp`))
}

export const bootFile = join(lispFolder, 'boot.lisp')
export const packageFile = join(lispFolder, 'package.lisp')
export const injectFile = join(lispFolder, 'inject.lisp')
