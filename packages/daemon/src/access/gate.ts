import { localPrincipal } from './identity.js'
import { principalOf, readPrincipals, type Principal } from './principals.js'
import { isSameToken } from './token.js'

/** Who may come in: the local user, and whoever has a token of the state folder. */
export class Gate {
  readonly #localToken: string
  readonly #principalFile: string

  /** @param principalFile is read at each token, so that adding and removing one needs no restart */
  constructor(localToken: string, principalFile: string) {
    this.#localToken = localToken
    this.#principalFile = principalFile
  }

  /** Whoever can open the socket, or read the token file. */
  get local(): Principal {
    return { name: localPrincipal(), role: 'owner' }
  }

  /** Undefined for a token that nobody has. @throws Error when the list of principals cannot be read */
  find(token: string): Principal | undefined {
    return isSameToken(token, this.#localToken) ? this.local : principalOf(token, readPrincipals(this.#principalFile))
  }
}
