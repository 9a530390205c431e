import type {
  Actor,
  AdapterTraits,
  AttachableProcess,
  AttachSpec,
  BreakpointView,
  ExceptionSpec,
  LaunchSpec,
  SessionEvent,
  SessionView,
  TestFramework,
} from '@dapplex/protocol'
import type { DapAnswer } from './dap-answer.js'
import type { DigestMemory } from './digest-memory.js'
import type { Past } from './past.js'
import type { SessionTests } from './session-tests.js'

export type { DapAnswer }

export interface RequestOptions {
  /** Milliseconds; past it the promise rejects with TIMEOUT and a late answer is dropped. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Where a session hangs that this request starts; default: the root of the workflow tree. */
  readonly place?: CallPlace
}

/** A place in the workflow tree, and how sessions come to stand there (workflow 5). */
export interface CallPlace {
  readonly nodeId: string
  readonly origin: 'launched' | 'spawned'
}

/** One debug session as one caller sees it. Everything sent goes through the multiplexer core in the caller's name. */
export interface DapSession {
  readonly id: string
  readonly adapter: { readonly id: string; readonly title: string }
  readonly traits: AdapterTraits
  /** The adapter arguments the session was started with, without `dapplex*` keys. */
  readonly program?: string
  /** Absolute folder of the program. Relative paths of callers start here. */
  readonly cwd?: string
  /** The git root of the program's folder, else the folder: kept breakpoints belong to one. Undefined for an attached program. */
  readonly workspace?: string
  readonly parentId?: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  view(): SessionView
  /** Whether a client of the session, or who holds control of it, is this caller: by its connection, or by its name (mux 19). */
  isCaller(client: Actor): boolean
  /** Sends one DAP request. Rejects only with TIMEOUT, a cancelled signal, or when the session is unknown to the core. */
  request(command: string, args: Readonly<Record<string, unknown>>, options: RequestOptions): Promise<DapAnswer>
  /**
   * Resolves at the first event for which `matches` is true, or undefined at the time-out. Events recorded after
   * `sinceSeq` (default: now) count, so that none between two calls is missed. It does not poll. Output never matches:
   * thousands of waiting calls must not slow down a program that prints.
   */
  waitFor(
    matches: (event: SessionEvent) => boolean,
    options: RequestOptions & { readonly sinceSeq?: number },
  ): Promise<SessionEvent | undefined>
  /** Calls `listener` with each event after `sinceSeq`, recorded ones first (bounded: `gap` tells how many were lost). Returns the way to stop. */
  subscribe(
    sinceSeq: number,
    listener: (event: SessionEvent) => void,
  ): { readonly gap: number; readonly stop: () => void }
  /** The seq of the latest event (0 before the first). */
  lastSeq(): number
  /**
   * Bounded output history, oldest first; `offset` counts UTF-8 bytes of all output since the start, that of its children included.
   * `tree`: theirs is shown too; default: only its own.
   */
  output(
    since: number,
    scope?: 'own' | 'tree',
  ): { readonly pieces: readonly OutputPiece[]; readonly next: number; readonly dropped: number }
  /** Text for the program's standard input, and its end with `eof`; false if the daemon does not hold that input. */
  sendInput(text: string, eof: boolean): Promise<boolean>
  /**
   * The messages with the adapter so far, as `dapplex replay` plays them, with secrets masked: a header line, then a line for each
   * message. `incomplete`: why the end is missing. Undefined where the daemon keeps no journals.
   */
  recording(): Promise<{ readonly lines: readonly string[]; readonly incomplete?: string } | undefined>
  /** The stops so far, as they were recorded; the one at hand is read first. Undefined where they are not recorded. */
  past(): Promise<Past | undefined>
  /** The same in one piece: the file that `dapplex replay` opens, or a page for a browser. */
  exported(form: 'recording' | 'html'): Promise<Uint8Array | undefined>
  /** This caller leaves the session, which goes on. The caller joins again with its next call. */
  leave(): void
  /**
   * Ends the session for all clients: ends the program (`terminate`), or detaches and leaves it running. Resolves when
   * the core has ended the session. Rejects with CONTROL_HELD or
   * DISCONNECT_FAILED where the core refuses (mux 11, 19), or TIMEOUT.
   */
  end(terminate: boolean, options: RequestOptions): Promise<void>
  /** After its end: resolves when its adapter has gone, so that nothing of it can come any more, an exit code neither. */
  gone(): Promise<void>
  /** This caller's choice within the session: reset at each stop. */
  readonly selection: Selection
  /** Why the adapter's ports are not safe on this machine, in words. */
  readonly warning?: string
  /** Breakpoints of its launch that the adapter has refused. */
  readonly refused: readonly RefusedBreakpoint[]
  /** The tests that it runs, or that a session above it runs. */
  readonly tests?: SessionTests
  /** What results have shown of the stops; shared by all callers of the session. */
  readonly digests: DigestMemory
  /** Object ids of this session; see `ObjectIds`. */
  readonly objects: ObjectIds
}

export interface OutputPiece {
  readonly offset: number
  readonly category: string
  readonly text: string
  /** The child session that has told it; undefined for the session's own. */
  readonly session?: string
}

/** Chosen thread and frame; `threadId` undefined means the thread of the latest stop. */
export interface Selection {
  threadId: number | undefined
  frameIndex: number
  /** Stop at which the choice was made. It is void at any other stop. */
  stopId: number
}

/** The object behind an object id: a DAP variables reference, or an object that the adapter itself numbers. */
export interface ObjectEntry {
  readonly id: number
  readonly sessionId: string
  readonly issuedAtStopId: number
  /** DAP `variablesReference` as clients see it; 0 for an object known only by `adapterObject`. */
  readonly reference: number
  /** The adapter's number of the object (`dapplexObject` in a variable). The adapter decides how long the object lives. */
  readonly adapterObject?: number
  /** `stop`: the reference is valid until its thread resumes; `session`: until the session ends. */
  readonly lifetime: 'stop' | 'session'
  /** An expression with this value in this frame, for setting another variable to it. */
  readonly expression?: string
  readonly typeName: string
  readonly value: string
  readonly named?: number
  readonly indexed?: number
}

/** Daemon-wide table of object ids: positive, unique, never reused. */
export interface ObjectIds {
  /**
   * The same `adapterObject` of a session, or the same `reference` (the core never reuses one), keeps its id. Undefined for what is
   * only recorded: it is no object any more.
   */
  issue(entry: Omit<ObjectEntry, 'id' | 'sessionId' | 'issuedAtStopId'>): number | undefined
}

/** The daemon as the tools see it. One instance per connection of a caller. */
export interface SessionsPort {
  list(): readonly DapSession[]
  find(sessionId: string): DapSession | undefined
  /** Finds the session of an object id: a daemon-wide table; `released` and `never_issued` are told apart. */
  object(
    id: number,
  ):
    | { readonly kind: 'found'; readonly entry: ObjectEntry; readonly session: DapSession | undefined }
    | { readonly kind: 'never_issued' }
    | { readonly kind: 'released' }
    | { readonly kind: 'session_ended' }
  releaseObject(id: number): boolean
  /** Forgets a session that has ended. */
  dismiss(session: Pick<DapSession, 'id'>): void
  /** The session this connection has chosen with session_select. */
  selected: string | undefined
  /** Whether the caller has started, joined or selected the session, or one above it. */
  isOwn(session: Pick<DapSession, 'id' | 'parentId'>): boolean
  /** Whether the caller's last launch or attach failed, and it has joined or used no session of its own since. */
  readonly lastStartFailed: boolean
  /** A call uses the session: if it is the caller's own, calls without `session_id` mean it again after a failed start. */
  use(session: DapSession): void
  /**
   * Starts an adapter and launches: resolves when the program runs or has stopped, rejects with a ToolError
   * (INVALID_PATH, ADAPTER_NOT_FOUND, LAUNCH_FAILED, ADAPTER_CRASHED, PERMISSION_DENIED, TIMEOUT).
   */
  launch(request: LaunchRequest, options: RequestOptions): Promise<DapSession>
  attach(request: AttachRequest, options: RequestOptions): Promise<DapSession>
  /** Breakpoints set without a session: kept, and set in the next one under the same ids. */
  readonly workspace: WorkspaceBreakpoints
  /** The folder of the caller, where it has told one. */
  readonly folder: string | undefined
  /** All test frameworks, in the order of their adapters. */
  readonly testFrameworks: readonly TestFramework[]
  /** Adapters known to the daemon, found or not. */
  adapters(): Promise<readonly AdapterStatus[]>
  /** Processes that can be attached to, by all adapters or the named one. Rejects with ADAPTER_NOT_FOUND for an unknown name. */
  processes(adapter: string | undefined): Promise<readonly (AttachableProcess & { readonly adapter: string })[]>
  /**
   * Named launch configurations of a workspace (an absolute folder), then the user's; without a workspace only the user's.
   * Rejects with INVALID_PARAMETER for a file that cannot be read.
   */
  configurations(workspace: string | undefined): Promise<readonly ConfigurationRow[]>
  /** Calls `listener` with each session that starts from now on. Returns the way to stop. */
  onSession(listener: (session: DapSession) => void): () => void
}

/** A folder on the program's machine (a container, another host), and the same folder on this one. */
export interface PathMapping {
  readonly remote: string
  readonly local: string
}

/** What happens to the program after the last client vanishes (mux 29). */
export type OnAbandon = 'keep' | 'detach' | 'end'

/** Exceptions that stop a program by default: those that nothing catches, all that are thrown, or none. */
export type BreakOn = 'uncaught' | 'all' | 'none'

export interface LaunchRequest {
  readonly adapter?: string
  readonly configuration?: string
  readonly spec: LaunchSpec
  readonly pathMappings?: readonly PathMapping[]
  readonly onAbandon?: OnAbandon
  /** Breakpoints of the session, set before its program runs its first line. */
  readonly breakpoints?: readonly BreakpointSpec[]
  /** Exceptions that stop the program without a breakpoint. */
  readonly breakOn?: BreakOn
  /** The program runs these tests: its own path says nothing about the project. */
  readonly tests?: SessionTests
}
export interface AttachRequest {
  readonly adapter?: string
  readonly spec: AttachSpec
  readonly pathMappings?: readonly PathMapping[]
  readonly onAbandon?: OnAbandon
}

export interface AdapterStatus {
  readonly id: string
  readonly title: string
  readonly languages: readonly string[]
  readonly found: boolean
  readonly path?: string
  readonly version?: string
  /** Why it could not be checked: whether it is there is not known. */
  readonly problem?: string
  /** How to install it. */
  readonly install: string
}

/** One named launch configuration; `unusable` says why it has no values outside an editor. */
export interface ConfigurationRow {
  readonly name: string
  readonly file: string
  readonly request?: 'launch' | 'attach'
  readonly adapter?: string
  readonly program?: string
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly unusable?: string
}

/** A breakpoint kept for later sessions. */
export interface BreakpointSpec {
  readonly path?: string
  readonly line?: number
  readonly column?: number
  readonly function?: string
  /** An exception filter of the adapter. */
  readonly filter?: string
  /** Exceptions by type. */
  readonly exception?: ExceptionSpec
  readonly condition?: string
  readonly hitCondition?: string
  readonly logMessage?: string
  /** The text of its line when it was set. */
  readonly text?: string
  /** The line where that text stood before the file was edited. */
  readonly movedFrom?: number
  /** The text is no longer in the file. */
  readonly stale?: true
  /** Nobody has set it, and no list shows it: what `break_on` asks for, or a point that tells that a file is loaded. */
  readonly implicit?: true
  /** Removed at the next stop, and when the client that set it leaves; never kept for the workspace. */
  readonly temporary?: true
}
/** A breakpoint that a session could not be given, and why. */
export interface RefusedBreakpoint {
  readonly spec: BreakpointSpec
  readonly reason: string
}

/** Where a breakpoint stands after its file was edited. */
export type FollowedPlace = Required<Pick<BreakpointSpec, 'line'>> & Pick<BreakpointSpec, 'movedFrom' | 'stale'>

export interface WorkspaceBreakpoints {
  add(spec: BreakpointSpec): BreakpointView
  /** False when there is none with that id. */
  remove(id: number): boolean
  enable(id: number, enabled: boolean): BreakpointView | undefined
  /** Its file was edited, and this is where it belongs now. */
  follow(id: number, now: FollowedPlace): void
  list(): readonly BreakpointView[]
  /** Those of a workspace; default: that of the caller, and all where it has none. */
  visible(workspace?: string): readonly BreakpointView[]
  /** Whether it belongs where a breakpoint without a file goes that this caller sets. */
  isHere(breakpoint: BreakpointView): boolean
}
