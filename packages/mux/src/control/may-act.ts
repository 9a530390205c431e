import type { Asked } from '../client/asked.js'
import type { Failure } from '../failure.js'
import type { CommandGroup } from '../requests/standard.js'
import type { Session } from '../session.js'

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

/** Why a request is refused to this client, or undefined. Role first, then control (mux 9, 19). */
export function mayAct(_session: Session, asked: Asked, group: CommandGroup): Failure | undefined {
  const { profile } = asked.client
  if (profile.role !== 'observer' || !operatorGroups.has(group)) return undefined
  const text = `'${asked.request.command}' needs the operator role; ${profile.name} is an observer`
  return { type: 'FORBIDDEN', text, data: { role: profile.role, needs: 'operator' } }
}
