import type { AdapterTraits, ExceptionWish, JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'

/** Every type. */
export const ANY_TYPE = '*'

/** What is known of the exception of a stop. */
export interface ThrownFacts {
  /** DAP, `ExceptionBreakMode`; undefined where the adapter does not tell. */
  readonly mode: string | undefined
  /** Names of its type and of those above it, the most specific first. */
  readonly types: readonly string[]
}

/** Reads `dapplex_breakpointAdd {exception}`. */
export function readExceptionWish(value: unknown): ExceptionWish | undefined {
  if (!isJsonObject(value) || typeof value['type'] !== 'string' || value['type'] === '') return undefined
  return {
    type: value['type'],
    firstChance: value['firstChance'] !== false,
    secondChance: value['secondChance'] !== false,
    subtypes: value['subtypes'] !== false,
  }
}

/**
 * The adapter's filters that stop for a wish; none where it has no such filter. Whether a stop of theirs is wanted is decided at
 * the stop (`isWanted`), but a filter that takes the type does most of it.
 */
export function filtersFor(wish: ExceptionWish, { exceptions }: AdapterTraits): readonly JsonObject[] {
  const { firstChance, secondChance } = exceptions ?? {}
  const typed = wish.type === ANY_TYPE ? undefined : firstChance?.typed
  const first =
    firstChance === undefined
      ? []
      : [typed === undefined ? { filter: firstChance.filter } : { filterId: typed, condition: wish.type }]
  return [
    ...(wish.firstChance ? first : []),
    ...(wish.secondChance && secondChance !== undefined ? [{ filter: secondChance.filter }] : []),
  ]
}

/** Why the adapter cannot stop for a wish; undefined where it can. */
export function whyNoFilter(wish: ExceptionWish, { exceptions }: AdapterTraits): string | undefined {
  if (exceptions === undefined)
    return 'it does not choose exceptions by type: exception_filters_set takes its own filters'
  const { firstChance, secondChance, unhandledAlways, types } = exceptions
  if (wish.type !== ANY_TYPE && types === undefined)
    return 'it does not tell the type of an exception: only * can be given'
  if (wish.firstChance && firstChance !== undefined) return undefined
  if (wish.secondChance && (secondChance !== undefined || unhandledAlways)) return undefined
  return wish.firstChance || wish.secondChance
    ? 'it cannot stop there for exceptions'
    : 'neither first nor second chance is asked for'
}

/** Whether a wish wants the stop at this exception. */
export function isWanted(wish: ExceptionWish, thrown: ThrownFacts, traits: AdapterTraits): boolean {
  return isOfChance(wish, thrown, traits) && isOfType(wish, thrown, traits)
}

function isOfChance(wish: ExceptionWish, { mode }: ThrownFacts, { exceptions }: AdapterTraits): boolean {
  if (mode === undefined) return true
  if (!isUnhandled(mode)) return wish.firstChance
  return wish.secondChance || (wish.firstChance && exceptions?.stopsOnce === true)
}

export const isUnhandled = (mode: string): boolean => mode === 'unhandled' || mode === 'userUnhandled'

/** A name without its namespace means any type of that name. */
function isOfType({ type, subtypes }: ExceptionWish, { types }: ThrownFacts, { presentation }: AdapterTraits): boolean {
  if (type === ANY_TYPE || types.length === 0) return true
  // Lisp prints names in upper case and reads them in any.
  const fold = (name: string) => (presentation.names === 'lisp' ? name.toLowerCase() : name)
  return (subtypes ? types : types.slice(0, 1)).some((one) => isNamed(fold(one), fold(type)))
}

function isNamed(full: string, asked: string): boolean {
  if (full === asked) return true
  return ['.', '+', ':', '::'].some((mark) => full.endsWith(`${mark}${asked}`))
}
