import { surface, toolError } from '@dapplex/protocol'
import { invalidParameter } from '../call/invalid-parameter.js'
import { isLive } from '../call/resolve-session.js'
import { implement } from '../call/tool.js'
import type { DapSession } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { stateOf } from '../result/session-state.js'

export const debugAttach = implement(surface.debug_attach, async (params, call) => {
  const { pid, host, port, adapter, adapter_args: adapterArgs } = params
  const { path_mappings: mappings, on_abandon: onAbandon } = params
  const pathMappings = mappings.length === 0 ? undefined : mappings
  if (pid === undefined && port === undefined) {
    const says = 'Give pid, or host and port'
    throw invalidParameter({ field: 'pid', says, allowed: 'pid, or host and port' })
  }
  if (pid !== undefined) demandNotAttached(call.sessions.list(), pid)
  const spec = present({ pid, host: port === undefined ? host : (host ?? '127.0.0.1'), port, adapterArgs })
  const session = await call.sessions.attach(present({ adapter, spec, pathMappings, onAbandon }), call.rest())
  call.using(session)
  const view = session.view()
  return present({
    success: true as const,
    session_id: session.id,
    pid: view.process?.systemProcessId ?? pid,
    state: stateOf(view),
    process_name: view.process?.name,
  })
})

function demandNotAttached(sessions: readonly DapSession[], pid: number): void {
  const session = sessions.find((one) => isLive(one) && one.view().process?.systemProcessId === pid)
  if (session !== undefined) throw toolError('ALREADY_ATTACHED', { pid, session_id: session.id })
}
