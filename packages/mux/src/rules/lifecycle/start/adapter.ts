import type { JsonObject } from '@dapplex/protocol'
import { ask } from '../../../outbox/to-adapter.js'
import type { Session } from '../../../state/session.js'
import { withoutDapplexKeys } from '../../../translation/conventions/to-adapter.js'
import { foldCapabilities } from '../../capabilities/merge.js'
import { withAdapter } from '../state-table.js'

/** A fresh adapter process is connected. It is sent initialize as soon as the first client has sent one (mux 10). */
export function adapterStarted(session: Session): void {
  const { lifecycle } = session
  const { state } = lifecycle
  if (state.kind !== 'starting' || state.adapter !== 'absent') return
  lifecycle.state = withAdapter(state, 'connected')
  lifecycle.processes += 1
  // A restarted program is another process.
  session.history.process = undefined
  sendInitialize(session)
}

/** Sends the one upstream initialize, when adapter and arguments are both there. */
export function sendInitialize(session: Session): void {
  const { lifecycle } = session
  const { state } = lifecycle
  if (!('adapter' in state) || state.adapter !== 'connected' || lifecycle.initializeArgs === undefined) return
  lifecycle.state = withAdapter(state, 'greeted')
  const args = upstreamArguments(session, lifecycle.initializeArgs)
  ask(session, { command: 'initialize', args, purpose: { kind: 'initialize' } })
}

/**
 * The arguments of initialize for the adapter: lines and columns from 1, paths in the adapter's format, and everything
 * that the multiplexer can serve or emulate (mux 8). The rest is as the first client said.
 */
function upstreamArguments(session: Session, first: JsonObject): JsonObject {
  const { policies, traits } = session.options
  return {
    ...withoutDapplexKeys(first),
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
  const { lifecycle } = session
  lifecycle.state = withAdapter(lifecycle.state, 'ready')
  foldCapabilities(session.capabilities, message['success'] === true ? message['body'] : {})
}
