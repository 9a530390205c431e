import type { BreakpointView, DataAccess } from '@dapplex/protocol'
import { countIn, textIn } from '@dapplex/protocol'
import type { ClientId } from '../../state/contract/input.js'
import { WITHOUT_DEBUGGING } from '../../state/lifecycle.js'
import type { BreakpointList, BreakpointSpec } from '../../state/program/breakpoints.js'
import { allSpecs, JOB_OWNER, slotOf } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { isSourceLoaded } from './load-point.js'

/** The breakpoints of all owners, or of all but one, in the order of their ids. */
export function viewBreakpoints(session: Session, except?: ClientId): BreakpointView[] {
  const views: BreakpointView[] = []
  for (const { list, spec } of allSpecs(session.breakpoints, except))
    if (isListed(spec)) views.push(viewBreakpoint(session, list, spec))
  return views.sort((a, b) => a.id - b.id)
}

const isListed = ({ aliasOf, isImplicit, isOfAnotherAdapter, client }: BreakpointSpec): boolean =>
  aliasOf === undefined && isImplicit !== true && isOfAnotherAdapter !== true && client !== JOB_OWNER

/** One request for the tools and for other clients; lines and columns from 1, paths as the adapter spells them. */
export function viewBreakpoint(session: Session, list: BreakpointList, spec: BreakpointSpec): BreakpointView {
  const owner = session.clients.get(spec.client)?.actor
  const without = undebugged(session)
  const answer = (without === undefined ? slotOf(list, spec)?.answer : undefined) ?? {}
  const source = list.owners.get(spec.client)?.source ?? {}
  return {
    id: spec.id,
    what: list.kind,
    enabled: spec.isEnabled,
    verified: spec.isEnabled && answer['verified'] === true,
    hits: spec.hits,
    ...optional('owner', owner),
    ...optional('setBy', spec.setBy),
    ...optional('path', textIn(source, 'path')),
    ...optional('line', countIn(spec.raw, 'line')),
    ...optional('column', countIn(spec.raw, 'column')),
    ...optional('actualLine', countIn(answer, 'line')),
    ...optional('function', textIn(spec.raw, 'name')),
    ...optional('expression', spec.watched?.expression ?? textIn(spec.raw, 'dataId')),
    ...optional('access', accessIn(spec)),
    ...optional(
      'filter',
      spec.exception === undefined ? (textIn(spec.raw, 'filter') ?? textIn(spec.raw, 'filterId')) : undefined,
    ),
    ...optional('exception', spec.exception),
    ...optional('condition', spec.exception === undefined ? spec.condition : undefined),
    ...optional('hitCondition', spec.hitCondition),
    ...optional('logMessage', spec.logMessage),
    ...optional('loaded', isSourceLoaded(list)),
    ...optional('text', spec.remembered?.text),
    ...optional('movedFrom', spec.remembered?.movedFrom),
    ...(spec.remembered?.isStale === true ? { stale: true as const } : {}),
    ...optional('message', list.problems.get(spec.id) ?? textIn(answer, 'message') ?? without),
  }
}

/** Adapters watch for writes unless they are asked for another access. */
function accessIn({ raw }: BreakpointSpec): DataAccess | undefined {
  if (!('dataId' in raw)) return undefined
  const { accessType } = raw
  return accessType === 'read' || accessType === 'readWrite' ? accessType : 'write'
}

const undebugged = ({ lifecycle }: Session): string | undefined =>
  lifecycle.state.kind === 'undebugged' ? WITHOUT_DEBUGGING : undefined

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<K, V>>
