import { localPrincipal } from './identity.js'
import { principalOf, readPrincipals, type Principal } from './principals.js'
import { isSameToken } from './token.js'

/** Who may connect: the local user, and everyone whose token is registered in the state folder. */
export class Gate {
  readonly #localToken: string
  readonly #principalFile: string

  /** @param principalFile is read for each token, so that adding or removing one needs no restart */
  constructor(localToken: string, principalFile: string) {
    this.#localToken = localToken
    this.#principalFile = principalFile
  }

  /** The principal of everyone who can open the socket or read the token file. */
  get local(): Principal {
    return { name: localPrincipal(), role: 'owner' }
  }

  /** Undefined for an unknown token. @throws Error when the list of principals cannot be read */
  find(token: string): Principal | undefined {
    return isSameToken(token, this.#localToken) ? this.local : principalOf(token, readPrincipals(this.#principalFile))
  }
}
