import type { ClientView, SessionView, ThreadView } from '@dapplex/protocol'
import { viewBreakpoints } from '../rules/breakpoints/view.js'
import { mergedCapabilities } from '../rules/capabilities/merge.js'
import { controlView } from '../rules/control/lease.js'
import { phaseOf } from '../state/lifecycle.js'
import { allSpecs } from '../state/program/breakpoints.js'
import { activeJob } from '../state/program/job.js'
import { evaluating } from '../state/requests/evaluating.js'
import type { Session } from '../state/session.js'

/** A fresh copy of what the tools and the front door may know of the session. */
export function viewOf(session: Session): SessionView {
  const { lifecycle, threads, history } = session
  return {
    phase: phaseOf(lifecycle.state),
    request: lifecycle.launch?.command ?? 'launch',
    stopId: threads.stopId,
    threads: viewThreads(session),
    capabilities: mergedCapabilities(session.capabilities),
    breakpoints: viewBreakpoints(session),
    clients: viewClients(session),
    modules: [...history.modules.values()],
    loadedSources: [...history.loadedSources.values()],
    control: controlView(session),
    ...(lifecycle.state.kind === 'undebugged' ? { withoutDebugging: true } : {}),
    ...(session.deadlines.unresponsive === undefined ? {} : { unresponsive: session.deadlines.unresponsive }),
    ...evaluatingView(session),
    ...jobView(session),
    ...(threads.stop === undefined ? {} : { stop: threads.stop }),
    ...(threads.current === undefined ? {} : { currentThreadId: threads.current }),
    ...(history.process === undefined ? {} : { process: history.process }),
    ...(lifecycle.startedAt === undefined ? {} : { programStartedAt: lifecycle.startedAt }),
    ...(lifecycle.exitCode === undefined ? {} : { exitCode: lifecycle.exitCode }),
    ...(lifecycle.signal === undefined ? {} : { signal: lifecycle.signal }),
    ...(lifecycle.endReason === undefined ? {} : { endReason: lifecycle.endReason }),
    ...endedByView(session),
    ...crashView(session),
  }
}

function endedByView({ lifecycle: { state, endAsked } }: Session): Pick<SessionView, 'endedBy'> {
  return state.kind !== 'ended' || endAsked === undefined ? {} : { endedBy: endAsked.by }
}

function evaluatingView(session: Session): Pick<SessionView, 'evaluating'> {
  const found = evaluating(session)
  return found === undefined ? {} : { evaluating: found }
}

/** An adapter that dies after it has told the program's end takes nothing away. */
function crashView({ lifecycle: { crash, exitCode } }: Session): Pick<SessionView, 'crash'> {
  return crash === undefined || exitCode !== undefined ? {} : { crash }
}

function jobView({ jobs }: Session): Pick<SessionView, 'job'> {
  const job = activeJob(jobs)
  return job === undefined ? {} : { job: { tool: job.order.tool, by: job.order.by } }
}

export function viewThreads(session: Session): ThreadView[] {
  return [...session.threads.all.values()].map((thread) => ({
    threadId: thread.id,
    stopped: thread.isStopped,
    ...(thread.name === undefined ? {} : { name: thread.name }),
    ...(thread.stopId === undefined ? {} : { stopId: thread.stopId }),
    ...(thread.reason === undefined ? {} : { reason: thread.reason }),
  }))
}

function viewClients(session: Session): ClientView[] {
  const counts = new Map<number, number>()
  for (const { spec } of allSpecs(session.breakpoints)) counts.set(spec.client, (counts.get(spec.client) ?? 0) + 1)
  return [...session.clients.values()]
    .filter((client) => client.stage !== 'left')
    .map((client) => ({
      ...client.actor,
      role: client.profile.role,
      joinedAt: client.joinedAt,
      breakpoints: counts.get(client.id) ?? 0,
      ...(client.lastCommand === undefined ? {} : { lastCommand: client.lastCommand }),
    }))
}
