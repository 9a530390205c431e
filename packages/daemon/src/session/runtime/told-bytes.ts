import type { SessionInput } from '../../journal/session-input.js'

type Drained = SessionInput & { readonly kind: 'clientDrained' }

/**
 * Tells the core how many bytes wait for each client, unless it knows: none wait until it is told. A client that reads what it is sent
 * has none after each message, and to say so each time was a third of the core's inputs.
 */
export class ToldBytes {
  readonly #waiting = new Set<number>()

  constructor(private readonly feed: (input: Drained) => void) {}

  tell(client: Drained['client'], bytes: number): void {
    const wereTold = this.#waiting.delete(client)
    if (bytes > 0) this.#waiting.add(client)
    if (bytes > 0 || wereTold) this.feed({ kind: 'clientDrained', client, bytes })
  }

  forget(client: Drained['client']): void {
    this.#waiting.delete(client)
  }
}
