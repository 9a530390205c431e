import type { SessionCall } from '../call/call.js'
import { isOwn } from '../stop/own-code.js'
import type { Stack } from '../stop/read-stack.js'
import { holdValue, type Held } from './held-value.js'
import { frameIndexOf, readWatched, type Reading, type Watched } from './watched-value.js'

/** What one look at the value shows. */
export type Look =
  { readonly kind: 'same' | 'gone' } | { readonly kind: 'changed'; readonly old: Reading; readonly now: Reading }

/** When a value is looked for by its object, and not only from the call of a function that its path belongs to. */
export type Hold =
  /** Its path begins at a global variable: every function sees it. */
  | 'global'
  /** Its object lives on when the function has returned. */
  | 'object'
  | 'never'

/**
 * One value under watch: seen from the call of a function that its path belongs to, and after that has returned, or from another
 * thread, from its object.
 */
export class ValueWatch {
  readonly old: Reading
  readonly #on: SessionCall
  readonly #watched: Watched
  readonly #threadId: number
  readonly #held: Held | undefined

  private constructor(on: SessionCall, { watched, stack }: Sight, { old, held }: Pick<ValueWatch, 'old'> & HeldAs) {
    this.#on = on
    this.#watched = watched
    this.#threadId = stack.threadId
    this.#held = held
    this.old = old
  }

  static async begin(on: SessionCall, sight: Sight, hold: Hold): Promise<ValueWatch> {
    const { watched, stack } = sight
    const old = await readWatched(on, watched, stack)
    const frame = stack.frames[frameIndexOf(watched, stack)]
    if (hold === 'never' || frame === undefined) return new ValueWatch(on, sight, { old, held: undefined })
    const { expression } = watched
    const held = await holdValue(on, { frameId: frame.id, expression, isGlobal: hold === 'global' }, stack)
    return new ValueWatch(on, sight, { old, held })
  }

  /** Whether its object is held, so that it is seen when the call has returned. */
  get isHeld(): boolean {
    return this.#held !== undefined
  }

  async look(stack: Stack): Promise<Look> {
    if (stack.threadId === this.#threadId) {
      const now = await readWatched(this.#on, this.#watched, stack)
      if (now.kind !== 'gone') return compared(this.old, now)
    }
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

/** A value, and the stack that it is first seen in. */
interface Sight {
  readonly watched: Watched
  readonly stack: Stack
}

interface HeldAs {
  readonly held: Held | undefined
}

/** An object is held only where the function has a caller of the program's own code to return to. */
export function holdOfSteps({ watched, stack, folders }: Sight & { readonly folders: readonly string[] }): Hold {
  const callers = stack.frames.slice(frameIndexOf(watched, stack) + 1)
  return callers.some((one) => isOwn(one, folders)) ? 'object' : 'never'
}

const compared = (old: Reading, now: Reading): Look =>
  old.kind !== now.kind || (old.kind === 'value' && now.kind === 'value' && old.text !== now.text)
    ? { kind: 'changed', old, now }
    : { kind: 'same' }
