import type { SessionEvent } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { Stop } from '../stop/stop.js'
import { describeEnd } from './describe-end.js'
import { describeStop, type StopReport } from './describe-stop.js'
import type { Detail } from './digest.js'
import { waitInTree, type TreeEvent } from './tree-wait.js'

/** Time for reading where the program stopped, after the wait for the stop. */
const READING_MS = 5_000

export interface StopSpec {
  /** Events after this one count. */
  readonly sinceSeq: number
  /** Which stops count; default: all. */
  readonly matches?: (stop: Stop) => boolean
  readonly detail: Detail
  /** A stop of what the program has started counts too. */
  readonly tree?: boolean
}

/** Waits for a stop, the end of the session or the time-out, whichever comes first. Never polls. */
export async function waitForStop(on: SessionCall, spec: StopSpec): Promise<StopReport> {
  const { sinceSeq, matches = () => true, detail, tree = false } = spec
  if (on.view.phase === 'ended' && on.session.lastSeq() <= sinceSeq) return describeEnd(on)
  const counts = (event: SessionEvent) => isEnd(event) || (event.kind === 'stopped' && matches(event))
  const found = tree
    ? await waitInTree(on, { sinceSeq, matches: counts, timeoutMs: Infinity })
    : await ownEvent(on, counts, sinceSeq)
  if (found === undefined) return { stopped: false, reason: 'timeout', session_id: on.session.id }
  const { session, event } = found
  if (event.kind !== 'stopped') return describeEnd(on)
  on.call.extend(READING_MS)
  return describeStop(session === on.session ? on : on.call.using(session), event, detail)
}

async function ownEvent(
  { session, call }: SessionCall,
  counts: (event: SessionEvent) => boolean,
  sinceSeq: number,
): Promise<TreeEvent | undefined> {
  const event = await session.waitFor(counts, { ...call.rest(), sinceSeq })
  return event === undefined ? undefined : { session, event }
}

/**
 * The first stop after `since` that counts and has been recorded already, whether it lasts or not: of several stops between
 * two waits none is missed and none is told twice.
 */
export function recordedStop(on: SessionCall, since: number, matches: (stop: Stop) => boolean): Stop | undefined {
  const { stopId, stop } = on.view
  if (stopId <= since) return undefined
  let first: Stop | undefined
  const { stop: endListening } = on.session.subscribe(0, (event) => {
    if (first === undefined && event.kind === 'stopped' && event.stopId > since && matches(event)) first = event
  })
  endListening()
  // Several threads can report one stop. The view knows which of them is the current one.
  if (stop !== undefined && (first === undefined || first.stopId === stop.stopId))
    return stop.stopId > since && matches(stop) ? stop : first
  return first
}

/** `exited` comes before `ended`; an adapter that dies leaves it out. */
export const isEnd = (event: SessionEvent): boolean => event.kind === 'exited' || event.kind === 'ended'
