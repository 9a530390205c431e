import { randomUUID } from 'node:crypto'
import type { Newcomer } from './newcomer.js'

/** The newcomers whose debugger has been asked for, by the tickets that their sessions present. */
export class Waiting {
  readonly #byTicket = new Map<string, Newcomer>()

  add(newcomer: Newcomer): string {
    const ticket = randomUUID()
    this.#byTicket.set(ticket, newcomer)
    newcomer.wire.onClose(() => this.#byTicket.delete(ticket))
    return ticket
  }

  /** A ticket is good once. */
  take(ticket: string): Newcomer | undefined {
    const newcomer = this.#byTicket.get(ticket)
    this.#byTicket.delete(ticket)
    return newcomer
  }
}
