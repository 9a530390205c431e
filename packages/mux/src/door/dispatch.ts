import type { JsonObject } from '@dapplex/protocol'
import { answer, fail } from '../outbox/to-client.js'
import { isSaying, sayInConsole, sendMessage } from '../rules/attribution/message.js'
import { addBreakpoint, enableBreakpoint, removeBreakpoint } from '../rules/breakpoints/session-requests.js'
import { answerUnset, setBreakpoints } from '../rules/breakpoints/set.js'
import { acquireControl, controlView, releaseControl } from '../rules/control/lease.js'
import { mayAct } from '../rules/control/may-act.js'
import { wrongTypeIn } from '../rules/forwarding/wrong-type.js'
import { forward } from '../rules/forwarding/forward.js'
import { disconnectClient } from '../rules/lifecycle/end/disconnect.js'
import { restartProgram } from '../rules/lifecycle/end/restart.js'
import { terminateProgram } from '../rules/lifecycle/end/terminate.js'
import { lifecycleTable, RESTART_UNDER_WAY } from '../rules/lifecycle/request-table.js'
import { configurationDone } from '../rules/lifecycle/start/configuration.js'
import { serveWaitingJoiner } from '../rules/lifecycle/start/join.js'
import { startOrJoin } from '../rules/lifecycle/start/start.js'
import { cancelRequest } from '../rules/progress/cancel.js'
import { watch } from '../rules/progress/deadlines.js'
import { move } from '../rules/resume/move.js'
import { endJob } from '../rules/job/end.js'
import { pauseProgram } from '../rules/job/pause.js'
import { cancelJobWait, performJob } from '../rules/job/requests.js'
import type { Asked } from '../state/clients/client.js'
import { argumentsOf } from '../state/clients/client.js'
import type { Failure } from '../state/contract/failure.js'
import { WITHOUT_DEBUGGING } from '../state/lifecycle.js'
import type { CommandGroup } from '../state/requests/standard.js'
import { groupOfRequest } from '../state/requests/standard.js'
import type { Session } from '../state/session.js'
import { answerFromCache } from './answer-ended.js'
import { viewOf } from './view.js'

/** Sends an admitted request to the rule that handles it. No rule is decided here. `group`: by its name, see `groupOf`. */
export function dispatch(session: Session, asked: Asked, group: CommandGroup): void {
  watch(session, asked)
  const { command } = asked.request
  const decision = lifecycleTable[group][session.lifecycle.state.kind]
  if (decision === 'reject') {
    if (command === 'threads') serveWaitingJoiner(session, asked.client)
    fail(session, asked, rejection(session, command))
    return
  }
  if (decision === 'cache') {
    answerFromCache(session, asked)
    return
  }
  const wrong = wrongTypeIn(asked)
  if (wrong !== undefined) {
    fail(session, asked, wrong)
    return
  }
  if (isSaying(asked)) {
    sayInConsole(session, asked)
    return
  }
  const effect = groupOfRequest({ command, args: argumentsOf(asked) }, session.options.traits)
  const refusal = mayAct(session, asked, effect)
  if (refusal !== undefined) {
    if (effect === 'breakpoints') answerUnset(session, asked, refusal.text)
    else fail(session, asked, refusal)
    return
  }
  perform(session, asked, group)
}

function rejection({ lifecycle }: Session, command: string): Failure {
  if (lifecycle.state.kind === 'restarting') return { type: 'NOT_READY', text: RESTART_UNDER_WAY }
  if (lifecycle.state.kind === 'undebugged')
    return {
      type: 'UNSUPPORTED',
      text: `'${command}' is not possible: ${WITHOUT_DEBUGGING}; launch it without noDebug to debug it`,
      data: { command },
    }
  const reason = lifecycle.endReason === undefined ? '' : ` (${lifecycle.endReason})`
  return { type: 'SESSION_ENDED', text: `'${command}' is not possible: the session has ended${reason}` }
}

function perform(session: Session, asked: Asked, group: CommandGroup): void {
  switch (group) {
    case 'initialize':
      return
    case 'start':
      startOrJoin(session, asked)
      return
    case 'configurationDone':
      configurationDone(session, asked)
      return
    case 'breakpoints':
      setBreakpoints(session, asked)
      return
    case 'threads':
      serveWaitingJoiner(session, asked.client)
      forward(session, asked)
      return
    case 'move':
      move(session, asked)
      return
    case 'pause':
      pauseProgram(session, asked)
      return
    case 'disconnect':
      disconnectClient(session, asked)
      return
    case 'terminate':
      terminateProgram(session, asked)
      return
    case 'restart':
      restartProgram(session, asked, () => endJob(session, { kind: 'restarted' }))
      return
    case 'cancel':
      cancelJobWait(session, asked)
      cancelRequest(session, asked)
      return
    case 'multiplexer':
      performDapplex(session, asked)
      return
    case 'inspect':
    case 'change':
    case 'other':
      forward(session, asked)
  }
}

/** What an editor may ask for too: control of the program. A person takes it there as one at a terminal does (mux 19). */
const ALSO_FOR_EDITORS: ReadonlySet<string> = new Set([
  'dapplex_controlAcquire',
  'dapplex_controlRelease',
  'dapplex_controlStatus',
])

/** Performs a `dapplex_*` request. Editors may send messages and take control; the rest is for the tools and the terminal. */
function performDapplex(session: Session, asked: Asked): void {
  const { command } = asked.request
  const args: JsonObject = argumentsOf(asked)
  if (command === 'dapplex_message') {
    sendMessage(session, asked)
    return
  }
  if (asked.client.actor.kind === 'editor' && !ALSO_FOR_EDITORS.has(command)) {
    fail(session, asked, {
      type: 'FORBIDDEN',
      text: `'${command}' is not allowed for editors; use the requests of DAP`,
    })
    return
  }
  if (performJob(session, asked)) return
  switch (command) {
    case 'dapplex_breakpointAdd':
      addBreakpoint(session, asked, args)
      return
    case 'dapplex_breakpointRemove':
      removeBreakpoint(session, asked, args)
      return
    case 'dapplex_breakpointEnable':
      enableBreakpoint(session, asked, args)
      return
    case 'dapplex_controlAcquire':
      acquireControl(session, asked)
      return
    case 'dapplex_controlRelease':
      releaseControl(session, asked)
      return
    case 'dapplex_controlStatus':
      answer(session, asked, controlView(session))
      return
    case 'dapplex_state':
      answer(session, asked, viewOf(session))
      return
    default:
      fail(session, asked, { type: 'UNSUPPORTED', text: `there is no request '${command}'` })
  }
}
