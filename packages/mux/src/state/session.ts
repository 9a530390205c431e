import type { CapabilityState } from './capability-state.js'
import { createCapabilityState } from './capability-state.js'
import type { Client } from './clients/client.js'
import type { Dialect } from './clients/conventions.js'
import type { ClientId, Effect } from './contract/input.js'
import type { SessionOptions, SessionSettings } from './contract/options.js'
import { completeOptions } from './contract/options.js'
import type { Control } from './control.js'
import { createControl } from './control.js'
import type { References } from './ids/references.js'
import { createReferences } from './ids/references.js'
import type { Lifecycle } from './lifecycle.js'
import { createLifecycle } from './lifecycle.js'
import type { Breakpoints } from './program/breakpoints.js'
import { createBreakpoints } from './program/breakpoints.js'
import type { Examinations } from './program/examination.js'
import { createExaminations } from './program/examination.js'
import type { History } from './program/history.js'
import { createHistory } from './program/history.js'
import type { Jobs } from './program/job.js'
import { createJobs } from './program/job.js'
import type { Resumes } from './program/resumes.js'
import { createResumes } from './program/resumes.js'
import type { Sources } from './program/sources.js'
import { createSources } from './program/sources.js'
import type { Threads } from './program/threads.js'
import { createThreads } from './program/threads.js'
import type { Deadlines } from './requests/deadlines.js'
import { createDeadlines } from './requests/deadlines.js'
import type { Progress } from './requests/open-progress.js'
import { createProgress } from './requests/open-progress.js'
import type { Children, Reverses } from './requests/open-reverse.js'
import { createChildren, createReverses } from './requests/open-reverse.js'
import type { PendingTable } from './requests/pending.js'
import { createPendingTable } from './requests/pending.js'

/** The whole state of one debug session. Only `transition` changes it; read it through `viewOf`. */
export interface Session {
  readonly options: SessionOptions
  /** Time of the input at hand, in milliseconds. */
  now: number
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
  readonly sources: Sources
  readonly examinations: Examinations
  readonly jobs: Jobs
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
    effects: [],
    eventSeq: 0,
    clients: new Map(),
    dialects: new Map(),
    pending: createPendingTable(),
    references: createReferences(),
    threads: createThreads(),
    resumes: createResumes(),
    breakpoints: createBreakpoints(options.firstBreakpointId),
    sources: createSources(),
    examinations: createExaminations(),
    jobs: createJobs(),
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
