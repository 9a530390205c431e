import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** The events that this adapter sends. */
export interface EventBodies {
  initialized: undefined
  process: Dap.ProcessEvent['body']
  thread: Dap.ThreadEvent['body']
  stopped: Dap.StoppedEvent['body']
  continued: Dap.ContinuedEvent['body']
  output: Dap.OutputEvent['body']
  breakpoint: Dap.BreakpointEvent['body']
  loadedSource: Dap.LoadedSourceEvent['body']
  /** `signal`: dapplex's own member. */
  exited: Dap.ExitedEvent['body'] & { readonly signal?: string }
  terminated: undefined
}

export type Emit = <E extends keyof EventBodies>(event: E, body: EventBodies[E]) => void
