import { isAbsolute } from 'node:path'
import { surface, toolError } from '@dapplex/protocol'
import { sessionForBreakpoints as liveSession } from '../breakpoints/breakpoint-home.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { lookAt } from '../sources/local-file.js'

export const configurationsList = implement(surface.configurations_list, async (params, call) => {
  const { workspace: asked, session_id: sessionId } = params
  if (asked !== undefined) await demandFolder(asked)
  const workspace = asked ?? liveSession(call, sessionId)?.session.cwd
  const configurations = await call.sessions.configurations(workspace)
  return present({
    workspace,
    configurations: configurations.map(({ args, ...row }) => present({ ...row, args: args && [...args] })),
  })
})

/** @throws ToolError INVALID_PATH */
async function demandFolder(path: string): Promise<void> {
  if (!isAbsolute(path)) throw toolError('INVALID_PATH', { path }, `'${path}' is relative: give an absolute path`)
  const kind = await lookAt(path)
  if (kind === 'missing') throw toolError('INVALID_PATH', { path })
  if (kind === 'file')
    throw toolError('INVALID_PATH', { path }, `'${path}' is a file: give the folder of the workspace`)
}
