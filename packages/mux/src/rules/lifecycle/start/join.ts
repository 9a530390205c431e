import { tell } from '../../../outbox/to-client.js'
import type { Client } from '../../../state/clients/client.js'
import { keptOutput } from '../../../state/program/history.js'
import { quietStop } from '../../../state/program/stop.js'
import type { Session } from '../../../state/session.js'
import { tellForeignTo } from '../../breakpoints/foreign.js'
import { hitsOf } from '../../breakpoints/hits.js'
import { openProgress } from '../../progress/progress.js'

/**
 * A client that has got `initialized` and now sends configurationDone, or threads without it, is told everything that the
 * others have seen, and hears what comes from now on (mux 7).
 */
export function serveWaitingJoiner(session: Session, client: Client): void {
  if (!isWaitingJoiner(client)) return
  client.stage = 'live'
  replay(session, client)
}

export const isWaitingJoiner = ({ stage, isOpener }: Client): boolean => stage === 'configuring' && !isOpener

/**
 * Rule: mux 7, this order. A `thread` event never follows that thread's `stopped`; the current thread's stop comes last, so
 * that the editor ends up there; the other stops say `pause`, because some editors continue a thread that stopped for
 * any other reason while one is already stopped.
 */
function replay(session: Session, client: Client): void {
  const { history, threads, lifecycle } = session
  tellForeignTo(session, client)
  if (history.process !== undefined) tell(session, client, { event: 'process', body: history.process })
  for (const thread of threads.all.values())
    tell(session, client, { event: 'thread', body: { reason: 'started', threadId: thread.id } })
  for (const module of history.modules.values())
    tell(session, client, { event: 'module', body: { reason: 'new', module } })
  for (const source of history.loadedSources.values())
    tell(session, client, { event: 'loadedSource', body: { reason: 'new', source } })
  for (const body of keptOutput(history.output)) tell(session, client, { event: 'output', body })
  for (const body of openProgress(session)) tell(session, client, { event: 'progressStart', body })
  replayStops(session, client)
  if (lifecycle.state.kind !== 'ended' || client.hasHeardEnd) return
  client.hasHeardEnd = true
  if (lifecycle.exitCode !== undefined)
    tell(session, client, {
      event: 'exited',
      body: { exitCode: lifecycle.exitCode, ...(lifecycle.signal === undefined ? {} : { signal: lifecycle.signal }) },
    })
  tell(session, client, { event: 'terminated' })
}

function replayStops(session: Session, client: Client): void {
  const { threads } = session
  const currentId = threads.stop?.threadId ?? [...threads.bodies.keys()].at(-1)
  if (!threads.stopsAll)
    for (const threadId of threads.bodies.keys())
      if (threadId !== currentId) tell(session, client, { event: 'stopped', body: quietStop(threadId) })
  const current = currentId === undefined ? threads.anonymousBody : threads.bodies.get(currentId)
  if (current === undefined) return
  const { preserveFocusHint: _hint, ...body } = current
  tell(session, client, { event: 'stopped', body: { ...body, ...hitsOf(session, client) } })
}
