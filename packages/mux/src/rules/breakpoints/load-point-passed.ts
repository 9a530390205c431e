import { record } from '../../outbox/record.js'
import { allSpecs, JOB_OWNER } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { isLoadPoint, loadPointIn } from './load-point.js'
import { syncList } from './sync.js'

/** Takes the output of a load point: its source is loaded. False for any other output. */
export function loadPointPassed(session: Session, text: string): boolean {
  const id = loadPointIn(text)
  if (id === undefined) return false
  for (const { list, spec } of allSpecs(session.breakpoints)) {
    if (spec.id !== id || !isLoadPoint(list, spec)) continue
    list.isLoaded = true
    for (const { list: one, spec: other } of allSpecs(session.breakpoints))
      if (one === list && other.isImplicit !== true && other.client !== JOB_OWNER)
        record(session, { kind: 'breakpoint', reason: 'changed', breakpointId: other.id })
    syncList(session, list)
  }
  return true
}
