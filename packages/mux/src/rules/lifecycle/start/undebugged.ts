import type { JsonObject } from '@dapplex/protocol'
import { ask } from '../../../outbox/to-adapter.js'
import { isReachable } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { requestOfKind } from '../../breakpoints/decode.js'
import { argumentsFor } from '../../breakpoints/slots.js'

/** Whether the program was launched to run without debugging (DAP, `LaunchRequestArguments`, `noDebug`). */
export function isWithoutDebugging({ lifecycle }: Session): boolean {
  const { launch, relaunchArgs } = lifecycle
  return launch?.command === 'launch' && (relaunchArgs ?? launch.args)['noDebug'] === true
}

/** Whether the launch has gone to the adapter: some send `initialized` before it. */
export const isLaunchSent = ({ lifecycle }: Session): boolean =>
  lifecycle.launch !== undefined && lifecycle.launchAsked === undefined && isReachable(lifecycle.state)

/**
 * Rule: mux 10. An adapter that debugs although it was told not to is sent no breakpoints, and an empty list of exception filters,
 * so that nothing stops the program; what was set before is taken back.
 */
export function configureUndebugged(session: Session): void {
  const { breakpoints, capabilities } = session
  const send = (command: string, args: JsonObject) => ask(session, { command, args, purpose: { kind: 'unheard' } })
  for (const list of breakpoints.lists.values()) {
    if (list.kind === 'exception' || (list.signature === undefined && list.flight === undefined)) continue
    send(requestOfKind[list.kind], argumentsFor(list, []))
  }
  if ((capabilities.announced?.exceptionBreakpointFilters ?? []).length > 0)
    send('setExceptionBreakpoints', { filters: [] })
  if (capabilities.announced?.supportsConfigurationDoneRequest === true)
    ask(session, { command: 'configurationDone', purpose: { kind: 'configurationDone' } })
}

/** An adapter that debugs all the same has stopped the program: it goes on, and nobody is told (mux 10). */
export function passStop(session: Session, body: JsonObject): void {
  const args = { threadId: body['threadId'] ?? 0 }
  ask(session, { command: 'continue', args, purpose: { kind: 'unheard' } })
}
