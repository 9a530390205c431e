import type { ChildOutcome, Effect } from '@dapplex/mux'
import type { ChildWish, OpenedChild } from './child-wish.js'

/** The child sessions that one session's adapter asks for (mux 14), by the core's numbers. */
export class ChildOpenings {
  readonly #open: (wish: ChildWish) => Promise<OpenedChild>
  /** Under way: they are no live sessions yet, and count all the same. */
  #opening = 0
  readonly #opened = new Map<number, OpenedChild>()

  constructor(open: (wish: ChildWish) => Promise<OpenedChild>) {
    this.#open = open
  }

  async open(child: number, asked: Omit<ChildWish, 'othersOpening'>): Promise<ChildOutcome> {
    const wish = { ...asked, othersOpening: this.#opening }
    this.#opening += 1
    try {
      const opened = await this.#open(wish)
      this.#opened.set(child, opened)
      return { kind: 'started', session: opened.session }
    } catch (error) {
      return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
    } finally {
      this.#opening -= 1
    }
  }

  /** The core has been told of the child: by these effects it asks clients to join, and now the child begins. */
  told(child: number, effects: readonly Effect[]): void {
    this.#opened.get(child)?.begin(effects.filter(isInvitation).length)
    this.#opened.delete(child)
  }
}

function isInvitation(effect: Effect): boolean {
  if (effect.kind !== 'sendToClient' || effect.message.type !== 'request') return false
  return 'command' in effect.message && effect.message.command === 'startDebugging'
}
