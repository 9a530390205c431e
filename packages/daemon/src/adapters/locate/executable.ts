import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, extname, join } from 'node:path'
import type { AdapterLocation } from './location.js'

const NODE_SCRIPTS = new Set(['.js', '.cjs', '.mjs'])

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return isFile(path)
  } catch {
    return false
  }
}

/** How a file is run: a script by this Node, any other file directly. Undefined when it cannot be run. */
export function runFile(path: string): AdapterLocation | undefined {
  if (NODE_SCRIPTS.has(extname(path)))
    return isFile(path) ? { command: process.execPath, args: [path], path } : undefined
  return isExecutable(path) ? { command: path, args: [], path } : undefined
}

/** Every match of a command on PATH, in order. A name with a slash is the path itself. */
export function onPath(command: string, env: NodeJS.ProcessEnv): string[] {
  if (command.includes('/')) return isExecutable(command) ? [command] : []
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  return folders.flatMap((folder) => endings.map((ending) => join(folder, command + ending)).filter(isExecutable))
}
