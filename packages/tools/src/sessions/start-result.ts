import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { showStop, type StopReport } from '../stop/describe-stop.js'
import { stateOf } from '../result/session-state.js'

/** The result of a launch or restart: the session, its process, and where it is stopped, if it is. */
export async function startResult(on: SessionCall) {
  const { session, view } = on
  const state = stateOf(view)
  const stop = state === 'stopped' && view.stop !== undefined ? await showStop(on, view.stop) : undefined
  return present({
    success: true as const,
    session_id: session.id,
    pid: view.process?.systemProcessId,
    state,
    message: startMessage(on, stop),
    ...stop,
  })
}

/** Says in one sentence what the start led to. */
function startMessage({ session, view }: SessionCall, stop: StopReport | undefined): string {
  const what = `${session.program ?? 'The program'} (${session.adapter.title})`
  switch (stateOf(view)) {
    case 'running':
      return `${what} is running${view.withoutDebugging === true ? ' without debugging' : ''}`
    case 'exited':
      return `${what} has ended${view.exitCode === undefined ? '' : ` with exit code ${view.exitCode}`}`
    case 'stopped': {
      const { file, line } = stop?.location ?? {}
      return `${what} is stopped (${view.stop?.reason ?? 'unknown'})${file === undefined ? '' : ` at ${file}:${line ?? '?'}`}`
    }
  }
}
