import type { AdapterTraits, ExceptionSpec, JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import type { ThrownFacts } from '../../state/program/examination.js'

/** Every type. */
export const ANY_TYPE = '*'

/** Reads `dapplex_breakpointAdd {exception}`. */
export function readExceptionSpec(value: unknown): ExceptionSpec | undefined {
  if (!isJsonObject(value) || typeof value['type'] !== 'string' || value['type'] === '') return undefined
  return {
    type: value['type'],
    firstChance: value['firstChance'] !== false,
    secondChance: value['secondChance'] !== false,
    subtypes: value['subtypes'] !== false,
  }
}

/**
 * The adapter's filters that stop for a request; empty where it has no such filter. `isWanted` decides at each stop
 * whether it is wanted; a filter that takes the type leaves little to decide.
 */
export function filtersFor(spec: ExceptionSpec, { exceptions }: AdapterTraits): readonly JsonObject[] {
  const { firstChance } = exceptions ?? {}
  const secondChance = uncaughtFilter(exceptions)
  const typed = spec.type === ANY_TYPE ? undefined : firstChance?.typed
  const first =
    firstChance === undefined
      ? []
      : [typed === undefined ? { filter: firstChance.filter } : { filterId: typed, condition: spec.type }]
  return [
    ...(spec.firstChance ? first : []),
    ...(spec.secondChance && secondChance !== undefined ? [{ filter: secondChance.filter }] : []),
  ]
}

/**
 * The filter that stops at what nothing catches. An adapter that knows at the throw whether something will catch it needs none:
 * the filter for all exceptions stops, and `isWanted` decides.
 */
const uncaughtFilter = (exceptions: AdapterTraits['exceptions']): { readonly filter: string } | undefined =>
  exceptions?.secondChance ?? (exceptions?.stopsOnce === true ? exceptions.firstChance : undefined)

/** Why the adapter cannot stop for a request; undefined where it can. */
export function whyNoFilter(spec: ExceptionSpec, { exceptions }: AdapterTraits): string | undefined {
  if (exceptions === undefined)
    return 'it does not choose exceptions by type: exception_filters_set takes its own filters'
  const { firstChance, unhandledAlways, types } = exceptions
  const secondChance = uncaughtFilter(exceptions)
  if (spec.type !== ANY_TYPE && types === undefined)
    return 'it does not tell the type of an exception: only * can be given'
  if (spec.firstChance && firstChance !== undefined) return undefined
  if (spec.secondChance && (secondChance !== undefined || unhandledAlways)) return undefined
  return spec.firstChance || spec.secondChance
    ? 'it cannot stop there for exceptions'
    : 'neither first nor second chance is asked for'
}

/** Whether a request wants the stop at this exception. */
export function isWanted(spec: ExceptionSpec, thrown: ThrownFacts, traits: AdapterTraits): boolean {
  return isOfChance(spec, thrown, traits) && isOfType(spec, thrown, traits)
}

function isOfChance(spec: ExceptionSpec, { mode }: ThrownFacts, { exceptions }: AdapterTraits): boolean {
  if (mode === undefined) return true
  if (!isUnhandled(mode)) return spec.firstChance
  return spec.secondChance || (spec.firstChance && exceptions?.stopsOnce === true)
}

export const isUnhandled = (mode: string): boolean => mode === 'unhandled' || mode === 'userUnhandled'

/** Whether the program ends itself by this exception. */
export const isExit = ({ types }: ThrownFacts, { exceptions }: AdapterTraits): boolean =>
  (exceptions?.exits ?? []).some((exit) => types.some((one) => isNamed(one, exit)))

/** A name without its namespace means any type of that name. */
function isOfType({ type, subtypes }: ExceptionSpec, { types }: ThrownFacts, { presentation }: AdapterTraits): boolean {
  if (type === ANY_TYPE || types.length === 0) return true
  // Lisp prints names in upper case and reads them in any.
  const fold = (name: string) => (presentation.names === 'lisp' ? name.toLowerCase() : name)
  return (subtypes ? types : types.slice(0, 1)).some((one) => isNamed(fold(one), fold(type)))
}

function isNamed(full: string, asked: string): boolean {
  if (full === asked) return true
  return ['.', '+', ':', '::'].some((mark) => full.endsWith(`${mark}${asked}`))
}
