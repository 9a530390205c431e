import type { DebugProtocol } from '@vscode/debugprotocol'
import type { Actor, Phase, Role } from './events.js'

/** One thread as the core knows it; `threadId` is the mapped id that clients see. */
export interface ThreadView {
  readonly threadId: number
  readonly name?: string
  readonly stopped: boolean
  /** Of this thread's latest stop. */
  readonly reason?: string
  /** The number of the stop that it stands at; absent while it runs. */
  readonly stopId?: number
}

/** Which stop of a recording a replay stands at, and the number of its last one. `note`: what is special about it. */
export interface RecordedPlace {
  readonly stopId: number
  readonly last: number
  readonly note?: string
}

/** The latest stop. */
export interface StopView {
  readonly stopId: number
  readonly threadId?: number
  readonly reason: string
  readonly description?: string
  readonly text?: string
  /** All breakpoints of all owners that were hit, by the ids of `BreakpointView`. */
  readonly breakpointIds: readonly number[]
  readonly by?: Actor
  readonly recorded?: RecordedPlace
}

/** What is requested for exceptions of one type; `*` is every type. */
export interface ExceptionSpec {
  readonly type: string
  /** Where it is thrown, caught or not. */
  readonly firstChance: boolean
  /** Where nothing catches it. */
  readonly secondChance: boolean
  /** Also types that inherit from it. */
  readonly subtypes: boolean
}

/** DAP, `DataBreakpointAccessType`. */
export type DataAccess = DebugProtocol.DataBreakpointAccessType

/** One request of one owner. `owner` is absent for breakpoints of the session itself (set through the tools). */
export interface BreakpointView {
  readonly id: number
  readonly owner?: Actor
  readonly setBy?: Actor
  readonly what: 'source' | 'function' | 'exception' | 'data' | 'instruction'
  readonly path?: string
  /** 1-based, as requested; `actualLine` where the adapter put it. */
  readonly line?: number
  readonly column?: number
  readonly actualLine?: number
  readonly function?: string
  /** What a data breakpoint watches, in the words of who has set it, and which accesses stop the program. */
  readonly expression?: string
  readonly access?: DataAccess
  /** An exception filter of the adapter. */
  readonly filter?: string
  /** Exceptions by type. */
  readonly exception?: ExceptionSpec
  readonly condition?: string
  readonly hitCondition?: string
  readonly logMessage?: string
  readonly enabled: boolean
  readonly verified: boolean
  readonly message?: string
  /** In this run of the program. */
  readonly hits: number
  /** Whether its file was loaded; absent where that is not known. */
  readonly loaded?: boolean
  /** The text of its line when it was set through the tools. */
  readonly text?: string
  /** The line where that text stood before the file was edited. */
  readonly movedFrom?: number
  /** The text is no longer in the file. */
  readonly stale?: true
  /** Of a kept breakpoint: only programs of this folder get it. */
  readonly workspace?: string
}

export interface ClientView extends Actor {
  readonly role: Role
  readonly joinedAt: number
  /** The last request that changed something, for people. */
  readonly lastCommand?: string
  readonly breakpoints: number
}

/** Who holds control of the program, until when (milliseconds of the session's clock). */
export interface ControlView {
  readonly mode: 'shared' | 'exclusive'
  readonly holder?: Actor
  readonly until?: number
  readonly reason?: string
}

/** An evaluation that is under way. `since`: milliseconds since the epoch. */
export interface EvaluationView {
  readonly expression: string
  readonly by: Actor
  readonly since: number
}

/** How an adapter has ended that was not asked to. */
export interface AdapterCrash {
  readonly reason: string
  /** The last that it has written there; may be empty. */
  readonly stderr: string
}

/** A read-only picture of a session: what the tools and the front door may know of the core. */
export interface SessionView {
  readonly phase: Phase
  readonly request: 'launch' | 'attach'
  readonly stopId: number
  readonly stop?: StopView
  readonly currentThreadId?: number
  readonly threads: readonly ThreadView[]
  readonly capabilities: DebugProtocol.Capabilities
  readonly breakpoints: readonly BreakpointView[]
  readonly clients: readonly ClientView[]
  readonly process?: DebugProtocol.ProcessEvent['body']
  /** When the program was last started or attached to: milliseconds since the epoch. */
  readonly programStartedAt?: number
  readonly exitCode?: number
  /** The signal that ended the program. */
  readonly signal?: string
  /** Why the session ended, or why the adapter could not start the program. */
  readonly endReason?: string
  /** The client that has ended the program or the session, where that was a client. */
  readonly endedBy?: Actor
  /** The adapter has died before it told how the program has ended: nobody knows what became of that (mux 15). */
  readonly crash?: AdapterCrash
  /** The program runs without debugging (`noDebug`): it cannot stop, be paused or be looked into. */
  readonly withoutDebugging?: boolean
  readonly control?: ControlView
  /** A tool moves the program by itself, and only its caller hears of the stops (docs/rules.md, "Jobs"). */
  readonly job?: { readonly tool: string; readonly by: Actor }
  readonly unresponsive?: { readonly command: string; readonly since: number }
  /** The oldest evaluation that the adapter has not answered, also one that its sender has given up: it may block others. */
  readonly evaluating?: EvaluationView
  readonly modules: readonly DebugProtocol.Module[]
  readonly loadedSources: readonly DebugProtocol.Source[]
}
