import type { BreakpointView, DapEvent } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** Bodies of the events that tests look into. */
interface EventBodies {
  readonly stopped: Dap.StoppedEvent['body']
  readonly continued: Dap.ContinuedEvent['body']
  readonly exited: Dap.ExitedEvent['body']
  readonly terminated: Dap.TerminatedEvent['body']
  readonly thread: Dap.ThreadEvent['body']
  readonly output: Dap.OutputEvent['body']
  readonly breakpoint: Dap.BreakpointEvent['body']
  readonly module: Dap.ModuleEvent['body']
  readonly loadedSource: Dap.LoadedSourceEvent['body']
  readonly process: Dap.ProcessEvent['body']
  readonly capabilities: Dap.CapabilitiesEvent['body']
  readonly progressStart: Dap.ProgressStartEvent['body']
  readonly progressUpdate: Dap.ProgressUpdateEvent['body']
  readonly progressEnd: Dap.ProgressEndEvent['body']
  readonly invalidated: Dap.InvalidatedEvent['body']
  readonly memory: Dap.MemoryEvent['body']
  readonly dapplex_breakpoints: { readonly breakpoints: readonly BreakpointView[] }
}

/** Bodies of the answers that tests look into. */
interface AnswerBodies {
  readonly initialize: Dap.Capabilities
  readonly setBreakpoints: Dap.SetBreakpointsResponse['body']
  readonly setFunctionBreakpoints: Dap.SetFunctionBreakpointsResponse['body']
  readonly setDataBreakpoints: Dap.SetDataBreakpointsResponse['body']
  readonly setInstructionBreakpoints: Dap.SetInstructionBreakpointsResponse['body']
  readonly stackTrace: Dap.StackTraceResponse['body']
  readonly scopes: Dap.ScopesResponse['body']
  readonly variables: Dap.VariablesResponse['body']
  readonly threads: Dap.ThreadsResponse['body']
  readonly evaluate: Dap.EvaluateResponse['body']
  readonly dapplex_breakpointAdd: { readonly breakpoint: BreakpointView }
}

/** Arguments of the requests to the adapter that tests look into. */
interface RequestArguments {
  readonly initialize: Dap.InitializeRequestArguments
  readonly setBreakpoints: Dap.SetBreakpointsArguments
  readonly setFunctionBreakpoints: Dap.SetFunctionBreakpointsArguments
  readonly setDataBreakpoints: Dap.SetDataBreakpointsArguments
  readonly setExceptionBreakpoints: Dap.SetExceptionBreakpointsArguments
  readonly stackTrace: Dap.StackTraceArguments
  readonly scopes: Dap.ScopesArguments
  readonly variables: Dap.VariablesArguments
  readonly evaluate: Dap.EvaluateArguments
  readonly continue: Dap.ContinueArguments
  readonly disconnect: Dap.DisconnectArguments
}

/** Anything, for what has no type in DAP: adapters' own requests, launch arguments, error bodies. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
type Anything = any

/** The number of a request, which remembers its command. */
export type Sent<C extends string> = number & { readonly command?: C | undefined }

/** The requests whose answer is a list of breakpoints. */
export type ListCommand =
  'setBreakpoints' | 'setFunctionBreakpoints' | 'setDataBreakpoints' | 'setInstructionBreakpoints'

export type RigEvent<N extends string> = Omit<DapEvent, 'event' | 'body'> & {
  readonly event: N
  readonly body: N extends keyof EventBodies ? EventBodies[N] : Anything
}

export interface RigAnswer<C extends string> {
  readonly seq: number
  readonly type: 'response'
  readonly request_seq: number
  readonly command: string
  readonly success: boolean
  readonly message?: string
  /** Of a successful answer; a failed one has the body of DAP's `ErrorResponse`. */
  readonly body: C extends keyof AnswerBodies ? AnswerBodies[C] : Anything
}

export interface RigRequest<C extends string> {
  readonly seq: number
  readonly type: 'request'
  readonly command: C
  readonly arguments: C extends keyof RequestArguments ? RequestArguments[C] : Anything
}
