import type { SessionCall } from '../call/call.js'
import { sessionsBelow } from '../call/session-tree.js'
import { present } from '../result/present.js'
import { stateOf } from '../result/session-state.js'

/** The sessions of what the program has started; undefined where there are none. */
export function childRows({ call, session }: SessionCall) {
  const rows = sessionsBelow(call.sessions, session).map((child) => {
    const view = child.view()
    return present({
      session_id: child.id,
      parent: child.parentId ?? session.id,
      state: stateOf(view),
      process: view.process?.name,
      pid: view.process?.systemProcessId,
    })
  })
  return rows.length === 0 ? undefined : rows
}
