import type { ClientId } from '../input.js'

/** What one client wants at one place (source, line, column). Decoding has already dropped empty strings. */
export interface Wish {
  readonly client: ClientId
  readonly condition?: string
  readonly hitCondition?: string
  readonly logMessage?: string
}
export type Wishes<W extends Wish = Wish> = readonly [W, ...W[]]
/** The one entry the adapter gets. `own`: plain upstream; at each stop `evaluate.ts` decides for every wish. */
export type Merged<W extends Wish = Wish> =
  | { readonly kind: 'asked'; readonly wish: W }
  | { readonly kind: 'plain' }
  | { readonly kind: 'joined'; readonly condition: string }
  | { readonly kind: 'own'; readonly wishes: Wishes<W> }
/** What makes a breakpoint more than a place. */
export type Word = 'condition' | 'hitCondition' | 'logMessage'
/** What the adapter can do with the wishes at one place. */
export interface Merging {
  /** Puts conditions together; absent: they are never. */
  readonly or?: ((conditions: readonly string[]) => string) | undefined
  /** Words that the adapter does not serve: it would ignore them, or stop. */
  readonly lacks?: ReadonlySet<Word>
}
/**
 * Merges the wishes of all clients at one place.
 * Rule: mux 1. `or` comes from the adapter definition; without it different conditions are never put together. What the
 * adapter lacks is decided by the multiplexer, also for one client alone.
 * Errors: none. The caller passes `or` only when each condition has been seen to evaluate there: a typing error costs no other client a stop.
 */
export function mergeWishes<W extends Wish>(wishes: Wishes<W>, { or, lacks = new Set() }: Merging = {}): Merged<W> {
  const [first, ...others] = wishes
  if (others.length === 0) return isBeyond(first, lacks) ? { kind: 'own', wishes } : { kind: 'asked', wish: first }
  if (wishes.some(isCountedPerClient)) return { kind: 'own', wishes }
  const conditions = wishes.flatMap((wish) => wish.condition ?? [])
  if (conditions.length < wishes.length) return { kind: 'plain' }
  if (lacks.has('condition')) return { kind: 'own', wishes }
  const distinct = [...new Set(conditions)]
  const condition = distinct.length === 1 ? distinct[0] : or?.(distinct)
  return condition === undefined ? { kind: 'own', wishes } : { kind: 'joined', condition }
}
/** Log lines and hit counts belong to the client that asked: shared, one would use up the other's. */
const isCountedPerClient = (wish: Wish) => wish.hitCondition !== undefined || wish.logMessage !== undefined
const isBeyond = (wish: Wish, lacks: ReadonlySet<Word>): boolean => [...lacks].some((word) => wish[word] !== undefined)
