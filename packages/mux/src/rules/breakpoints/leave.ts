import { record } from '../../outbox/record.js'
import type { Client } from '../../state/clients/client.js'
import { askedFor, SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { syncList } from './sync.js'
import { dropTemporaryOf } from './temporary.js'

/**
 * Rule: mux 3. The breakpoints of a client that leaves are removed. If it asked to keep them, the
 * session becomes their owner.
 */
export function dropOwner(session: Session, client: Client): void {
  const gone = new Set<number>()
  for (const list of session.breakpoints.lists.values()) {
    list.waiting = list.waiting.filter((waiter) => waiter.asked.client !== client)
    const ownerList = list.owners.get(client.id)
    if (ownerList === undefined) continue
    list.owners.delete(client.id)
    if (client.keepBreakpoints) {
      const kept = askedFor(ownerList.specs).map((spec) => ({ ...spec, client: SESSION_OWNER }))
      const already = list.owners.get(SESSION_OWNER)
      list.owners.set(SESSION_OWNER, { ...ownerList, specs: [...(already?.specs ?? []), ...kept], rest: {} })
    } else for (const spec of askedFor(ownerList.specs)) gone.add(spec.id)
  }
  dropTemporaryOf(session, client.id)
  for (const id of gone) record(session, { kind: 'breakpoint', reason: 'removed', breakpointId: id }, client.actor)
  session.breakpoints.foreignTold.delete(client.id)
  session.breakpoints.isForeignStale = true
  for (const list of session.breakpoints.lists.values()) if (list.signature !== undefined) syncList(session, list)
}
