import { textIn } from '@dapplex/protocol'
import { tell } from '../../outbox/to-client.js'
import type { Client } from '../../state/clients/client.js'
import { hears } from '../../state/clients/client.js'
import { slotOf, type BreakpointList, type BreakpointSpec } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { lineAt } from './breakpoint-lines.js'

/** More breakpoints than this are told as a number. */
const MOST_LINES = 3

/**
 * The program has ended: each editor is told in its console which of its breakpoints never stopped it. Only in a session that was
 * started through the tools: there hits are counted from the beginning, while one editor alone is not made to wait for that.
 */
export function tellMissed(session: Session): void {
  const clients = [...session.clients.values()]
  if (!clients.some(({ actor }) => actor.kind === 'surface')) return
  for (const client of clients) if (client.actor.kind === 'editor' && hears(client)) tellMissedTo(session, client)
}

function tellMissedTo(session: Session, client: Client): void {
  const missed = [...session.breakpoints.lists.values()].flatMap((list) => linesOf(session, list, client))
  const lines = missed.length > MOST_LINES ? [`${missed.length} of your breakpoints were never hit`] : missed
  for (const line of lines)
    tell(session, client, { event: 'output', body: { category: 'console', output: `${line}\n` } })
}

function linesOf(session: Session, list: BreakpointList, { id }: Client): string[] {
  if (list.kind !== 'source' && list.kind !== 'function') return []
  const own = list.owners.get(id)
  const missed = own?.specs.filter((spec) => spec.hits === 0 && spec.isEnabled && spec.logMessage === undefined) ?? []
  return missed.map((spec) => `${placeOf(session, spec, own?.source['path'])} was never hit${whyOf(list, spec)}`)
}

function placeOf(session: Session, { raw }: BreakpointSpec, path: unknown): string {
  if (typeof raw['name'] === 'string') return `the breakpoint on ${raw['name']}`
  const line = Number(raw['line'])
  return `the breakpoint at ${typeof path === 'string' ? lineAt(session, path, line) : `line ${line}`}`
}

function whyOf(list: BreakpointList, spec: BreakpointSpec): string {
  const answer = slotOf(list, spec)?.answer
  if (answer?.['verified'] === true) return ''
  return `: ${textIn(answer ?? {}, 'message') ?? 'its code was not loaded'}`
}
