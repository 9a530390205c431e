import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { toolError, type LaunchSpec } from '@dapplex/protocol'
import { isFile, onPath } from '../locate/executable.js'
import { lookAt } from './demand-file.js'

/** What a launch runs. A command belongs to the folder that it runs in, a file to its own. */
export interface FoundProgram {
  readonly path: string
  readonly kind: 'file' | 'command'
}

/**
 * The program of a launch: a file or folder; else, for a name without a folder, a command in `node_modules/.bin` of the working
 * folder or one above it, or on PATH (`npm`, `vitest`, `pytest`). Links are followed: the file tells the language.
 * @throws ToolError INVALID_PATH, INVALID_PARAMETER where none is named
 */
export function findProgram({ program, cwd }: LaunchSpec, env: NodeJS.ProcessEnv): FoundProgram {
  if (program === '') {
    const says =
      'No program is named: give program, an absolute path or a command with cwd, or a configuration that has one'
    throw toolError('INVALID_PARAMETER', { field: 'program', parameter: 'program', value: program }, says)
  }
  const path = resolve(cwd, program)
  if (lookAt(path) !== undefined) return { path, kind: 'file' }
  const name = basename(path)
  const isName = dirname(path) === resolve(cwd)
  const [command] = isName ? [...localCommands(cwd, name), ...onPath(name, env)] : []
  if (command === undefined) throw toolError('INVALID_PATH', { path })
  return { path: realpathSync(command), kind: 'command' }
}

function localCommands(folder: string, name: string): string[] {
  const command = join(folder, 'node_modules', '.bin', name)
  const above = dirname(folder)
  return [...(isFile(command) ? [command] : []), ...(above === folder ? [] : localCommands(above, name))]
}
