import type { JsonObject } from '@dapplex/protocol'
import { textIn } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import { isReachable } from '../../state/lifecycle.js'
import type { Session } from '../../state/session.js'

/**
 * Rule: mux 12, 26. Ends an evaluation whose sender does not wait for it any more, where the adapter cannot cancel it but the program
 * can be made to (`evaluation.interrupt`). It goes on in its thread otherwise, and blocks what others ask.
 * @param args the arguments of the evaluation, as the adapter has them
 * @returns whether the program was asked to end it
 */
export function interrupt(session: Session, args: JsonObject): boolean {
  const expression = interruptOf(session, args)
  if (expression === undefined) return false
  // One that is not answered yet is stuck behind the evaluation; more would not help.
  if (!isUnderWay(session, expression))
    ask(session, { command: 'evaluate', args: { expression, context: 'watch' }, purpose: { kind: 'unheard' } })
  return true
}

/** Whether the adapter has not answered this interrupt yet. */
function isUnderWay({ pending }: Session, expression: string): boolean {
  for (const { purpose, args } of pending.entries.values())
    if (purpose.kind === 'unheard' && args['expression'] === expression) return true
  return false
}

/**
 * Again, for an evaluation that was cancelled and goes on: it may have begun only after the first interrupt.
 * @returns whether the program has done the first; then the adapter is not silent
 */
export function interruptAgain(session: Session, args: JsonObject): boolean {
  const expression = interruptOf(session, args)
  if (expression === undefined || isUnderWay(session, expression)) return false
  return interrupt(session, args)
}

function interruptOf({ options, lifecycle }: Session, args: JsonObject): string | undefined {
  const ended = textIn(args, 'expression')
  if (ended === undefined || !isReachable(lifecycle.state)) return undefined
  return options.traits.evaluation.interrupt?.replaceAll('{{expression}}', () => JSON.stringify(ended))
}
