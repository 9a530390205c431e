import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, extname, join, resolve } from 'node:path'

const ENDINGS = new Set(['.js', '.cjs', '.mjs'])
const FIRST_LINE_BYTES = 128

/**
 * The JavaScript file behind a command such as `npm`: in `node_modules/.bin` of the folder or one above it, then on PATH. A path
 * is the file itself. Undefined where it is no script for Node.
 */
export function scriptOf(command: string, { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
  const path = /[\\/]/.test(command)
    ? resolve(cwd, command)
    : places(cwd, env)
        .map((one) => join(one, command))
        .find(isFile)
  if (path === undefined || !isFile(path)) return undefined
  const file = realpathSync(path)
  return ENDINGS.has(extname(file)) || /^#!.*\bnode\b/.test(firstLine(file)) ? file : undefined
}

function places(cwd: string, env: NodeJS.ProcessEnv): string[] {
  const above = dirname(cwd) === cwd ? [] : places(dirname(cwd), {})
  const path = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [join(cwd, 'node_modules', '.bin'), ...above, ...path]
}

function firstLine(path: string): string {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(FIRST_LINE_BYTES)
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, FIRST_LINE_BYTES, 0)).split('\n', 1)[0] ?? ''
  } finally {
    closeSync(file)
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
