import type { Spec } from '../../state/program/breakpoints.js'

export type Specs<W extends Spec = Spec> = readonly [W, ...W[]]
/**
 * The one entry the adapter gets. `decidedHere`: the adapter gets a plain breakpoint, and at each stop
 * `rules/examination` decides which requests are hit.
 */
export type Merged<W extends Spec = Spec> =
  | { readonly kind: 'asked'; readonly spec: W }
  | { readonly kind: 'plain' }
  | { readonly kind: 'joined'; readonly condition: string }
  | { readonly kind: 'decidedHere'; readonly specs: Specs<W> }
/** What makes a breakpoint more than a place. */
export type Word = 'condition' | 'hitCondition' | 'logMessage'
/** What the adapter can do with the requests at one place. */
export interface Merging {
  /** Joins conditions; when it is absent, conditions are never joined. */
  readonly or?: ((conditions: readonly string[]) => string) | undefined
  /** Words that the adapter does not serve: it would ignore them, or stop. */
  readonly lacks?: ReadonlySet<Word>
}
/**
 * Merges the requests of all clients at one place. Rule: mux 1. `or` comes from the adapter definition; without it
 * different conditions are never put together. What the adapter lacks is decided by the multiplexer, even for a single
 * client. The caller passes `or` only when each condition has been seen to evaluate there: a typing error costs no
 * other client a stop.
 */
export function mergeSpecs<W extends Spec>(specs: Specs<W>, { or, lacks = new Set() }: Merging = {}): Merged<W> {
  const [first, ...others] = specs
  if (others.length === 0)
    return isBeyond(first, lacks) ? { kind: 'decidedHere', specs } : { kind: 'asked', spec: first }
  if (specs.some(isCountedPerClient)) return { kind: 'decidedHere', specs }
  const conditions = specs.flatMap((spec) => spec.condition ?? [])
  if (conditions.length < specs.length) return { kind: 'plain' }
  if (lacks.has('condition')) return { kind: 'decidedHere', specs }
  const distinct = [...new Set(conditions)]
  const condition = distinct.length === 1 ? distinct[0] : or?.(distinct)
  return condition === undefined ? { kind: 'decidedHere', specs } : { kind: 'joined', condition }
}
/**
 * Log lines and hit counts belong to the client that asked: if they were shared, one client would use up the other's
 * hits.
 */
const isCountedPerClient = (spec: Spec) => spec.hitCondition !== undefined || spec.logMessage !== undefined
const isBeyond = (spec: Spec, lacks: ReadonlySet<Word>): boolean => [...lacks].some((word) => spec[word] !== undefined)
