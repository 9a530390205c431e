import { countIn, type JsonObject } from '@dapplex/protocol'
import { answer, fail } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import type { BreakpointList, BreakpointSpec, Placed } from '../../state/program/breakpoints.js'
import { JOB_OWNER, allSpecs, findSpec, listOf } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { entryOf } from './decode.js'
import { sessionPlace } from './session-place.js'
import { implicitId } from './session-requests.js'
import { specOf } from './set.js'
import { syncList } from './sync.js'

/**
 * `dapplex_jobBreakpoint`: a breakpoint that stops the program for the job alone. It is answered when the adapter has it. No
 * list shows it, and nobody hears of it.
 */
export function addJobBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const at = sessionPlace(session, args)
  if (at === undefined) {
    const text = 'dapplex_jobBreakpoint needs "path" and "line", "function", "filter", or "dataId"'
    fail(session, asked, { type: 'INVALID_REQUEST', text })
    return
  }
  const list = listOf(session.breakpoints, at.key, at.kind)
  const spec: BreakpointSpec = {
    ...specOf(entryOf(at.kind, at.raw), {
      client: JOB_OWNER,
      id: implicitId(session),
      hits: 0,
      setBy: asked.client.actor,
      aliasOf: undefined,
    }),
    also: at.also,
  }
  if (at.kind === 'source' && list.owners.size === 0) list.source = at.source
  const previous = list.owners.get(JOB_OWNER)
  list.owners.set(JOB_OWNER, { source: at.source, specs: [...(previous?.specs ?? []), spec], rest: {} })
  list.waiting.push({ asked, wants: 'view', owner: JOB_OWNER, specs: [spec], previous })
  syncList(session, list)
}

/** `dapplex_jobBreakpointRemove {id}`. */
export function removeJobBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const id = countIn(args, 'id')
  const found = id === undefined ? undefined : findSpec(session.breakpoints, id)
  if (found === undefined || found.spec.client !== JOB_OWNER) {
    const text = `the job has no breakpoint ${String(id)}`
    fail(session, asked, { type: 'BREAKPOINT_NOT_FOUND', text, data: { id: String(id) } })
    return
  }
  const { list, spec } = found
  const own = list.owners.get(JOB_OWNER)
  const specs = own?.specs.filter((one) => one !== spec) ?? []
  if (own === undefined || specs.length === 0) list.owners.delete(JOB_OWNER)
  else list.owners.set(JOB_OWNER, { ...own, specs })
  list.waiting.push({ asked, wants: 'view', owner: JOB_OWNER, specs: [], previous: own })
  syncList(session, list)
}

/** The entries of the adapter that stop for the job alone. */
export function placedByJob(session: Session): Placed[] {
  return [...session.breakpoints.lists.values()].flatMap((list) =>
    list.slots.filter(({ specs }) => specs.every(isOfJob)).map((slot) => ({ list, slot })),
  )
}

export const isOfJob = ({ client }: BreakpointSpec): boolean => client === JOB_OWNER

/** Whether somebody beside the job has a breakpoint at a place. */
export const isAnyForeign = ({ breakpoints }: Session): boolean => {
  for (const { list, spec } of allSpecs(breakpoints))
    if (list.kind !== 'exception' && spec.isEnabled && !isOfJob(spec)) return true
  return false
}

/** Takes all breakpoints of the job from the adapter. */
export function dropJobBreakpoints(session: Session): void {
  for (const list of session.breakpoints.lists.values()) {
    giveUpWaiters(session, list)
    if (list.owners.delete(JOB_OWNER)) syncList(session, list)
  }
}

/** Whether the adapter has confirmed the lists that were sent to it. */
export const areListsSettled = ({ breakpoints }: Session): boolean =>
  [...breakpoints.lists.values()].every(({ flight }) => flight === undefined)

/** A refusal must not bring back what the job has left behind. */
function giveUpWaiters(session: Session, list: BreakpointList): void {
  const { flight, waiting } = list
  const own = [...waiting, ...(flight?.waiters ?? [])].filter(({ owner }) => owner === JOB_OWNER)
  if (own.length === 0) return
  list.waiting = waiting.filter((one) => !own.includes(one))
  if (flight !== undefined) list.flight = { ...flight, waiters: flight.waiters.filter((one) => !own.includes(one)) }
  for (const { asked, specs } of own) {
    if (asked.state !== 'open') continue
    if (specs.length === 0) answer(session, asked, {})
    else fail(session, asked, { type: 'CANCELLED', text: 'the job is over' })
  }
}
