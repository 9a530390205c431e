import type { JsonObject } from '@dapplex/protocol'
import { log } from '../../outbox/record.js'
import { ask } from '../../outbox/to-adapter.js'
import { expireAllThreads } from '../../state/ids/references.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'
import { activeJob } from '../../state/program/job.js'
import type { Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { announceStop } from './stopped.js'

const TIMER = 'passOver'

/** Goes on after a stop that nobody is told of, the way the program went. */
export function passOver(session: Session, stop: Stop): void {
  const goesBack = activeJob(session.jobs) === undefined && session.resumes.latest?.command === 'reverseContinue'
  session.resumes.unwanted = stop
  // Only an adapter that counts as silent ends the wait: a busy machine makes it slow (mux 26).
  session.effects.push({ kind: 'startTimer', timer: TIMER, ms: session.options.limits.requestMs })
  // Ids that were given out since the stop become stale here, because no `continued` will be told.
  expireAllThreads(session.references)
  const threadId = threadToAdapter(session.references.threads, stop.threadId)
  const single = stop.holdsAll ? {} : { singleThread: true }
  ask(session, {
    command: goesBack ? 'reverseContinue' : 'continue',
    args: { threadId, ...single },
    purpose: { kind: 'resumeUnwanted', threadId: stop.threadId ?? 0 },
  })
}

/** The adapter's answer. If it refuses to go on, the stop is announced after all. */
export function passedOver(session: Session, message: JsonObject): void {
  session.effects.push({ kind: 'cancelTimer', timer: TIMER })
  if (message['success'] !== true) tellUnwanted(session)
  // Ids that were given out while the request was on its way are stale, unless the next stop has come already.
  else if (session.resumes.unwanted !== undefined) expireAllThreads(session.references)
}

/** The adapter has not answered in time: the stop is announced, so that nobody waits without a word. */
export function passOverOverdue(session: Session): void {
  for (const { purpose } of session.pending.entries.values())
    if (purpose.kind === 'resumeUnwanted') {
      tellUnwanted(session)
      return
    }
}

function tellUnwanted(session: Session): void {
  const stop = session.resumes.unwanted
  if (stop === undefined || session.lifecycle.state.kind === 'ended') return
  session.resumes.unwanted = undefined
  log(session, 'warn', `${session.options.adapterTitle} did not go on after a stop that no breakpoint wanted`)
  announceStop(session, { ...stop, hit: [] })
}
