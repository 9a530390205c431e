import type { Logger } from '../state/logger.js'
import { FailedTokens } from './failed-tokens.js'
import { localPrincipal } from './identity.js'
import { entryOf, hasExpired, readPrincipals, type Principal, type RegisteredPrincipal } from './principals.js'
import { isSameToken } from './token.js'

/** What a token allows, and until when. */
export interface Grant {
  readonly principal: Principal
  /** The entry of a registered token; undefined for the token of this user, which is good as long as the daemon runs. */
  readonly entry?: RegisteredPrincipal
}

/** Why a token opens nothing. */
export type RefusedFor = 'unknown' | 'expired' | 'unreadable'

export type Verdict =
  | { readonly kind: 'granted'; readonly grant: Grant }
  /** `afterMs`: the answer waits so long, because many wrong tokens came from that address. */
  | { readonly kind: 'refused'; readonly why: RefusedFor; readonly afterMs: number }

interface GateOptions {
  readonly localToken: string
  /** It is read for each token, so that adding or removing one needs no restart. */
  readonly principalFile: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Who may connect: the local user, and everyone whose token is registered in the state folder. */
export class Gate {
  readonly #options: GateOptions
  readonly #failed = new FailedTokens()
  #refused = 0

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** The principal of everyone who can open the socket or read the token file. */
  get local(): Principal {
    return { name: localPrincipal(), role: 'owner' }
  }

  /** How many tokens were refused. */
  get refused(): number {
    return this.#refused
  }

  /** @param address where the token came from */
  find(token: string, address: string): Verdict {
    const { localToken, log } = this.#options
    if (isSameToken(token, localToken)) return { kind: 'granted', grant: { principal: this.local } }
    const found = this.#entryOf(token)
    if (typeof found === 'object') return { kind: 'granted', grant: grantOf(found) }
    this.#refused += 1
    const afterMs = this.#failed.failed(address, performance.now())
    if (found !== 'unreadable') log.warn({ address, why: found, afterMs }, 'a token was refused')
    return { kind: 'refused', why: found, afterMs }
  }

  /** Tells of grants whether they are good now: the entry is there as it was, and its time is not over. */
  check(): (grant: Grant) => boolean {
    const entries = this.#readable()
    return ({ entry }) =>
      entry === undefined ||
      entries.some(
        ({ sha256, name, role, expires }) =>
          sha256 === entry.sha256 && name === entry.name && role === entry.role && !hasExpired({ expires }, Date.now()),
      )
  }

  #readable(): readonly RegisteredPrincipal[] {
    try {
      return readPrincipals(this.#options.principalFile)
    } catch (err) {
      this.#options.log.error({ err }, 'the list of tokens cannot be read: connections by its tokens are closed')
      return []
    }
  }

  #entryOf(token: string): RegisteredPrincipal | RefusedFor {
    try {
      const entry = entryOf(token, readPrincipals(this.#options.principalFile))
      if (entry === undefined) return 'unknown'
      return hasExpired(entry, Date.now()) ? 'expired' : entry
    } catch (err) {
      this.#options.log.error({ err }, 'the list of tokens cannot be read: every token of it is refused')
      return 'unreadable'
    }
  }
}

const grantOf = (entry: RegisteredPrincipal): Grant => ({
  principal: { name: entry.name, role: entry.role },
  entry,
})
