import type { Phase } from '@dapplex/protocol'
import type { Breakpoints } from './breakpoints/breakpoints.js'
import { createBreakpoints } from './breakpoints/breakpoints.js'
import type { Examinations } from './breakpoints/examination.js'
import { createExaminations } from './breakpoints/examination.js'
import type { CapabilityState } from './capabilities/capability-state.js'
import { createCapabilityState } from './capabilities/capability-state.js'
import type { Client } from './client/client.js'
import type { Dialect } from './conventions/to-client.js'
import type { PendingTable } from './ids/pending.js'
import { createPendingTable } from './ids/pending.js'
import type { ClientId, Effect } from './input.js'
import type { Lifecycle } from './lifecycle/lifecycle.js'
import { createLifecycle } from './lifecycle/lifecycle.js'
import type { SessionOptions, SessionSettings } from './options.js'
import { completeOptions } from './options.js'
import type { Control } from './control/control.js'
import { createControl } from './control/control.js'
import type { Deadlines } from './deadlines/deadlines.js'
import { createDeadlines } from './deadlines/deadlines.js'
import type { Progress } from './progress/open-progress.js'
import { createProgress } from './progress/open-progress.js'
import type { Children } from './reverse/open-reverse.js'
import { createChildren } from './reverse/open-reverse.js'
import type { Reverses } from './reverse/open-reverse.js'
import { createReverses } from './reverse/open-reverse.js'
import type { References } from './references/references.js'
import { createReferences } from './references/references.js'
import type { History } from './replay/history.js'
import { createHistory } from './replay/history.js'
import type { Resumes } from './resume/resumes.js'
import { createResumes } from './resume/resumes.js'
import type { Threads } from './threads/threads.js'
import { createThreads } from './threads/threads.js'

/** The whole state of one debug session. Its insides are owned by `transition`; read it through `viewOf`. */
export interface Session {
  readonly options: SessionOptions
  /** Time of the input at hand, in milliseconds. */
  now: number
  phase: Phase
  /** Effects of the input at hand. */
  effects: Effect[]
  /** Number of the latest recorded event. */
  eventSeq: number
  readonly clients: Map<ClientId, Client>
  readonly dialects: Map<string, Dialect>
  readonly pending: PendingTable
  readonly references: References
  readonly threads: Threads
  readonly resumes: Resumes
  readonly breakpoints: Breakpoints
  readonly examinations: Examinations
  readonly capabilities: CapabilityState
  readonly lifecycle: Lifecycle
  readonly history: History
  readonly progress: Progress
  readonly reverses: Reverses
  readonly children: Children
  readonly control: Control
  readonly deadlines: Deadlines
}

/** A session without anything in it; `createSession` gives it what it begins with. */
export function emptySession(settings: SessionSettings): Session {
  const options = completeOptions(settings)
  return {
    options,
    now: 0,
    phase: 'starting',
    effects: [],
    eventSeq: 0,
    clients: new Map(),
    dialects: new Map(),
    pending: createPendingTable(),
    references: createReferences(),
    threads: createThreads(),
    resumes: createResumes(),
    breakpoints: createBreakpoints(options.firstBreakpointId),
    examinations: createExaminations(),
    capabilities: createCapabilityState(),
    lifecycle: createLifecycle(),
    history: createHistory(options.limits.historyBytes),
    progress: createProgress(),
    reverses: createReverses(),
    children: createChildren(),
    control: createControl(),
    deadlines: createDeadlines(),
  }
}
