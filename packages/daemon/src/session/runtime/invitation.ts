import type { Effect } from '@dapplex/mux'
import { isJsonObject } from '@dapplex/protocol'

/** One client that was asked to join, and what came of it. */
interface Invited {
  readonly client: number
  /** Of the request `startDebugging` that it was sent. */
  readonly seq: number
  readonly name: string
  state: 'asked' | 'declined' | 'left'
}

/** The clients of a session that were asked to join one child session (mux 14). */
export class Invitation {
  readonly #invited: readonly Invited[]
  readonly #listeners = new Set<() => void>()

  /** @param effects what the core wants done after the child was opened: the requests to its clients are among them */
  constructor(effects: readonly Effect[], nameOf: (client: number) => string) {
    this.#invited = effects.flatMap((effect): Invited[] => {
      if (effect.kind !== 'sendToClient' || effect.message.type !== 'request') return []
      if (!('command' in effect.message) || effect.message.command !== 'startDebugging') return []
      const { client } = effect
      return [{ client, seq: effect.message.seq, name: nameOf(client), state: 'asked' }]
    })
  }

  /** How many may still come: they have not refused, and are there. */
  get expected(): number {
    return this.#invited.filter(({ state }) => state === 'asked').length
  }

  /** Those that will not come, with the reason. */
  get absent(): readonly string[] {
    return this.#invited.flatMap(({ state, name }) => {
      if (state === 'asked') return []
      return [state === 'declined' ? `${name} could not start a session` : `${name} has left`]
    })
  }

  /** Looks at a message of a client: it may be a refusal. */
  heard(client: number, message: unknown): void {
    if (!isJsonObject(message) || message['type'] !== 'response' || message['success'] !== false) return
    this.#becomes('declined', (one) => one.client === client && one.seq === message['request_seq'])
  }

  left(client: number): void {
    this.#becomes('left', (one) => one.client === client)
  }

  /** Calls back when somebody refuses or leaves. Returns a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #becomes(state: 'declined' | 'left', fits: (one: Invited) => boolean): void {
    for (const one of this.#invited) if (one.state === 'asked' && fits(one)) one.state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
