import type { AdapterTraits, ExceptionSpec, JsonObject } from '@dapplex/protocol'
import type { Capabilities } from '../../state/capability-state.js'
import type { BreakpointList, BreakpointSpec, ListKind, Slot } from '../../state/program/breakpoints.js'
import { SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { CapabilityFlag } from '../../state/requests/standard.js'
import { entryOf } from './decode.js'
import type { Merged, Word } from './merge.js'
import { isLoadPoint, neededLoadPoints } from './load-point.js'
import { mergeSpecs } from './merge.js'
import { shifted } from './next-line.js'

/** What is known of the adapter when a list goes to it. */
export interface Abilities {
  readonly traits: AdapterTraits
  readonly announced: Capabilities | undefined
}

/** The union of all owners' requests, one entry per place, owners in the order they came (mux 1); or one each (`decidesEach`). */
export function computeSlots(list: BreakpointList, adapter: Abilities): Slot[] {
  const isEach = (list.kind === 'source' || list.kind === 'function') && decidesEach(adapter.announced)
  const lacks = isEach ? new Set<Word>() : lackingIn(list.kind, adapter)
  const places = new Map<string, Place>()
  for (const owner of list.owners.values()) {
    for (const spec of owner.specs) {
      if (!spec.isEnabled || spec.aliasOf !== undefined || !isKnownFilter(spec, adapter.announced)) continue
      if (isLoadPoint(list, spec)) continue
      for (const raw of entriesOf(spec, adapter.announced)) {
        const place =
          lineUpstream(list.kind, raw, adapter) ?? (raw === spec.raw ? spec.place : entryOf(list.kind, raw).place)
        const key = isEach ? `${place} ${spec.id}` : place
        const there = places.get(key)
        if (there === undefined) places.set(key, { place, raw, specs: [spec] })
        else there.specs.push(spec)
      }
    }
  }
  for (const spec of neededLoadPoints(list))
    if (!places.has(spec.place)) places.set(spec.place, { place: spec.place, raw: spec.raw, specs: [spec] })
  const slots = [...places.values()].map(({ place, raw, specs }): Slot => {
    const merged = specs.some(({ exception }) => exception !== undefined)
      ? mergeExceptions({ place, raw, specs })
      : mergeSpecs(specs, { or: joinerOf(list, specs, adapter.traits), lacks })
    const entry = shifted(list, place, entryFor(raw, merged))
    return { place, specs, entry, isDecidedHere: merged.kind === 'decidedHere', answer: undefined }
  })
  return list.kind === 'exception' ? slots.toSorted((a, b) => rankOf(a) - rankOf(b)) : slots
}

/** The line of an entry, where that is all that the adapter looks at. */
function lineUpstream(kind: ListKind, raw: JsonObject, { traits, announced }: Abilities): string | undefined {
  const hasColumns = !traits.ignoresBreakpointColumns || announced?.supportsBreakpointLocationsRequest === true
  if (kind !== 'source' || hasColumns) return undefined
  const { column: _column, ...inLine } = raw
  return entryOf(kind, inLine).place
}

/**
 * Whether the adapter takes every request as an entry of its own, counts its hits, prints its log line, and names it at the stop.
 * A recording does: only it knows the stops that the replay has not come to.
 */
export const decidesEach = (announced: object | undefined): boolean =>
  announced !== undefined && 'dapplexDecidesEach' in announced && announced.dapplexDecidesEach === true

interface Place {
  readonly place: string
  readonly raw: JsonObject
  readonly specs: [BreakpointSpec, ...BreakpointSpec[]]
}

/** Exceptions without a matching filter of the adapter have no entry. */
function entriesOf(spec: BreakpointSpec, announced: Capabilities | undefined): readonly JsonObject[] {
  if (!('exceptionType' in spec.raw)) return [spec.raw, ...(spec.also ?? [])]
  return spec.isImplicit === true && spec.exception !== undefined ? likelyFilter(spec.exception, announced) : []
}

const UNCAUGHT = /^(uncaught|unhandled|user-?unhandled)$/i
const THROWN = /^(all|raised|thrown|throw|caught)$/i

/** Of an adapter whose definition tells nothing of exceptions: the filter that its name recommends. */
function likelyFilter({ firstChance }: ExceptionSpec, announced: Capabilities | undefined): readonly JsonObject[] {
  const wanted = firstChance ? THROWN : UNCAUGHT
  const found = announced?.exceptionBreakpointFilters?.find(({ filter }) => wanted.test(filter))
  return found === undefined ? [] : [{ filter: found.filter }]
}

/** A filter that was kept from another session is not sent to an adapter that has no such filter. */
function isKnownFilter({ client, raw }: BreakpointSpec, announced: Capabilities | undefined): boolean {
  const filter = raw['filter'] ?? raw['filterId']
  const known = announced?.exceptionBreakpointFilters
  if (client !== SESSION_OWNER || filter === undefined || known === undefined) return true
  return known.some((one) => one.filter === filter)
}

/** A filter that takes a type keeps its condition. Everything else about exceptions by type is decided at the stop. */
const mergeExceptions = ({ raw, specs }: Place): Merged<BreakpointSpec> =>
  'filterId' in raw && specs.length === 1 ? { kind: 'asked', spec: specs[0] } : { kind: 'decidedHere', specs }

const flagOf: Readonly<Record<Word, CapabilityFlag>> = {
  condition: 'supportsConditionalBreakpoints',
  hitCondition: 'supportsHitConditionalBreakpoints',
  logMessage: 'supportsLogPoints',
}

/**
 * The multiplexer decides about source and function breakpoints, and about data breakpoints where the adapter names those that were
 * hit: it does not know where the other kinds stop.
 */
function lackingIn(kind: ListKind, { announced, traits }: Abilities): ReadonlySet<Word> {
  if (kind === 'data' && traits.hitBreakpointIds) return new Set(['condition', 'hitCondition'])
  if (kind !== 'source' && kind !== 'function') return new Set()
  const words: Word[] = ['condition', 'hitCondition', 'logMessage']
  // DAP has no `logMessage` for functions.
  const isServed = (word: Word) => announced?.[flagOf[word]] === true && !(kind === 'function' && word === 'logMessage')
  return new Set(words.filter((word) => !isServed(word)))
}

/**
 * Conditions are joined only when each was seen to evaluate there: one that does not parse would silence the others.
 */
function joinerOf(list: BreakpointList, specs: readonly BreakpointSpec[], traits: AdapterTraits) {
  const { conditions } = traits
  if (conditions === undefined || list.kind === 'exception') return undefined
  if (!specs.every((spec) => spec.condition === undefined || list.proven.has(provenKey(spec)))) return undefined
  return (all: readonly string[]) => all.map((one) => `${conditions.open}${one}${conditions.close}`).join(conditions.or)
}

export const provenKey = (spec: BreakpointSpec): string => JSON.stringify([spec.place, spec.condition])

function entryFor(raw: JsonObject, merged: Merged<BreakpointSpec>): JsonObject {
  if (merged.kind === 'asked') return raw
  const { condition: _c, hitCondition: _h, logMessage: _l, ...place } = raw
  if ('filterId' in place) return { filter: place['filterId'] }
  return merged.kind === 'joined' ? { ...place, condition: merged.condition } : place
}

/** Answers come in the order filters, filter options, exception options (DAP, `SetExceptionBreakpointsResponse`). */
function rankOf({ entry }: Slot): number {
  if ('filter' in entry) return 0
  return 'filterId' in entry ? 1 : 2
}

/** Arguments of the upstream request for these slots. */
export function argumentsFor(list: BreakpointList, slots: readonly Slot[]): JsonObject {
  const entries = slots.map((slot) => slot.entry)
  const owners = [...list.owners.values()]
  const [only] = owners
  const rest = owners.length === 1 && only !== undefined ? only.rest : {}
  if (list.kind === 'exception') return exceptionArguments(slots, rest)
  const { lines, ...others } = rest
  return {
    ...others,
    ...(list.kind === 'source' ? { source: { ...(only?.source ?? list.source), ...pathOf(list) } } : {}),
    breakpoints: entries,
    ...(lines === undefined ? {} : { lines: entries.map((entry) => entry['line']) }),
  }
}

const pathOf = ({ path }: BreakpointList): JsonObject => (path === undefined ? {} : { path })

function exceptionArguments(slots: readonly Slot[], rest: JsonObject): JsonObject {
  const { filterOptions: asksOptions, exceptionOptions: asksExceptions, ...others } = rest
  const of = (rank: number) => slots.filter((slot) => rankOf(slot) === rank).map((slot) => slot.entry)
  const options = of(1)
  const exceptions = of(2)
  return {
    ...others,
    filters: of(0).map((entry) => entry['filter']),
    ...(options.length > 0 || asksOptions !== undefined ? { filterOptions: options } : {}),
    ...(exceptions.length > 0 || asksExceptions !== undefined ? { exceptionOptions: exceptions } : {}),
  }
}
