import { log } from '../../../outbox/record.js'
import { tell } from '../../../outbox/to-client.js'
import type { Client } from '../../../state/clients/client.js'
import { release } from '../../../state/clients/flow.js'
import type { Session } from '../../../state/session.js'
import { disconnectFor } from './disconnect.js'

const timerOf = (client: Client): string => `stalled:${client.id}`

/** The client in the name of such a timer. */
export const stalledOfTimer = (timer: string): number | undefined =>
  timer.startsWith('stalled:') ? Number(timer.slice('stalled:'.length)) : undefined

/** The runtime has said how much waits for a client: it becomes slow, or is served again (mux 16). */
export function clientDrained(session: Session, client: Client, bytes: number): void {
  if (client.stage === 'left') return
  const { flow } = client
  const { clientBytes, stalledMs } = session.options.limits
  if (flow.state === 'flowing') {
    if (bytes <= clientBytes) return
    flow.state = 'slow'
    log(session, 'warn', `${client.profile.name} does not read: ${bytes} bytes wait for it; its output is held back`)
    session.effects.push({ kind: 'startTimer', timer: timerOf(client), ms: stalledMs })
    return
  }
  if (bytes > clientBytes / 4) {
    // Some bytes have left: it reads, if slowly.
    session.effects.push({ kind: 'startTimer', timer: timerOf(client), ms: stalledMs })
    return
  }
  session.effects.push({ kind: 'cancelTimer', timer: timerOf(client) })
  for (const body of release(flow)) tell(session, client, { event: 'output', body })
}

/** It has read nothing for long. */
export function clientStalled(session: Session, client: Client): void {
  if (client.flow.state !== 'slow') return
  disconnectFor(session, client, `has read nothing for ${session.options.limits.stalledMs} ms`)
}
