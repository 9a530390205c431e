import type { DapEvent, JsonObject } from '@dapplex/protocol'
import { isJsonObject, textIn, textsIn } from '@dapplex/protocol'
import { record } from '../outbox/record.js'
import { tellAll } from '../outbox/to-client.js'
import { breakpointEvent } from '../rules/breakpoints/changes.js'
import { loadPointPassed } from '../rules/breakpoints/load-point-passed.js'
import { capabilityChange, foldCapabilities } from '../rules/capabilities/merge.js'
import { exitCodeLearned, programEnded, programExited } from '../rules/lifecycle/end/end.js'
import { restartWanted } from '../rules/lifecycle/end/restart.js'
import { adapterInitialized } from '../rules/lifecycle/start/welcome.js'
import { passStop } from '../rules/lifecycle/start/undebugged.js'
import { progressEvent } from '../rules/progress/progress.js'
import { continuedEvent } from '../rules/resume/continued.js'
import { stoppedEvent } from '../rules/stops/stopped-event.js'
import { threadStarted } from '../rules/resume/thread-started.js'
import type { Epoch } from '../state/ids/reference-table.js'
import { epochOf } from '../state/ids/references.js'
import { threadToClient } from '../state/ids/thread-ids.js'
import { isProgramOver, isReachable } from '../state/lifecycle.js'
import { keepLoadedSource, keepModule, keepOutput } from '../state/program/history.js'
import { forgetThread, threadOf } from '../state/program/threads.js'
import type { Session } from '../state/session.js'
import { eventIds } from '../translation/references/from-adapter.js'
import { learnSources } from '../translation/sources/spelling.js'

type SessionEventHandler = (session: Session, body: JsonObject, event: DapEvent) => void

/** Adapter events that change what the multiplexer knows. */
export const sessionEvents: Readonly<Record<string, SessionEventHandler>> = {
  initialized: adapterInitialized,
  capabilities: (session, body) => {
    const change = body['capabilities']
    if (!isJsonObject(change)) return
    foldCapabilities(session.capabilities, change)
    // Capabilities that come before the answer to initialize become part of that answer (mux 9).
    if (!isReachable(session.lifecycle.state)) return
    const capabilities = capabilityChange(change)
    // What the multiplexer serves itself does not change for clients.
    if (Object.keys(capabilities).length === 0) return
    tellAll(session, { event: 'capabilities', body: { ...body, capabilities } })
  },
  progressStart: progressEvent,
  progressUpdate: progressEvent,
  progressEnd: progressEvent,
  stopped: (session, body) => {
    if (isProgramOver(session.lifecycle.state)) return
    if (session.lifecycle.state.kind === 'undebugged') passStop(session, body)
    else stoppedEvent(session, body)
  },
  continued: (session, body) => {
    if (isProgramOver(session.lifecycle.state) || session.lifecycle.state.kind === 'undebugged') return
    continuedEvent(session, body)
  },
  exited: (session, body) => {
    if (session.lifecycle.state.kind !== 'restarting') programExited(session, body)
  },
  terminated: (session, body, event) => {
    const { restart, ...rest } = body
    if (session.lifecycle.state.kind === 'restarting' || restartWanted(session, restart)) return
    programEnded(session, endingReason(session), event.body === undefined ? undefined : rest)
  },
  thread: threadEvent,
  output: outputEvent,
  breakpoint: (session, body) => breakpointEvent(session, processIds(session, body)),
  module: (session, body) => {
    keepModule(session.history, body)
    tellAll(session, { event: 'module', body })
  },
  loadedSource: (session, body) => {
    const translated = processIds(session, body)
    learnSources(session, 'loadedSource', translated)
    keepLoadedSource(session.history, translated)
    tellAll(session, { event: 'loadedSource', body: translated })
  },
  process: (session, body) => {
    session.history.process = body as unknown as NonNullable<Session['history']['process']>
    tellAll(session, { event: 'process', body })
    record(session, { kind: 'process', body: session.history.process })
  },
  invalidated: (session, body) => {
    const areas = Array.isArray(body['areas']) ? textsIn(body, 'areas') : ['all']
    const epoch = session.references.process
    tellAll(session, { event: 'invalidated', body: eventIds({ references: session.references, epoch }, body) })
    record(session, { kind: 'invalidated', areas })
  },
}

/** Why the program has ended: a client wanted it, or it ended by itself. */
const endingReason = ({ lifecycle }: Session): string => lifecycle.endAsked?.why ?? 'the program has ended'

function threadEvent(session: Session, body: JsonObject): void {
  // Threads are a matter of debugging.
  if (session.lifecycle.state.kind === 'undebugged') return
  const threadId = threadToClient(session.references.threads, body['threadId'])
  const reason = textIn(body, 'reason') ?? ''
  if (reason === 'exited') forgetThread(session.threads, threadId)
  else threadOf(session.threads, threadId)
  if (reason === 'started') threadStarted(session, { ...body, threadId })
  else tellAll(session, { event: 'thread', body: { ...body, threadId } })
  record(session, { kind: 'thread', threadId, reason })
}

function outputEvent(session: Session, told: JsonObject): void {
  if (loadPointPassed(session, textIn(told, 'output') ?? '')) return
  const body = inWords(session, told)
  const translated = eventIds({ references: session.references, epoch: outputEpoch(session) }, body) as JsonObject
  keepOutput(session.history.output, translated)
  tellAll(session, { event: 'output', body: translated })
  const category = textIn(body, 'category') ?? 'console'
  const text = textIn(body, 'output') ?? ''
  if (category !== 'telemetry' && text !== '') record(session, { kind: 'output', category, text })
  if (category === 'console') learnExitCode(session, text)
}

/** The output, with what its adapter's definition says for parts of it. */
function inWords({ options }: Session, body: JsonObject): JsonObject {
  const { outputWords } = options.traits
  const output = textIn(body, 'output')
  if (outputWords.length === 0 || output === undefined) return body
  const text = outputWords.reduce((line, { pattern, says }) => line.replace(new RegExp(pattern, 'gm'), says), output)
  return { ...body, output: text }
}

/** Reads an exit code that only a line of output contains, even after the end. */
function learnExitCode(session: Session, text: string): void {
  const { lifecycle, options } = session
  if (options.traits.exitCodeOutput === undefined || lifecycle.exitCode !== undefined) return
  const told = new RegExp(options.traits.exitCodeOutput, 'm').exec(text)?.[1]
  if (told === undefined) return
  exitCodeLearned(session, Number(told))
}

/** The adapter definition says how long a reference from output lives (mux 5). */
function outputEpoch(session: Session): Epoch {
  const { threads, references, options } = session
  const threadId = threads.stop?.threadId
  if (options.traits.references.output === 'session' || threadId === undefined) return references.process
  return epochOf(references, threadId, threads.stopId)
}

const processIds = (session: Session, body: JsonObject): JsonObject =>
  eventIds({ references: session.references, epoch: session.references.process }, body) as JsonObject
