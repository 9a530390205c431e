import type { Actor, ExceptionSpec, JsonObject } from '@dapplex/protocol'
import type { Asked } from '../clients/client.js'
import type { ClientId } from '../contract/input.js'

/** The owner of breakpoints that are set through the tools: the session itself (mux 3). No client has this number. */
export const SESSION_OWNER = -1 as ClientId
/** Owns the breakpoints of a job: no list shows them, and they are gone with it. */
export const JOB_OWNER = -2 as ClientId

export type ListKind = 'source' | 'function' | 'data' | 'instruction' | 'exception'

/** What one owner wants at one place (source, line, column). Decoding has already dropped empty strings. */
export interface Spec {
  readonly client: ClientId
  readonly condition?: string
  readonly hitCondition?: string
  readonly logMessage?: string
}

/** The text of a line where a breakpoint was set, and what became of it since. */
export interface RememberedLine {
  readonly text: string
  readonly movedFrom?: number
  readonly isStale?: boolean
}

/** What a data breakpoint watches, in words. `isOfRun`: the adapter's id of it is valid only in this run (DAP, `canPersist`). */
export interface Watched {
  readonly expression: string
  readonly isOfRun: boolean
}

/** One breakpoint of one owner, in the adapter's conventions. */
export interface BreakpointSpec extends Spec {
  /** Unique across clients, kept when the owner sends its list again (mux 2). */
  readonly id: number
  /** What makes two requests the same place within a list. */
  readonly place: string
  /** The entry as it was sent, with unknown members. */
  readonly raw: JsonObject
  readonly isEnabled: boolean
  readonly setBy: Actor | undefined
  /** The other client's breakpoint of which this is an adopted copy (mux 2). A copy requests nothing. */
  readonly aliasOf: number | undefined
  /** Removed at the next stop, and when the client that set it leaves. */
  readonly isTemporary?: boolean
  /** Further entries upstream of the same request. */
  readonly also?: readonly JsonObject[]
  /** Exceptions by type: whether a stop is wanted is decided at the stop. */
  readonly exception?: ExceptionSpec
  readonly watched?: Watched
  /** It holds without anybody having set it (`break_on` of a launch), so it is in no list of breakpoints. */
  readonly isImplicit?: boolean
  /** A filter of another adapter, which the front door had offered: its client gets an answer for it, and no list shows it. */
  readonly isOfAnotherAdapter?: boolean
  /** What is known of its line, to find it again after an edit. */
  readonly remembered?: RememberedLine
  hits: number
}

export interface OwnerList {
  readonly specs: readonly BreakpointSpec[]
  /** The source as this owner spells it; for lists without a source, an empty object. */
  readonly source: JsonObject
  /** Arguments beside source and breakpoints, passed on while this owner is alone. */
  readonly rest: JsonObject
}

/** Those that somebody has asked for by name. */
export const askedFor = (specs: readonly BreakpointSpec[]): readonly BreakpointSpec[] =>
  specs.filter(({ isImplicit }) => isImplicit !== true)

/** One entry upstream. */
export interface Slot {
  readonly place: string
  readonly specs: readonly [BreakpointSpec, ...BreakpointSpec[]]
  readonly entry: JsonObject
  /** Whether the multiplexer decides at each stop which request is hit. */
  readonly isDecidedHere: boolean
  /** The adapter's `Breakpoint`, updated by its events; undefined until the adapter has answered. */
  answer: JsonObject | undefined
}

/** A slot and the list it stands in. */
export interface Placed {
  readonly list: BreakpointList
  readonly slot: Slot
}

/** Someone who waits for the list to be set. */
export interface Waiter {
  readonly asked: Asked
  /** What it is answered with: its list, or the one breakpoint it added. */
  readonly wants: 'list' | 'view'
  readonly owner: ClientId
  readonly specs: readonly BreakpointSpec[]
  /** What its owner's list was before, to go back to when the adapter refuses. */
  readonly previous: OwnerList | undefined
}

/** A list that is on its way to the adapter. */
export interface Flight {
  readonly slots: readonly Slot[]
  readonly signature: string
  /** It only empties the list of another spelling; then the list is sent. */
  readonly isClearing?: true
  readonly waiters: readonly Waiter[]
}

/** One list, which DAP always replaces as a whole: that of a source, or that of a kind without source (mux 1, 4). */
export interface BreakpointList {
  readonly key: string
  readonly kind: ListKind
  readonly owners: Map<ClientId, OwnerList>
  /** The source as it was spelled last; an empty object for lists without one. */
  source: JsonObject
  /** The spelling of its path that goes upstream, and those that no breakpoint was verified under (mux 1). */
  path: string | undefined
  readonly tried: Set<string>
  /** As the adapter has acknowledged it. */
  slots: readonly Slot[]
  /** The signature of what the adapter has acknowledged; undefined when the list must be sent again in any case. */
  signature: string | undefined
  /** Members of the adapter's latest answer beside `breakpoints`; whether it had any. */
  answered: { readonly rest: JsonObject | undefined; readonly hasList: boolean }
  flight: Flight | undefined
  waiting: Waiter[]
  /** Conditions that have been seen to evaluate at their place: only these are joined (mux 1). */
  readonly proven: Set<string>
  /** Problems with a breakpoint that the adapter cannot know of, by its id. */
  readonly problems: Map<number, string>
  /** How often a breakpoint whose hits are counted here was passed, by its id. */
  readonly passes: Map<number, number>
  /** By place: how many lines further down an entry is tried, since the lines before have no code. */
  readonly shifts: Map<string, LineShift>
  /** Its source was loaded, as its load point told. */
  isLoaded: boolean
}

/** `given up`: no line near has code, and the breakpoint stays where it was asked for. */
export type LineShift = { readonly kind: 'trying'; readonly by: number } | { readonly kind: 'givenUp' }

export interface Breakpoints {
  nextId: number
  readonly lists: Map<string, BreakpointList>
  /** The adapter's number of each entry, after the latest answer: some adapters renumber at every resend. */
  readonly upstream: Map<unknown, { readonly list: BreakpointList; readonly slot: Slot }>
  /** Numbers that entries had before they were sent again: an event about one comes too late. The oldest first. */
  readonly formerUpstream: Set<unknown>
  /**
   * Breakpoints that the adapter made itself, e.g. from a console command: the adapter's id and the id that clients
   * see.
   */
  readonly adapterOwned: Map<unknown, number>
  /** Events about numbers that are not known yet: the answer that explains them is on its way. */
  early: JsonObject[]
  /** Whether others' breakpoints have changed since clients were told (mux 2). */
  isForeignStale: boolean
  /** What each client was last told of others' breakpoints, as JSON. */
  readonly foreignTold: Map<ClientId, string>
}

export const createBreakpoints = (firstId: number): Breakpoints => ({
  nextId: firstId,
  lists: new Map(),
  upstream: new Map(),
  formerUpstream: new Set(),
  adapterOwned: new Map(),
  early: [],
  isForeignStale: false,
  foreignTold: new Map(),
})

/** The list of that key, made at its first mention. */
export function listOf(breakpoints: Breakpoints, key: string, kind: ListKind): BreakpointList {
  const known = breakpoints.lists.get(key)
  if (known !== undefined) return known
  const list: BreakpointList = {
    key,
    kind,
    owners: new Map(),
    source: {},
    path: undefined,
    tried: new Set(),
    slots: [],
    signature: undefined,
    answered: { rest: undefined, hasList: true },
    flight: undefined,
    waiting: [],
    proven: new Set(),
    problems: new Map(),
    passes: new Map(),
    shifts: new Map(),
    isLoaded: false,
  }
  breakpoints.lists.set(key, list)
  return list
}

export function giveBreakpointId(breakpoints: Breakpoints): number {
  const id = breakpoints.nextId
  breakpoints.nextId += 1
  return id
}

/** The entry of a request, once it was sent; until then that of others at its place. */
export function slotOf(
  { slots }: BreakpointList,
  { id, place }: Pick<BreakpointSpec, 'id' | 'place'>,
): Slot | undefined {
  const { byId, byPlace } = indexOf(slots)
  return byId.get(id) ?? byPlace.get(place)
}

interface SlotIndex {
  readonly byId: ReadonlyMap<number, Slot>
  readonly byPlace: ReadonlyMap<string, Slot>
}

/** Every entry of a list is looked up for its answer, its view and its events: a list has thousands. Lists are replaced, never changed. */
const indexes = new WeakMap<readonly Slot[], SlotIndex>()

function indexOf(slots: readonly Slot[]): SlotIndex {
  const known = indexes.get(slots)
  if (known !== undefined) return known
  const byId = new Map<number, Slot>()
  const byPlace = new Map<string, Slot>()
  for (const slot of slots) {
    if (!byPlace.has(slot.place)) byPlace.set(slot.place, slot)
    for (const { id } of slot.specs) if (!byId.has(id)) byId.set(id, slot)
  }
  const index = { byId, byPlace }
  indexes.set(slots, index)
  return index
}

/** Every request there is, but for those of one owner, with its list. */
export function* allSpecs(
  breakpoints: Breakpoints,
  except?: ClientId,
): Generator<{ list: BreakpointList; spec: BreakpointSpec }> {
  for (const list of breakpoints.lists.values())
    for (const [client, owner] of list.owners)
      if (client !== except) for (const spec of owner.specs) yield { list, spec }
}

export function findSpec(
  breakpoints: Breakpoints,
  id: number,
): { list: BreakpointList; spec: BreakpointSpec } | undefined {
  for (const list of breakpoints.lists.values())
    for (const { specs } of list.owners.values()) {
      const spec = specIn(specs, id)
      if (spec !== undefined) return { list, spec }
    }
  return undefined
}

/** The request with this id among these. */
export const specIn = (specs: readonly BreakpointSpec[], id: number): BreakpointSpec | undefined =>
  specIndexOf(specs).byId.get(id)

/** The requests of a client that are copies of another client's breakpoint. */
export const copiesIn = (specs: readonly BreakpointSpec[], original: number): readonly BreakpointSpec[] =>
  specIndexOf(specs).byOriginal.get(original) ?? []

/** Whether some of these hold without anybody having set them. */
export const hasImplicit = (specs: readonly BreakpointSpec[]): boolean => specIndexOf(specs).hasImplicit

interface SpecIndex {
  readonly hasImplicit: boolean
  readonly byId: ReadonlyMap<number, BreakpointSpec>
  readonly byOriginal: ReadonlyMap<number, readonly BreakpointSpec[]>
}

/** As with slots: the requests of an owner are replaced, never changed. */
const specIndexes = new WeakMap<readonly BreakpointSpec[], SpecIndex>()

function specIndexOf(specs: readonly BreakpointSpec[]): SpecIndex {
  const known = specIndexes.get(specs)
  if (known !== undefined) return known
  const byId = new Map(specs.map((spec) => [spec.id, spec]))
  const byOriginal = new Map<number, BreakpointSpec[]>()
  for (const spec of specs)
    if (spec.aliasOf !== undefined) byOriginal.set(spec.aliasOf, [...(byOriginal.get(spec.aliasOf) ?? []), spec])
  const index = { byId, byOriginal, hasImplicit: specs.some(({ isImplicit }) => isImplicit === true) }
  specIndexes.set(specs, index)
  return index
}
