import type { JsonObject } from '@dapplex/protocol'
import { tell, tellAll } from '../../outbox/to-client.js'
import { hears } from '../../state/clients/client.js'
import { setStopped, stands, threadOf } from '../../state/program/threads.js'
import type { Session } from '../../state/session.js'

/**
 * The adapter's `thread` event with reason `started`. Some editors take it for a sign that the thread runs, so it never
 * follows that thread's `stopped`: it is held until the thread runs (mux 7).
 */
export function threadStarted(session: Session, body: JsonObject & { readonly threadId: number }): void {
  const { threads } = session
  const thread = threadOf(threads, body.threadId)
  if (!stands(threads, thread)) {
    tellAll(session, { event: 'thread', body })
    return
  }
  setStopped(thread, thread.stopId ?? threads.stopId)
  const clients = [...session.clients.values()].filter(hears).map(({ id }) => id)
  thread.heldStart = { body, clients: new Set(clients) }
}

/** Tells the held `started` events of the threads that run by now. Later clients have heard of these threads already. */
export function releaseStarts(session: Session): void {
  const { threads, clients } = session
  for (const thread of threads.all.values()) {
    const held = thread.heldStart
    if (held === undefined || stands(threads, thread)) continue
    thread.heldStart = undefined
    for (const client of clients.values())
      if (held.clients.has(client.id) && hears(client)) tell(session, client, { event: 'thread', body: held.body })
  }
}
