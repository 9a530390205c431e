import { booleanIn, textIn } from '@dapplex/protocol'
import { fail } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { ActiveJob } from '../../state/program/job.js'
import { activeJob } from '../../state/program/job.js'
import type { Session } from '../../state/session.js'
import { addJobBreakpoint, removeJobBreakpoint } from '../breakpoints/job-breakpoints.js'
import { beginJob } from './begin.js'
import { endJob } from './end.js'
import { moveJob, waitForJob } from './moves.js'

type Handler = (session: Session, asked: Asked, job: ActiveJob) => void

/** Requests of the owner of a job. */
const handlers: Readonly<Record<string, Handler>> = {
  dapplex_jobMove: moveJob,
  dapplex_jobWait: waitForJob,
  dapplex_jobBreakpoint: (session, asked) => addJobBreakpoint(session, asked, argumentsOf(asked)),
  dapplex_jobBreakpointRemove: (session, asked) => removeJobBreakpoint(session, asked, argumentsOf(asked)),
  dapplex_jobEnd: (session, asked) =>
    endJob(session, {
      kind: 'done',
      asked,
      here: booleanIn(argumentsOf(asked), 'here') === true,
      description: textIn(argumentsOf(asked), 'description'),
    }),
}

/** Performs a `dapplex_job…` request; false for any other. Errors: NOT_READY where its sender has no job that goes on. */
export function performJob(session: Session, asked: Asked): boolean {
  const { command } = asked.request
  if (command === 'dapplex_jobBegin') {
    beginJob(session, asked)
    return true
  }
  const handle = Object.hasOwn(handlers, command) ? handlers[command] : undefined
  if (handle === undefined) return false
  const job = activeJob(session.jobs)
  if (job === undefined || job.order.owner !== asked.client.id)
    fail(session, asked, {
      type: 'NOT_READY',
      text: 'its sender has no job that goes on; begin one, or look at the state',
    })
  else handle(session, asked, job)
  return true
}

/** A request of the job that waits for a stop is cancelled: the job is over (mux 12). */
export function cancelJobWait(session: Session, asked: Asked): void {
  const job = activeJob(session.jobs)
  const { requestId } = argumentsOf(asked)
  const { waiting } = job ?? {}
  if (waiting?.client === asked.client && waiting.request.seq === requestId) endJob(session, { kind: 'cancelled' })
}
