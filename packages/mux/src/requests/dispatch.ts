import type { JsonObject } from '@dapplex/protocol'
import { addBreakpoint, enableBreakpoint, removeBreakpoint } from '../breakpoints/own-requests.js'
import { isSaying, sayInConsole, sendMessage } from '../attribution/message.js'
import { answerUnset } from '../breakpoints/set.js'
import type { Asked } from '../client/asked.js'
import { argumentsOf } from '../client/asked.js'
import { acquireControl, controlView, releaseControl } from '../control/lease.js'
import { watch } from '../deadlines/watch.js'
import { cancelRequest } from '../progress/cancel.js'
import { mayAct } from '../control/may-act.js'
import { configurationDone } from '../lifecycle/configuration.js'
import { disconnectClient } from '../lifecycle/disconnect.js'
import { restartProgram } from '../lifecycle/restart.js'
import { startOrJoin } from '../lifecycle/start.js'
import type { Decision } from '../lifecycle/table.js'
import { terminateProgram } from '../lifecycle/terminate.js'
import { answer, fail } from '../outbox.js'
import { serveWaitingJoiner } from '../replay/join.js'
import { move } from '../resume/move.js'
import { pause } from '../resume/pause.js'
import type { Session } from '../session.js'
import { viewOf } from '../view/view.js'
import { answerFromCache } from './cache.js'
import { forward, forwardBreakpoints } from './forward.js'
import { groupOf, groupOfRequest } from './standard.js'

/** Sends an admitted request where it belongs. No rule stands here. */
export function dispatch(session: Session, asked: Asked, decision: Decision): void {
  watch(session, asked)
  const { command } = asked.request
  if (decision === 'reject') {
    fail(session, asked, endedFailure(session, command))
    return
  }
  if (decision === 'cache') {
    answerFromCache(session, asked)
    return
  }
  if (isSaying(asked)) {
    sayInConsole(session, asked)
    return
  }
  const group = groupOfRequest({ command, args: argumentsOf(asked) }, session.options.traits)
  const refusal = mayAct(session, asked, group)
  if (refusal !== undefined) {
    if (group === 'breakpoints') answerUnset(session, asked, refusal.text)
    else fail(session, asked, refusal)
    return
  }
  perform(session, asked)
}

const endedFailure = (session: Session, command: string) => ({
  type: 'SESSION_ENDED' as const,
  text: `'${command}' is not possible: the session has ended${session.lifecycle.endReason === undefined ? '' : ` (${session.lifecycle.endReason})`}`,
})

function perform(session: Session, asked: Asked): void {
  switch (groupOf(asked.request.command, session.options.traits.serves)) {
    case 'initialize':
      return
    case 'start':
      startOrJoin(session, asked)
      return
    case 'configurationDone':
      configurationDone(session, asked)
      return
    case 'breakpoints':
      forwardBreakpoints(session, asked)
      return
    case 'threads':
      serveWaitingJoiner(session, asked.client)
      forward(session, asked)
      return
    case 'move':
      move(session, asked)
      return
    case 'pause':
      pause(session, asked)
      return
    case 'disconnect':
      disconnectClient(session, asked)
      return
    case 'terminate':
      terminateProgram(session, asked)
      return
    case 'restart':
      restartProgram(session, asked)
      return
    case 'cancel':
      cancelRequest(session, asked)
      return
    case 'own':
      performOwn(session, asked)
      return
    case 'inspect':
    case 'change':
    case 'other':
      forward(session, asked)
  }
}

/** The multiplexer's own requests; but for messages, only clients inside the daemon and the terminal speak them. */
function performOwn(session: Session, asked: Asked): void {
  const { command } = asked.request
  const args: JsonObject = argumentsOf(asked)
  if (command === 'dapplex_message') {
    sendMessage(session, asked)
    return
  }
  if (asked.client.actor.kind === 'editor') {
    fail(session, asked, { type: 'FORBIDDEN', text: `'${command}' is not for editors; use the requests of DAP` })
    return
  }
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
