import type { Session } from '../../state/session.js'
import type { Verdict } from '../examination/examine.js'
import { isStopOfJob, takeStop, withoutJob } from '../job/stops.js'
import { passOver } from '../resume/pass-over.js'
import { announceStop } from '../resume/stopped.js'

/** Carries out the verdict of an examination. */
export function carryOut(session: Session, verdict: Verdict): void {
  switch (verdict.kind) {
    case 'pending':
      return
    case 'announce':
      if (isStopOfJob(session, verdict.stop)) takeStop(session, verdict.stop)
      else announceStop(session, withoutJob(verdict.stop))
      return
    case 'passOver':
      passOver(session, verdict.stop)
  }
}
