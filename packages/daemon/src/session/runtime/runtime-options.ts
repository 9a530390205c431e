import type { Limits, Policies, ProgramExit } from '@dapplex/mux'
import type { AdapterModule, ToolError } from '@dapplex/protocol'
import type { BreakOn, SessionTests } from '@dapplex/tools'
import type { InputFile } from '../../adapters/supervise/input-file.js'
import type { RunningAdapter } from '../../adapters/supervise/running-adapter.js'
import type { SessionJournal } from '../../journal/session-journal.js'
import type { RecorderOptions } from '../../recorder/session-recorder.js'
import type { Logger } from '../../state/logger.js'
import type { KeptSpec } from '../../workspace/kept-spec.js'
import type { ChildSpec, OpenedChild } from './child-spec.js'
import type { OutputHistory } from './output-history.js'
import type { Traffic } from './traffic.js'

export interface RuntimeOptions {
  readonly id: string
  readonly module: AdapterModule
  readonly request: 'launch' | 'attach'
  readonly program: string | undefined
  /** Folder of the program. Relative paths of callers start here. */
  readonly cwd: string
  readonly firstBreakpointId: number
  /** Whose kept breakpoints it has; see `workspaceOf`. */
  readonly workspace?: string
  /** The breakpoints that the session begins with. */
  readonly breakpoints: readonly KeptSpec[]
  /** Exceptions that stop it by default, and its children; undefined: those that its editors choose. */
  readonly breakOn: BreakOn | undefined
  /** The tests that it runs, or that a session above it runs. */
  readonly tests: SessionTests | undefined
  readonly traffic: Traffic
  /** The user's settings, and the abilities of this runtime. */
  readonly policies: Partial<Policies>
  readonly limits: Partial<Limits>
  /** Undefined if the user has switched journals off. */
  readonly journal: SessionJournal | undefined
  /** Where its stops are recorded; undefined if the user has switched that off. */
  readonly recorder: Pick<RecorderOptions, 'writer' | 'secrets' | 'stopMs'> | undefined
  readonly log: Logger
  /** Daemon-wide numbers of connections. */
  readonly nextClient: () => number
  /** Starts the same adapter once more. */
  readonly startAdapter: () => Promise<RunningAdapter>
  /** Why the adapter must not be asked to attach with these arguments; undefined where it may. */
  readonly refuseAttach: (args: Readonly<Record<string, unknown>>) => ToolError | undefined
  /** Why the adapter's ports are not safe on this machine. */
  readonly warning: string | undefined
  /** What the launched program reads as its standard input, where its adapter takes a file for it. */
  readonly inputFile: InputFile | undefined
  /** The session whose adapter asked for this one (mux 14). */
  readonly parentId: string | undefined
  readonly openChild: (spec: ChildSpec) => Promise<OpenedChild>
  /** Feeds `exitLearned` to another session. */
  readonly childExited: (session: string, exit: ProgramExit) => void
  /** The sessions that have started this one: its parent, that one's parent, and so on. */
  readonly ancestors: () => readonly { readonly output: OutputHistory }[]
  /** Live sessions that this session's adapter has requested. */
  readonly children: () => readonly ChildSession[]
}

/** What a session does to those that its adapter has asked for. */
interface ChildSession {
  shutDown(why: string): Promise<void>
  letGo(client: number, why: string): Promise<void>
}
