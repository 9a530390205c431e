import { record } from '../../outbox/record.js'
import type { BreakpointSpec } from '../../state/program/breakpoints.js'
import { SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { syncList } from './sync.js'

/** Removes temporary breakpoints: at any stop where all threads stop together, else at the stop that hits them. */
export function dropTemporaryAt(session: Session, stop: Stop): void {
  const { stops } = session.options.traits
  dropTemporary(session, (spec) => stops === 'all' || stop.hit.some(({ id }) => id === spec.id))
}

/** Removes the temporary breakpoints of a client that has left. */
export const dropTemporaryOf = (session: Session, client: number): void =>
  dropTemporary(session, ({ setBy }) => setBy?.client === client)

function dropTemporary(session: Session, ends: (spec: BreakpointSpec) => boolean): void {
  for (const list of session.breakpoints.lists.values()) {
    const ownerList = list.owners.get(SESSION_OWNER)
    const gone = ownerList?.specs.filter((spec) => spec.isTemporary === true && ends(spec)) ?? []
    if (ownerList === undefined || gone.length === 0) continue
    const specs = ownerList.specs.filter((spec) => !gone.includes(spec))
    if (specs.length === 0) list.owners.delete(SESSION_OWNER)
    else list.owners.set(SESSION_OWNER, { ...ownerList, specs })
    for (const { id } of gone) record(session, { kind: 'breakpoint', reason: 'removed', breakpointId: id })
    session.breakpoints.isForeignStale = true
    syncList(session, list)
  }
}
