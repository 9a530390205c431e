import type { ChildOutcome, Effect } from '@dapplex/mux'
import type { ChildSpec, OpenedChild } from './child-spec.js'

/** The child sessions that one session's adapter asks for (mux 14), by the core's numbers. */
export class ChildOpenings {
  readonly #open: (spec: ChildSpec) => Promise<OpenedChild>
  /** Children that are being opened: they are not live sessions yet, but count as children. */
  #opening = 0
  readonly #opened = new Map<number, OpenedChild>()

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
  told(child: number, effects: readonly Effect[]): void {
    this.#opened.get(child)?.begin(effects.filter(isInvitation).length)
    this.#opened.delete(child)
  }
}

function isInvitation(effect: Effect): boolean {
  if (effect.kind !== 'sendToClient' || effect.message.type !== 'request') return false
  return 'command' in effect.message && effect.message.command === 'startDebugging'
}
