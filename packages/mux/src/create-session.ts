import { keepFirst } from './breakpoints/own-requests.js'
import type { SessionSettings } from './options.js'
import { emptySession, type Session } from './session.js'

/** A session whose adapter is not there yet. Feed it with `transition`. */
export function createSession(settings: SessionSettings): Session {
  const session = emptySession(settings)
  keepFirst(session, settings.breakpoints ?? [])
  return session
}
