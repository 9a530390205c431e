import { ask } from '../../outbox/to-adapter.js'
import type { BreakpointList, Flight } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { realPath } from '../../translation/sources/spelling.js'

/**
 * The spellings of a source that the adapter may know, the likeliest first: the real path, then what its owners wrote. A
 * program that was built through a symbolic link knows the latter.
 */
function spellingsOf(session: Session, { owners, source }: BreakpointList): string[] {
  const written = [...owners.values(), { source }].flatMap(({ source: { path } }) =>
    typeof path === 'string' ? [path] : [],
  )
  const [first] = written
  return first === undefined ? [] : [...new Set([realPath(session, first), ...written])]
}

/** Chooses the spelling that goes upstream, where none has been chosen yet. */
export function chooseSpelling(session: Session, list: BreakpointList): void {
  if (list.kind === 'source') list.path ??= spellingsOf(session, list)[0]
}

/**
 * After an answer without a verified breakpoint, another spelling is tried; after the last one, it is the likeliest again.
 * True if the list has to be sent again.
 */
export function tryNextSpelling(session: Session, list: BreakpointList, { slots, waiters }: Flight): boolean {
  const { path, tried } = list
  if (list.kind !== 'source' || path === undefined || slots.length === 0) return false
  tried.add(path)
  if (slots.some(({ answer }) => answer?.['verified'] === true)) return false
  const spellings = spellingsOf(session, list)
  const next = spellings.find((one) => !tried.has(one)) ?? spellings[0]
  if (next === undefined || next === path) return false
  // The adapter forgets the list of this spelling first.
  const args = { source: { ...list.source, path }, breakpoints: [] }
  list.flight = { slots: [], signature: '', waiters, isClearing: true }
  ask(session, { command: 'setBreakpoints', args, purpose: { kind: 'sourceBreakpoints', source: list.key } })
  list.path = next
  list.signature = undefined
  return true
}
