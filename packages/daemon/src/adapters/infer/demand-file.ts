import { statSync } from 'node:fs'
import { toolError, type AdapterModule } from '@dapplex/protocol'

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

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
