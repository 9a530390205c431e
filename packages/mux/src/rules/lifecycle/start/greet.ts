import { answer, fail, tell } from '../../../outbox/to-client.js'
import type { Asked, Client } from '../../../state/clients/client.js'
import { argumentsOf } from '../../../state/clients/client.js'
import { isAdapterGone, knowsCapabilities } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { decideConventions } from '../../../translation/conventions/conventions.js'
import { holdFilters } from '../../breakpoints/default-filters.js'
import { mergedCapabilities } from '../../capabilities/merge.js'
import { sendInitialize } from './adapter.js'
import { welcome } from './welcome.js'

/**
 * A client's `initialize`. It is answered when the adapter's capabilities are known (mux 9). `answered`: the front door
 * has done that already, before the session was known; the true capabilities follow as an event.
 */
export function greet(
  session: Session,
  asked: Asked,
  answered: { readonly filters: readonly string[] } | undefined,
): void {
  const { client } = asked
  if (client.stage !== 'connected') {
    fail(session, asked, { type: 'INVALID_REQUEST', text: 'initialize may be sent once per connection' })
    return
  }
  const decided = decideConventions(argumentsOf(asked))
  if (decided.kind === 'refused') {
    fail(session, asked, { type: 'INVALID_REQUEST', text: decided.why })
    return
  }
  client.conventions = decided.conventions
  client.stage = 'greeting'
  if (answered !== undefined) {
    client.filters = { kind: 'untold', offered: answered.filters }
    asked.state = 'answered'
    client.open.delete(asked)
    client.seq = Math.max(client.seq, 1)
  }
  session.lifecycle.initializeArgs ??= argumentsOf(asked)
  chooseOpener(session)
  sendInitialize(session)
  if (knowsCapabilities(session.lifecycle.state)) finishGreeting(session, client)
}

/** The first client that greets opens the session: events reach it as the adapter sends them, from the start. */
export function chooseOpener(session: Session): void {
  if (session.lifecycle.launch !== undefined || isAdapterGone(session.lifecycle.state)) return
  for (const client of session.clients.values()) if (client.isOpener && client.stage !== 'left') return
  for (const client of session.clients.values()) {
    if (client.stage !== 'greeting' && client.stage !== 'greeted') continue
    client.isOpener = true
    return
  }
}

/** Answers all clients that wait for the adapter's capabilities, in the order they came. */
export function finishGreetings(session: Session): void {
  for (const client of session.clients.values()) if (client.stage === 'greeting') finishGreeting(session, client)
}

function finishGreeting(session: Session, client: Client): void {
  // When the front door has answered initialize, launch or attach may come before the adapter has.
  client.stage = client.hasStarted ? 'joining' : 'greeted'
  const capabilities = mergedCapabilities(session.capabilities)
  for (const asked of client.open) {
    if (asked.request.command !== 'initialize') continue
    answer(session, asked, capabilities)
    return
  }
  tell(session, client, { event: 'capabilities', body: { capabilities } })
  holdFilters(session, client)
  welcome(session, client)
}
