import type {
  ClientKind,
  DapMessage,
  JsonObject,
  Role,
  ScannedAnswer,
  ScannedCommand,
  SessionEvent,
} from '@dapplex/protocol'

/** A connection to a session, numbered by the daemon, never reused. */
export type ClientId = number & { readonly brand: 'ClientId' }
export const clientId = (n: number): ClientId => n as ClientId

/**
 * What makes a client one client (mux 19). `connection`: this connection alone. `named`: all connections of its principal
 * under the name that it gave itself; it is gone with the last of them. `oneCall`: the same, but it opens a connection
 * for each call, so it stays between them.
 */
export type Presence = 'connection' | 'named' | 'oneCall'

/** Who a client is. The front door decides it before the client is connected to the session. */
export interface ClientProfile {
  readonly name: string
  readonly principal: string
  readonly kind: ClientKind
  readonly role: Role
  readonly presence: Presence
  /** Whether it runs on the adapter's own machine (mux 13). */
  readonly isLocal: boolean
  /** Keeps its breakpoints after it left (mux 3, `dapplexKeepBreakpoints`). */
  readonly keepBreakpoints: boolean
  /** Wants others' breakpoints as plain events (mux 2, `dapplexForeignBreakpoints`). */
  readonly foreignBreakpoints: boolean
}

/** What happened. `now` is in milliseconds of a clock that never goes back. */
export type Input = { readonly now: number } & (
  | { readonly kind: 'clientConnected'; readonly client: ClientId; readonly profile: ClientProfile }
  /**
   * `message` is what the client sent, unchecked. A front door that has answered `initialize` itself, before the
   * session was known (mux 9), feeds that request first, marked `answered`: the core learns the conventions and sends
   * no answer. `filters` are the exception filters that the answer offered (mux 4).
   */
  | {
      readonly kind: 'clientMessage'
      readonly client: ClientId
      readonly message: unknown
      readonly answered?: { readonly filters: readonly string[] }
    }
  | { readonly kind: 'clientClosed'; readonly client: ClientId; readonly why: string }
  /**
   * `bytes` of what was sent to the client still wait in the runtime (mux 16). It is fed whenever waiting bytes have
   * been written, and in answer to `measureClient`; not where nothing waits and the core knows it.
   */
  | { readonly kind: 'clientDrained'; readonly client: ClientId; readonly bytes: number }
  /** A connection to a fresh adapter process is open: at the start, and after a `startAdapter` effect. */
  | { readonly kind: 'adapterStarted' }
  /**
   * `answer`: what is known of the message without parsing it. Then `message` may be a getter that parses it, and is read only where
   * the answer cannot be passed on as it came.
   */
  | { readonly kind: 'adapterMessage'; readonly message: unknown; readonly answer?: ScannedAnswer | undefined }
  /** The connection or process of the adapter is gone. `stderr` is its tail, for people. */
  | { readonly kind: 'adapterClosed'; readonly why: string; readonly stderr: string }
  | { readonly kind: 'timerFired'; readonly timer: string }
  /** How a `runCommand` effect went. */
  | { readonly kind: 'commandRan'; readonly run: number; readonly outcome: RunOutcome }
  /** How an `openChild` effect went. */
  | { readonly kind: 'childOpened'; readonly child: number; readonly outcome: ChildOutcome }
  /** The program that started this one, in another session, was told how it has ended (mux 14). */
  | { readonly kind: 'exitLearned'; readonly exit: ProgramExit }
  /**
   * A client detaches from the program, which goes on, and so ends the session for everybody. The runtime closes the adapter
   * next.
   */
  | { readonly kind: 'letGo'; readonly client: ClientId; readonly why: string }
  /** The recorder wants to read this at a stop; `args` as the adapter takes them, with the clients' thread id. */
  | { readonly kind: 'look'; readonly command: string; readonly args: JsonObject }
  /** The daemon ends, or the session is ended from outside (mux 27). */
  | { readonly kind: 'shutDown'; readonly why: string }
)

/** Process ids as DAP's `RunInTerminalResponse` has them. */
export type RunOutcome =
  | { readonly kind: 'started'; readonly processId?: number; readonly shellProcessId?: number }
  | { readonly kind: 'failed'; readonly why: string }

/** `session` is the id by which clients can attach to the child (`dapplexSession`). */
export type ChildOutcome =
  { readonly kind: 'started'; readonly session: string } | { readonly kind: 'failed'; readonly why: string }

/** How a process has ended; `signal` by name, where a signal has ended it. */
export interface ProgramExit {
  readonly exitCode: number
  readonly signal: string | undefined
}

/** A successful response to a client whose body is that of the adapter, with other ids. */
export interface PassedAnswer {
  /** Of the response, and of the client's request. */
  readonly seq: number
  readonly requestSeq: number
  readonly command: ScannedCommand
  readonly body: PassedBody
}

/** The body of an answer of the adapter with the ids that clients know. */
export interface PassedBody {
  /** The adapter's message. Shared: never write into it. */
  readonly bytes: Uint8Array
  /** The first byte of the body in it, and the one behind it. */
  readonly from: number
  readonly to: number
  /** The ids that are to be replaced, in the order in which they stand. */
  readonly changes: readonly IdChange[]
}

/** The digits between these places become those of `id`. */
export interface IdChange {
  readonly from: number
  readonly to: number
  readonly id: number
}

/** What the runtime has to do, in order. Results come back as new inputs. */
export type Effect =
  | { readonly kind: 'sendToClient'; readonly client: ClientId; readonly message: DapMessage }
  /** An answer of the adapter that goes on in its own bytes; see `messageOf`. */
  | { readonly kind: 'passToClient'; readonly client: ClientId; readonly answer: PassedAnswer }
  | { readonly kind: 'sendToAdapter'; readonly message: DapMessage }
  | { readonly kind: 'closeClient'; readonly client: ClientId; readonly why: string }
  /** `timer` names it; starting a name again moves it. */
  | { readonly kind: 'startTimer'; readonly timer: string; readonly ms: number }
  | { readonly kind: 'cancelTimer'; readonly timer: string }
  /** Start a fresh adapter process for the same session (emulated restart, mux 11). */
  | { readonly kind: 'startAdapter' }
  /** Close the adapter's connection and end its process group; `adapterClosed` follows. */
  | { readonly kind: 'endAdapter'; readonly graceMs: number }
  /**
   * Report by `clientDrained` how many bytes wait for this client now, and again whenever some were written (mux 16).
   */
  | { readonly kind: 'measureClient'; readonly client: ClientId }
  /**
   * Run a command for the adapter that no client can run; `args` as in DAP's `runInTerminal`. `commandRan` follows (mux
   * 13).
   */
  | { readonly kind: 'runCommand'; readonly run: number; readonly args: JsonObject }
  /** Open a child session with an adapter of its own and the surface as its launcher. `childOpened` follows (mux 14). */
  | {
      readonly kind: 'openChild'
      readonly child: number
      readonly request: 'launch' | 'attach'
      readonly configuration: JsonObject
    }
  /** Feed `exitLearned` to the session of that child, which may have ended (mux 14). */
  | { readonly kind: 'childExited'; readonly session: string; readonly exit: ProgramExit }
  /** An event for the tools, `events_subscribe` and the journal. */
  | { readonly kind: 'record'; readonly event: SessionEvent }
  | {
      readonly kind: 'log'
      readonly level: 'debug' | 'info' | 'warn' | 'error'
      readonly text: string
      readonly data?: Readonly<Record<string, unknown>>
    }
