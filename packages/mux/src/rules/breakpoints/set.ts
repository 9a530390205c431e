import type { Actor, JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { respond, answer, fail } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { ClientId } from '../../state/contract/input.js'
import type { BreakpointList, BreakpointSpec, OwnerList } from '../../state/program/breakpoints.js'
import { askedFor, giveBreakpointId, listOf } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { sourceKey } from '../../translation/sources/source-key.js'
import { noteSpelling } from '../../translation/sources/spelling.js'
import { tellBreakpoints } from '../attribution/breakpoint-lines.js'
import { prepare } from '../forwarding/prepare.js'
import type { DecodedList, Entry } from './decode.js'
import { decodeList } from './decode.js'
import { servedFilters } from './default-filters.js'
import { followCopies } from './copies.js'
import { aliasesIn } from './foreign.js'
import { syncList } from './sync.js'

function wantsNone(asked: Asked): boolean {
  const { breakpoints } = argumentsOf(asked)
  return Array.isArray(breakpoints) && breakpoints.length === 0
}

/** The five requests that replace a list of breakpoints. */
export function setBreakpoints(session: Session, asked: Asked): void {
  const prepared = prepare(session, asked)
  if (prepared.kind === 'refused') {
    // An empty list succeeds even where the adapter lacks the kind: nvim-dap and others clear lists that they have never set.
    if (prepared.failure.type === 'UNSUPPORTED' && wantsNone(asked)) answer(session, asked, { breakpoints: [] })
    else fail(session, asked, prepared.failure)
    return
  }
  asked.client.lastCommand = asked.request.command
  replaceList(session, asked, isJsonObject(prepared.args) ? prepared.args : {})
}

/**
 * One of DAP's five requests that replace a client's list. `args` are in the adapter's conventions and ids. It is answered
 * when the adapter has the union (mux 1, 4).
 */
function replaceList(session: Session, asked: Asked, args: JsonObject): void {
  const { client, request } = asked
  const decoded = decodeList(request.command, args)
  const key = decoded.kind === 'source' ? sourceKey(session, decoded.source) : decoded.kind
  const list = listOf(session.breakpoints, key, decoded.kind)
  const previous = list.owners.get(client.id)
  const asOwner = ownerList(session, { list, decoded, previous }, client.actor)
  const next = list.kind === 'exception' ? servedFilters(session, client, { list, next: asOwner }) : asOwner
  list.owners.set(client.id, next)
  list.source = decoded.source
  if (decoded.kind === 'source') noteSpelling(session, client, decoded.source)
  recordDifference(session, { previous, next }, client.actor)
  tellBreakpoints(session, client, { previous, next })
  followCopies(session, client, { previous, next })
  if (decoded.isForced) list.signature = undefined
  list.waiting.push({ asked, wants: 'list', owner: client.id, specs: next.specs, previous })
  syncList(session, list)
}

function ownerList(
  session: Session,
  at: { list: BreakpointList; decoded: DecodedList; previous: OwnerList | undefined },
  actor: Actor,
): OwnerList {
  const { list, decoded, previous } = at
  const unused = new UnusedSpecs(previous?.specs ?? [])
  const aliasAt = aliasesIn(session, actor.client as ClientId, list)
  const specs = decoded.entries.map((entry) => {
    const old = unused.take(entry)
    const aliasOf = old === undefined ? aliasAt(entry) : old.aliasOf
    const spec = specOf(entry, {
      client: actor.client as ClientId,
      id: old?.id ?? giveBreakpointId(session.breakpoints),
      hits: old?.hits ?? 0,
      setBy: actor,
      aliasOf,
    })
    return old === undefined && isOutlived(session, list, entry) ? outlived(list, spec) : spec
  })
  return { specs, source: decoded.source, rest: decoded.rest }
}

/**
 * Rule: mux 4. A data id that was obtained from a frame lives as long as the frame. A breakpoint that is already set
 * stays.
 */
function isOutlived(session: Session, list: BreakpointList, entry: Entry): boolean {
  const { dataId } = entry.raw
  return list.kind === 'data' && typeof dataId === 'string' && session.references.dataIds.get(dataId)?.isOver === true
}

function outlived(list: BreakpointList, spec: BreakpointSpec): BreakpointSpec {
  const text =
    'its data id belongs to a frame that is gone: the thread has been resumed since; ask dataBreakpointInfo again'
  list.problems.set(spec.id, text)
  return { ...spec, isEnabled: false }
}

/** The breakpoints that an owner had before, so that their ids are kept. */
class UnusedSpecs {
  readonly #byPlace = new Map<string, BreakpointSpec[]>()

  constructor(specs: readonly BreakpointSpec[]) {
    for (const spec of specs) {
      const there = this.#byPlace.get(spec.place)
      if (there === undefined) this.#byPlace.set(spec.place, [spec])
      else there.push(spec)
    }
  }

  /** Takes the one that was at this place. One with the same condition and message is preferred. */
  take({ place, condition, logMessage }: Entry): BreakpointSpec | undefined {
    const there = this.#byPlace.get(place) ?? []
    const exact = there.findIndex((spec) => spec.condition === condition && spec.logMessage === logMessage)
    return there.splice(Math.max(exact, 0), 1)[0]
  }
}

type Identity = Pick<BreakpointSpec, 'client' | 'id' | 'hits' | 'setBy' | 'aliasOf'>

export const specOf = (entry: Entry, identity: Identity): BreakpointSpec => ({ ...entry, ...identity, isEnabled: true })

function recordDifference(
  session: Session,
  lists: { previous: OwnerList | undefined; next: OwnerList },
  by: Actor,
): void {
  const before = new Set(askedFor(lists.previous?.specs ?? []).map((spec) => spec.id))
  const after = new Set(askedFor(lists.next.specs).map((spec) => spec.id))
  for (const id of before)
    if (!after.has(id)) record(session, { kind: 'breakpoint', reason: 'removed', breakpointId: id }, by)
  for (const id of after)
    if (!before.has(id)) record(session, { kind: 'breakpoint', reason: 'new', breakpointId: id }, by)
  session.breakpoints.isForeignStale = true
}

/**
 * Answers with unverified breakpoints. An observer may set none, but a failure would make an editor skip its other
 * kinds (mux 9).
 */
export function answerUnset(session: Session, asked: Asked, why: string): void {
  const args = (asked.request.arguments ?? {}) as JsonObject
  const { entries, kind } = decodeList(asked.request.command, args)
  const breakpoints = entries.map(({ raw }) => ({
    verified: false,
    message: why,
    ...(kind === 'source' && typeof raw['line'] === 'number' ? { line: raw['line'] } : {}),
  }))
  // The lines are in the sender's conventions already, so they are not translated.
  respond(session, asked, { success: true, body: { breakpoints } })
}
