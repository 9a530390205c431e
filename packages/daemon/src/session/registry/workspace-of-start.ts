import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { workspaceOf, workspaceOfProgram } from '../../workspace/workspace-of.js'

interface Start {
  readonly parent?: { readonly workspace: string | undefined } | undefined
  readonly workspace?: string | undefined
  readonly program: string | undefined
  readonly cwd: string | undefined
}

/** The workspace of a session: that of its parent, else the one that was named, else that of its program or its folder. */
export function workspaceOfStart({ parent, workspace, program, cwd }: Start): string | undefined {
  if (parent !== undefined) return parent.workspace
  if (workspace !== undefined) return workspace
  if (program !== undefined && program !== '') return workspaceOfProgram(resolve(cwd ?? homedir(), program))
  return cwd === undefined ? undefined : workspaceOf(cwd)
}
