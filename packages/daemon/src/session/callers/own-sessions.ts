import type { Identity } from '../../access/identity.js'

/** Clients whose sessions are remembered between their connections. */
const MOST_CLIENTS = 1000

/** The sessions that one client has started, joined or selected, and how its last start went. */
export interface OwnSessions {
  readonly ids: Set<string>
  /** Breakpoints that it set before its workspace was known. */
  readonly unplaced: Set<number>
  /** After a failed start, the caller's next use of a session of its own counts as a start. */
  lastStart: 'none' | 'succeeded' | 'failed'
}

/**
 * The own sessions of every client. All connections of a named client share them (mux 19), so that `dapplex call` finds in one call
 * the session that it started in another.
 */
export class OwnSessionTable {
  readonly #named = new Map<string, OwnSessions>()

  of({ principal, kind, name, presence }: Identity): OwnSessions {
    if (presence === 'connection') return none()
    const key = JSON.stringify([principal, kind, name])
    const known = this.#named.get(key) ?? none()
    // A key that is set again becomes the youngest one.
    this.#named.delete(key)
    this.#named.set(key, known)
    const [oldest] = this.#named.keys()
    if (this.#named.size > MOST_CLIENTS && oldest !== undefined) this.#named.delete(oldest)
    return known
  }
}

const none = (): OwnSessions => ({ ids: new Set(), unplaced: new Set(), lastStart: 'none' })
