import type { DebugEventMessage } from '@dapplex/client'

export type Holder = Extract<DebugEventMessage, { type: 'control' }>['holder']

/** Who has control of each session, as the events of the daemon tell it. */
export class ControlHolders {
  readonly #holders = new Map<string, NonNullable<Holder>>()

  take(event: DebugEventMessage): void {
    if (event.type === 'ended') this.#holders.delete(event.session_id)
    if (event.type !== 'control') return
    if (event.holder === undefined) this.#holders.delete(event.session_id)
    else this.#holders.set(event.session_id, event.holder)
  }

  of(session: string): Holder {
    return this.#holders.get(session)
  }
}
