import type { JsonObject } from '@dapplex/protocol'
import type { BreakpointList, Flight, Slot } from '../../state/program/breakpoints.js'
import { SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'

/** How far down a line with code is looked for. */
const FARTHEST = 20

/** The entry at the line where it is tried now. */
export function shifted({ shifts }: BreakpointList, place: string, entry: JsonObject): JsonObject {
  const shift = shifts.get(place)
  const { line } = entry
  return shift?.kind === 'trying' && typeof line === 'number' ? { ...entry, line: line + shift.by } : entry
}

/**
 * Most adapters move a breakpoint from a line without code to the next one that has some. For one that does not, it is done here,
 * but only for breakpoints of the session: an editor sees what its adapter answers. True if the list has to be sent again.
 */
export function tryNextLine({ options }: Session, list: BreakpointList, { slots, waiters }: Flight): boolean {
  const { noCodeAtLine } = options.traits
  if (noCodeAtLine === undefined || list.kind !== 'source') return false
  const pattern = new RegExp(noCodeAtLine)
  const moving = slots.filter((slot) => hasNoCode(slot, pattern) && list.shifts.get(slot.place)?.kind !== 'givenUp')
  for (const { place } of moving) moveDown(list, place)
  if (moving.length === 0) return false
  list.signature = undefined
  list.waiting.unshift(...waiters)
  return true
}

function hasNoCode({ answer, specs }: Slot, pattern: RegExp): boolean {
  const message = answer?.['message']
  if (answer?.['verified'] === true || typeof message !== 'string') return false
  return pattern.test(message) && specs.every(({ client }) => client === SESSION_OWNER)
}

function moveDown({ shifts }: BreakpointList, place: string): void {
  const shift = shifts.get(place)
  const by = (shift?.kind === 'trying' ? shift.by : 0) + 1
  shifts.set(place, by > FARTHEST ? { kind: 'givenUp' } : { kind: 'trying', by })
}
