import { countIn, textIn } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { answer, fail } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'
import type { ActiveJob, JobOrder } from '../../state/program/job.js'
import type { Stop } from '../../state/program/stop.js'
import { stands, threadOf } from '../../state/program/threads.js'
import type { Session } from '../../state/session.js'
import { tellOthers } from '../attribution/console-line.js'
import { mayAct } from '../control/may-act.js'
import { commit } from '../resume/move.js'

export const JOB_TIMER = 'job'
/** A job whose request names no time. */
const DEFAULT_MS = 60_000

/**
 * `dapplex_jobBegin {tool, timeoutMs, expectedStopId?}`: from now on its sender alone moves the program, and alone hears of its
 * stops. The others see that it goes on. Errors: CONTROL_HELD, FORBIDDEN, NOT_READY, STOP_CHANGED.
 */
export function beginJob(session: Session, asked: Asked): void {
  const refusal = mayAct(session, asked, 'move') ?? obstacle(session, asked)
  if (refusal !== undefined) {
    fail(session, asked, refusal)
    return
  }
  const args = argumentsOf(asked)
  const { actor, id } = asked.client
  const tool = textIn(args, 'tool') ?? 'a job'
  const stop = presentStop(session)
  const order: JobOrder = {
    tool,
    owner: id,
    by: actor,
    found: stop === undefined ? { kind: 'running' } : { kind: 'stopped', stop },
    stopId: session.threads.stopId,
  }
  session.jobs.current = startOf(order)
  session.jobs.former = []
  session.effects.push({ kind: 'startTimer', timer: JOB_TIMER, ms: countIn(args, 'timeoutMs') ?? DEFAULT_MS })
  asked.client.lastCommand = tool
  answer(session, asked, {
    found: order.found.kind,
    ...(stop?.threadId === undefined ? {} : { threadId: stop.threadId }),
  })
  if (stop !== undefined) tellRunning(session, order, stop)
  record(session, { kind: 'job', change: 'begun', tool }, actor)
  tellOthers(session, asked.client, `runs ${tool}, which moves the program until it has ended; a pause ends it`)
}

const startOf = (order: JobOrder): ActiveJob => ({
  kind: 'active',
  order,
  command: 'continue',
  returnsTo: [],
  standing: order.found.kind === 'stopped' ? [order.found.stop] : [],
  untold: [],
  waiting: undefined,
})

/** Everybody takes the program for running: the stop that they know is over. */
function tellRunning(session: Session, { by }: JobOrder, { threadId, holdsAll }: Stop): void {
  commit(session, {
    seq: 0,
    client: undefined,
    actor: by,
    command: 'continue',
    threadId,
    isSingle: !holdsAll && threadId !== undefined,
    isFromStop: true,
    state: 'asked',
    isOverdue: false,
    echo: 'expected',
  })
}

/** The stop that everybody knows; undefined while the current thread runs. */
function presentStop({ threads }: Session): Stop | undefined {
  if (threads.stop === undefined) return undefined
  const threadId = threads.stop.threadId ?? threads.current
  const body = (threadId === undefined ? undefined : threads.bodies.get(threadId)) ?? threads.anonymousBody
  if (body === undefined) return undefined
  if (threadId !== undefined && !stands(threads, threadOf(threads, threadId))) return undefined
  return { body, threadId, holdsAll: threads.stopsAll, hit: [] }
}

function obstacle(session: Session, asked: Asked): Failure | undefined {
  const { lifecycle, jobs, resumes, threads } = session
  const { kind } = lifecycle.state
  if (asked.client.stage !== 'live')
    return { type: 'NOT_READY', text: 'a job can begin when its sender has joined; send configurationDone first' }
  if (kind === 'ended') return { type: 'SESSION_ENDED', text: 'a job needs a program: the session has ended' }
  if (kind !== 'running' && kind !== 'stopped')
    return { type: 'NOT_READY', text: 'a job needs a program that is debugged and has started' }
  if (jobs.current.kind !== 'none') {
    const { by, tool } = jobs.current.order
    return { type: 'CONTROL_HELD', text: `${by.name} runs ${tool}; wait until it has ended`, data: { holder: by.name } }
  }
  const expected = countIn(argumentsOf(asked), 'expectedStopId')
  if (expected !== undefined && expected !== threads.stopId) {
    const by = threads.stop?.by?.name ?? 'another client'
    const text = `the stop you mean is over: ${by} has moved the program; look at the new state, then repeat`
    return { type: 'STOP_CHANGED', text, data: { expected: String(expected), actual: String(threads.stopId), by } }
  }
  const { latest } = resumes
  const isStepping =
    latest?.state === 'going' && !latest.command.startsWith('continue') && latest.command !== 'continued'
  if (resumes.asked.length === 0 && resumes.pausedBy === undefined && !(isStepping && threads.stop === undefined))
    return undefined
  const who = resumes.pausedBy?.name ?? resumes.asked[0]?.actor?.name ?? latest?.actor?.name ?? 'another client'
  return { type: 'NOT_READY', text: `${who} moves the program; wait for its stop, then repeat` }
}
