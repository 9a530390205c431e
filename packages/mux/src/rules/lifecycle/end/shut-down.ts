import { tell, tellImportant } from '../../../outbox/to-client.js'
import { hears } from '../../../state/clients/client.js'
import type { Session } from '../../../state/session.js'
import { dismissAdapter, endSession, failOpen } from './end.js'

/**
 * The daemon ends, or somebody outside ends the session (mux 27): what was launched is ended cleanly, what was attached to
 * is let go, and every client is told why, and how to go on. Editors show the first line of it as a notice: it is short.
 */
export function shutDown(session: Session, why: string): void {
  if (session.lifecycle.state.kind === 'ended') return
  const isAttached = session.lifecycle.launch?.command === 'attach'
  const fate = isAttached ? 'the program goes on without a debugger' : 'the program is ended'
  const output = `${fate}. To go on, start debugging again (in VS Code: F5)\n`
  for (const client of session.clients.values()) {
    if (!hears(client)) continue
    tellImportant(session, client, `the session ends: ${why}`)
    tell(session, client, { event: 'output', body: { category: 'console', output } })
  }
  dismissAdapter(session, { terminateDebuggee: !isAttached })
  endSession(session, why)
  failOpen(session, why)
}
