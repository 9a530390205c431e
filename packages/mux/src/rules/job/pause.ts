import { answer } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { activeJob } from '../../state/program/job.js'
import type { Session } from '../../state/session.js'
import { tellOthers } from '../attribution/console-line.js'
import { pause } from '../resume/pause.js'
import { endJob } from './end.js'

/**
 * A pause ends a job, whoever has control and sends it. If the program stands for the job at the moment, that is the stop; else the
 * adapter is asked, and its stop is told to all.
 */
export function pauseProgram(session: Session, asked: Asked): void {
  const job = activeJob(session.jobs)
  if (job === undefined || job.standing.length + job.untold.length === 0) {
    pause(session, asked)
    return
  }
  asked.client.lastCommand = 'pause'
  tellOthers(session, asked.client, 'pauses the program')
  answer(session, asked)
  endJob(session, { kind: 'paused', by: asked.client.actor })
}
