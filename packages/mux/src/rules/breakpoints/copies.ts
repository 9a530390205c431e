import { record } from '../../outbox/record.js'
import { tellImportant } from '../../outbox/to-client.js'
import type { Client } from '../../state/clients/client.js'
import type { BreakpointSpec, OwnerList, Placed } from '../../state/program/breakpoints.js'
import { findSpec, SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { breakpointPlace } from '../attribution/breakpoint-lines.js'
import { tellOthers } from '../attribution/console-line.js'

/**
 * Rule: mux 2. An editor has removed its copy of another breakpoint, or has set it again. A breakpoint of the session is
 * switched off, or on, for everybody: an editor sends the same list when a person only switches a breakpoint off. One of
 * another editor stays, and the console says so.
 */
export function followCopies(
  session: Session,
  client: Client,
  { previous, next }: { readonly previous: OwnerList | undefined; readonly next: OwnerList },
): void {
  const [before, after] = [originalsIn(previous), originalsIn(next)]
  for (const id of before) if (!after.has(id)) switchOriginal(session, client, { id, isEnabled: false })
  for (const id of after) if (!before.has(id)) switchOriginal(session, client, { id, isEnabled: true })
}

const originalsIn = (list: OwnerList | undefined): ReadonlySet<number> =>
  new Set((list?.specs ?? []).flatMap(({ aliasOf }) => aliasOf ?? []))

function switchOriginal(
  session: Session,
  client: Client,
  { id, isEnabled }: { readonly id: number; readonly isEnabled: boolean },
): void {
  const found = findSpec(session.breakpoints, id)
  if (found === undefined || found.spec.isEnabled === isEnabled) return
  const place = breakpointPlace(session, found)
  const owner = session.clients.get(found.spec.client)?.profile.name
  if (found.spec.client !== SESSION_OWNER) {
    tellImportant(session, client, `the breakpoint at ${place} belongs to ${owner ?? 'another editor'} and stays`)
    return
  }
  enable(found, isEnabled)
  session.breakpoints.isForeignStale = true
  record(session, { kind: 'breakpoint', reason: 'changed', breakpointId: id }, client.actor)
  const did = isEnabled ? 'on' : 'off'
  tellOthers(session, client, `switched ${did} the breakpoint at ${place}`)
  tellImportant(session, client, `the breakpoint at ${place} is switched ${did} for everybody`)
}

function enable({ list, spec }: Pick<Placed, 'list'> & { readonly spec: BreakpointSpec }, isEnabled: boolean): void {
  const owned = list.owners.get(SESSION_OWNER)
  if (owned === undefined) return
  const specs = owned.specs.map((one) => (one === spec ? { ...one, isEnabled } : one))
  list.owners.set(SESSION_OWNER, { ...owned, specs })
}
