import type { Asked } from '../client/asked.js'
import { argumentsOf } from '../client/asked.js'
import { mayEndProgram } from '../control/may-end.js'
import { ask, fail } from '../outbox.js'
import type { Session } from '../session.js'

/** `restart` by the adapter where it can (mux 11). */
export function restartProgram(session: Session, asked: Asked): void {
  if (!mayEndProgram(session, asked.client)) {
    const text = `${asked.client.profile.name} may not restart the program: it belongs to its launcher and to owners`
    fail(session, asked, { type: 'FORBIDDEN', text })
    return
  }
  if (session.capabilities.announced?.supportsRestartRequest === true && session.lifecycle.adapter === 'ready') {
    ask(session, { command: 'restart', args: argumentsOf(asked), purpose: { kind: 'client', asked } })
    return
  }
  fail(session, asked, { type: 'UNSUPPORTED', text: `${session.options.adapterTitle} cannot restart the program` })
}
