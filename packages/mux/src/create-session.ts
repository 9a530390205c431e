import { keepFirst } from './rules/breakpoints/session-requests.js'
import type { SessionSettings } from './state/contract/options.js'
import type { Session } from './state/session.js'
import { emptySession } from './state/session.js'

/** A session whose adapter is not there yet. Feed it with `transition`. */
export function createSession(settings: SessionSettings): Session {
  const session = emptySession(settings)
  keepFirst(session, settings.breakpoints ?? [])
  return session
}
