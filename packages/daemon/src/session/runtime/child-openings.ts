import type { ChildOutcome, Effect } from '@dapplex/mux'
import type { ChildSpec, OpenedChild } from './child-spec.js'
import { Invitation } from './invitation.js'

/** The child sessions that one session's adapter asks for (mux 14), by the core's numbers. */
export class ChildOpenings {
  readonly #open: (spec: ChildSpec) => Promise<OpenedChild>
  /** Children that are being opened: they are not live sessions yet, but count as children. */
  #opening = 0
  readonly #opened = new Map<number, OpenedChild>()
  readonly #invitations = new Set<Invitation>()

  constructor(open: (spec: ChildSpec) => Promise<OpenedChild>) {
    this.#open = open
  }

  async open(child: number, asked: Omit<ChildSpec, 'othersOpening'>): Promise<ChildOutcome> {
    const spec = { ...asked, othersOpening: this.#opening }
    this.#opening += 1
    try {
      const opened = await this.#open(spec)
      this.#opened.set(child, opened)
      return { kind: 'started', session: opened.session }
    } catch (error) {
      return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
    } finally {
      this.#opening -= 1
    }
  }

  /** The core knows the child now. These effects ask clients to join it; then the child starts. */
  told(child: number, effects: readonly Effect[], nameOf: (client: number) => string): void {
    const opened = this.#opened.get(child)
    this.#opened.delete(child)
    if (opened === undefined) return
    const invitation = new Invitation(effects, nameOf)
    if (invitation.expected > 0) this.#invitations.add(invitation)
    opened.begin(invitation)
  }

  /** Call it for each message of a client: it may refuse to start a session for a child. */
  heard(client: number, message: unknown): void {
    for (const invitation of this.#invitations) invitation.heard(client, message)
    this.#forget()
  }

  left(client: number): void {
    for (const invitation of this.#invitations) invitation.left(client)
    this.#forget()
  }

  #forget(): void {
    for (const invitation of this.#invitations) if (invitation.expected === 0) this.#invitations.delete(invitation)
  }
}
