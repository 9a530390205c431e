import type { SessionCall } from '../call/call.js'
import { isOwn } from '../stop/own-code.js'
import type { Stack } from '../stop/read-stack.js'
import { holdValue, type HeldValue } from './held-value.js'
import { frameIndexOf, readWatched, type Reading, type Watched } from './watched-value.js'

/** What one look at the value shows. */
export type Look =
  { readonly kind: 'same' | 'gone' } | { readonly kind: 'changed'; readonly old: Reading; readonly now: Reading }

interface Held {
  readonly value: HeldValue
  /** Adapters do not always write a value alike in both ways, so each is compared with itself. */
  readonly old: Reading
}

/**
 * One value under watch: seen from the call of a function that its path belongs to, and after that has returned, if it is a field
 * or element, from its object.
 */
export class ValueWatch {
  readonly old: Reading
  readonly #on: SessionCall
  readonly #watched: Watched
  readonly #held: Held | undefined

  private constructor(on: SessionCall, watched: Watched, { old, held }: { old: Reading; held: Held | undefined }) {
    this.#on = on
    this.#watched = watched
    this.#held = held
    this.old = old
  }

  /** Begins to watch. The object is held only where the function has a caller of the program's own code to return to. */
  static async begin(
    on: SessionCall,
    watched: Watched,
    { stack, folders }: { readonly stack: Stack; readonly folders: readonly string[] },
  ): Promise<ValueWatch> {
    const old = await readWatched(on, watched, stack)
    const index = frameIndexOf(watched, stack)
    const frame = stack.frames[index]
    const returns = stack.frames.slice(index + 1).some((one) => isOwn(one, folders))
    const value =
      frame === undefined || !returns
        ? undefined
        : await holdValue(on, { frameId: frame.id, expression: watched.expression })
    const held = value === undefined ? undefined : { value, old: await value.read(stack) }
    return new ValueWatch(on, watched, { old, held })
  }

  async look(stack: Stack): Promise<Look> {
    const now = await readWatched(this.#on, this.#watched, stack)
    if (now.kind !== 'gone') return compared(this.old, now)
    const held = this.#held
    if (held === undefined || held.old.kind !== 'value') return { kind: 'gone' }
    const seen = await held.value.read(stack)
    return seen.kind === 'gone' ? { kind: 'gone' } : compared(held.old, seen)
  }

  /** Leaves nothing of the watch in the program, if that can still be reached. */
  async release(stack: Stack): Promise<void> {
    await this.#held?.value.release(stack).catch(() => undefined)
  }
}

const compared = (old: Reading, now: Reading): Look =>
  old.kind !== now.kind || (old.kind === 'value' && now.kind === 'value' && old.text !== now.text)
    ? { kind: 'changed', old, now }
    : { kind: 'same' }
