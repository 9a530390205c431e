import { existsSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** The workspace of a folder: the git root above it, else the folder itself. */
export function workspaceOf(folder: string): string {
  return gitRoot(folder) ?? folder
}

/** The workspace of a program: that of its folder. A program may be a folder itself. */
export function workspaceOfProgram(program: string): string {
  const isFolder = statSync(program, { throwIfNoEntry: false })?.isDirectory() === true
  return workspaceOf(isFolder ? program : dirname(program))
}

/** A file outside of a git repository belongs to the caller's folder where it lies in it, else to its own folder. */
export function workspaceOfFile(file: string, callerFolder: string | undefined): string {
  const root = gitRoot(dirname(file))
  if (root !== undefined) return root
  return callerFolder !== undefined && isWithin(file, callerFolder) ? callerFolder : dirname(file)
}

export const isWithin = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** `.git` is a file in a worktree and a submodule. */
function gitRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? undefined : gitRoot(above)
}
