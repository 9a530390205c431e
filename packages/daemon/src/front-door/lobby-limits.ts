import type { FramingLimits } from '@dapplex/transport'

/** A client without a token sends an initialize and a launch. No launch is larger. */
const LOBBY_BYTES = 256 * 1024

/** The limits of a DAP connection: small until the client has shown its token, so that a stranger pins no memory. */
export class LobbyLimits implements FramingLimits {
  readonly headerBytes = 64 * 1024
  readonly #admittedBytes: number
  #isAdmitted = false

  constructor(admittedBytes: number) {
    this.#admittedBytes = admittedBytes
  }

  get bodyBytes(): number {
    return this.#isAdmitted ? this.#admittedBytes : Math.min(LOBBY_BYTES, this.#admittedBytes)
  }

  admit(): void {
    this.#isAdmitted = true
  }
}
