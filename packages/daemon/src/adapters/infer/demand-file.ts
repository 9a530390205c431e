import { statSync, type Stats } from 'node:fs'
import { fileFailure, toolError, type AdapterModule } from '@dapplex/protocol'

/**
 * Only some adapters build and run a project folder: those that prepare a launch themselves, or have arguments for one.
 * @throws ToolError INVALID_PATH
 */
export function demandFile(program: string, { definition, hooks }: AdapterModule): void {
  const { launch, title } = definition
  const takesFolders =
    hooks?.prepareLaunch !== undefined ||
    launch?.byProgram?.some(({ programs }) => programs.includes('folder')) === true
  if (takesFolders || !isFolder(program)) return
  const message = `'${program}' is a folder: ${title} runs a file; give the program in it`
  throw toolError('INVALID_PATH', { path: program }, message)
}

/**
 * The folder that a program is to run in. Some adapters wait long for a program that could not be started in it.
 * @throws ToolError INVALID_PATH
 */
export function demandFolder(cwd: string): void {
  const found = lookAt(cwd)
  if (found?.isDirectory() === true) return
  const what = found === undefined ? 'does not exist' : 'is not a folder'
  throw toolError('INVALID_PATH', { path: cwd }, `The working folder '${cwd}' ${what}: give another cwd`)
}

export const isFolder = (path: string): boolean => lookAt(path)?.isDirectory() === true

/** What is there; undefined if nothing is. @throws ToolError INVALID_PATH where the system cannot follow the path */
export function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw toolError('INVALID_PATH', { path }, `'${path}' cannot be read: ${fileFailure(error)}`)
  }
}
