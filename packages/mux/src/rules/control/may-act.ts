import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'
import { holds, leaseAt, mayTake } from '../../state/control.js'
import { isLazy } from '../../state/ids/references.js'
import type { CommandGroup } from '../../state/requests/standard.js'
import { isAutomaticEvaluation } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { grant, heldFailure } from './lease.js'

/** What an observer may not ask for: everything that moves, changes or ends the program. */
const operatorGroups: ReadonlySet<CommandGroup> = new Set([
  'breakpoints',
  'move',
  'pause',
  'change',
  'terminate',
  'restart',
  'other',
])

/** Who may not move the program must not keep others from it. */
const TAKES_CONTROL = 'dapplex_controlAcquire'

/** What needs control while somebody holds it. Reading never does, and everyone may set breakpoints. */
const controlledGroups: ReadonlySet<CommandGroup> = new Set(['move', 'pause', 'change', 'restart', 'terminate'])

/** Why a request is refused to this client, or undefined. Role first, then control (mux 9, 19). */
export function mayAct(session: Session, asked: Asked, group: CommandGroup): Failure | undefined {
  const { profile } = asked.client
  if (profile.role === 'observer' && (operatorGroups.has(group) || asked.request.command === TAKES_CONTROL)) {
    const text = `'${asked.request.command}' needs the operator role; ${profile.name} is an observer`
    return { type: 'FORBIDDEN', text, data: { command: asked.request.command, role: profile.role, needs: 'operator' } }
  }
  if (profile.role === 'observer' && readsLazily(session, asked)) {
    const text = `reading this value runs code of the program, which needs the operator role; ${profile.name} is an observer`
    return { type: 'FORBIDDEN', text, data: { command: asked.request.command, role: profile.role, needs: 'operator' } }
  }
  return controlledGroups.has(group) ? takeControl(session, asked, group) : undefined
}

/** Whether a request reads a value that an adapter leaves to be asked for, such as a getter's. */
const readsLazily = ({ references }: Session, asked: Asked): boolean =>
  asked.request.command === 'variables' && isLazy(references, argumentsOf(asked)['variablesReference'])

/**
 * Rule: mux 19. While nobody holds control everyone may act; in `exclusive` mode acting takes it. A person takes it from an
 * agent, or from another window of the same person, by acting. An editor's automatic evaluations neither need nor take it.
 */
function takeControl(session: Session, asked: Asked, group: CommandGroup): Failure | undefined {
  if (isAutomaticEvaluation(asked.request.command, argumentsOf(asked))) return undefined
  const lease = leaseAt(session.control, session.now)
  const { actor } = asked.client
  if (!mayTake(lease, asked.client)) return heldFailure(lease, session.now)
  // A request to end the program does not take control: only a client that has control already may end it (mux 11).
  if (group === 'terminate' || group === 'restart') return undefined
  const isExclusive = session.options.policies.control === 'exclusive'
  const isTaken = lease !== undefined && !holds(lease, asked.client)
  if (actor.kind === 'surface' || (!isExclusive && !isTaken)) return undefined
  grant(session, asked.client, { ms: session.options.limits.leaseMs, reason: undefined, isAsked: false })
  return undefined
}
