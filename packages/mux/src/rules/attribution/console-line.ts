import { tell } from '../../outbox/to-client.js'
import type { Client } from '../../state/clients/client.js'
import { hears } from '../../state/clients/client.js'
import type { Session } from '../../state/session.js'

/**
 * Prints who did what in the console of every other editor (mux 18). Tools and the terminal read the record instead.
 */
export function tellOthers(session: Session, doer: Client, what: string): void {
  if (doer.actor.kind === 'surface') return
  for (const client of session.clients.values()) {
    if (client === doer || client.actor.kind !== 'editor' || !hears(client)) continue
    tell(session, client, {
      event: 'output',
      body: { category: 'console', output: `[${doer.profile.name}] ${what}\n` },
    })
  }
}
