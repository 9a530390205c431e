import { surface } from '@dapplex/protocol'
import { findSession } from '../call/resolve-session.js'
import { implement } from '../call/tool.js'
import type { DapSession } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { actorRow, clientRows, stateOf } from '../result/session-state.js'

export const sessionsList = implement(surface.sessions_list, async (_params, call) =>
  Promise.resolve({
    sessions: call.sessions.list().map((session) => sessionRow(session, session.id === call.sessions.selected)),
  }),
)

function sessionRow(session: DapSession, selected: boolean) {
  const view = session.view()
  return present({
    session_id: session.id,
    adapter: session.adapter.id,
    program: programOf(session),
    pid: view.process?.systemProcessId,
    state: stateOf(view),
    stop_id: view.stopId,
    started_at: new Date(session.startedAt).toISOString(),
    parent: session.parentId,
    selected,
    exit_code: view.exitCode,
    ended_by: view.endedBy === undefined ? undefined : actorRow(view.endedBy),
    clients: clientRows(view),
  })
}

/** For an attached process, the name that the adapter gives it. */
function programOf(session: DapSession): string | undefined {
  const { program } = session
  return program === undefined || program === '' ? session.view().process?.name : program
}

export const sessionSelect = implement(surface.session_select, async (params, call) => {
  const session = findSession(call.sessions, params.session_id)
  call.sessions.selected = session.id
  call.using(session)
  return Promise.resolve({ success: true as const, session_id: session.id })
})

export const adaptersList = implement(surface.adapters_list, async (_params, call) => {
  const adapters = await call.sessions.adapters()
  return { adapters: adapters.map((one) => present({ ...one, languages: [...one.languages] })) }
})

export const processesList = implement(surface.processes_list, async (params, call) => {
  const processes = await call.sessions.processes(params.adapter)
  return { processes: processes.map(({ pid, name, runtime, adapter }) => present({ pid, name, runtime, adapter })) }
})
