import type { Asked } from '../../state/clients/client.js'
import type { Session } from '../../state/session.js'
import { tellOthers } from '../attribution/console-line.js'
import { activeJob } from '../../state/program/job.js'
import { sendPause } from './held-pause.js'

/** A pause; the stop that follows is marked with who wanted it (mux 18). */
export function pause(session: Session, asked: Asked): void {
  session.resumes.pausedBy = asked.client.actor
  asked.client.lastCommand = 'pause'
  tellOthers(session, asked.client, 'pauses the program')
  sendPause(session, { kind: 'client', asked }, activeJob(session.jobs)?.command)
}
