import type { JsonObject } from '@dapplex/protocol'
import { foldCapabilities } from '../capabilities/merge.js'
import { ask } from '../outbox.js'
import type { Session } from '../session.js'

/** A fresh adapter process is connected. It is greeted as soon as somebody has said how (mux 10). */
export function adapterStarted(session: Session): void {
  const { lifecycle } = session
  if (lifecycle.adapter !== 'absent' && lifecycle.adapter !== 'gone') return
  if (session.phase === 'ended' && lifecycle.restart !== 'starting') return
  lifecycle.adapter = 'connected'
  lifecycle.processes += 1
  // A restarted program is another process.
  session.history.process = undefined
  sendInitialize(session)
}

/** Sends the one upstream initialize, when adapter and arguments are both there. */
export function sendInitialize(session: Session): void {
  const { lifecycle } = session
  if (lifecycle.adapter !== 'connected' || lifecycle.initializeArgs === undefined) return
  lifecycle.adapter = 'greeted'
  const args = upstreamArguments(session, lifecycle.initializeArgs)
  ask(session, { command: 'initialize', args, purpose: { kind: 'initialize' } })
}

/**
 * What the adapter is told of "the client": always lines and columns from 1 and the adapter's own spelling of paths, and
 * everything that the multiplexer can serve or emulate (mux 8). The rest is as the first client said.
 */
function upstreamArguments(session: Session, first: JsonObject): JsonObject {
  const own = Object.fromEntries(Object.entries(first).filter(([key]) => !key.startsWith('dapplex')))
  const { policies, traits } = session.options
  return {
    ...own,
    linesStartAt1: true,
    columnsStartAt1: true,
    pathFormat: traits.pathFormat,
    supportsVariableType: true,
    supportsVariablePaging: true,
    supportsMemoryReferences: true,
    supportsProgressReporting: true,
    supportsInvalidatedEvent: true,
    supportsMemoryEvent: true,
    supportsStartDebuggingRequest: true,
    supportsRunInTerminalRequest: first['supportsRunInTerminalRequest'] === true || policies.runsCommands,
  }
}

/** The adapter's answer to initialize. A refusal is no reason to give up before launch: capabilities stay as announced. */
export function initializeAnswered(session: Session, message: JsonObject): void {
  session.lifecycle.adapter = 'ready'
  foldCapabilities(session.capabilities, message['success'] === true ? message['body'] : {})
}
