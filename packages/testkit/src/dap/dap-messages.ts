import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** Every standard command (DAP 1.68) with its request and its response. */
export interface DapCommands {
  cancel: { request: Dap.CancelRequest; response: Dap.CancelResponse }
  runInTerminal: { request: Dap.RunInTerminalRequest; response: Dap.RunInTerminalResponse }
  startDebugging: { request: Dap.StartDebuggingRequest; response: Dap.StartDebuggingResponse }
  initialize: { request: Dap.InitializeRequest; response: Dap.InitializeResponse }
  configurationDone: { request: Dap.ConfigurationDoneRequest; response: Dap.ConfigurationDoneResponse }
  launch: { request: Dap.LaunchRequest; response: Dap.LaunchResponse }
  attach: { request: Dap.AttachRequest; response: Dap.AttachResponse }
  restart: { request: Dap.RestartRequest; response: Dap.RestartResponse }
  disconnect: { request: Dap.DisconnectRequest; response: Dap.DisconnectResponse }
  terminate: { request: Dap.TerminateRequest; response: Dap.TerminateResponse }
  breakpointLocations: { request: Dap.BreakpointLocationsRequest; response: Dap.BreakpointLocationsResponse }
  setBreakpoints: { request: Dap.SetBreakpointsRequest; response: Dap.SetBreakpointsResponse }
  setFunctionBreakpoints: { request: Dap.SetFunctionBreakpointsRequest; response: Dap.SetFunctionBreakpointsResponse }
  setExceptionBreakpoints: {
    request: Dap.SetExceptionBreakpointsRequest
    response: Dap.SetExceptionBreakpointsResponse
  }
  dataBreakpointInfo: { request: Dap.DataBreakpointInfoRequest; response: Dap.DataBreakpointInfoResponse }
  setDataBreakpoints: { request: Dap.SetDataBreakpointsRequest; response: Dap.SetDataBreakpointsResponse }
  setInstructionBreakpoints: {
    request: Dap.SetInstructionBreakpointsRequest
    response: Dap.SetInstructionBreakpointsResponse
  }
  continue: { request: Dap.ContinueRequest; response: Dap.ContinueResponse }
  next: { request: Dap.NextRequest; response: Dap.NextResponse }
  stepIn: { request: Dap.StepInRequest; response: Dap.StepInResponse }
  stepOut: { request: Dap.StepOutRequest; response: Dap.StepOutResponse }
  stepBack: { request: Dap.StepBackRequest; response: Dap.StepBackResponse }
  reverseContinue: { request: Dap.ReverseContinueRequest; response: Dap.ReverseContinueResponse }
  restartFrame: { request: Dap.RestartFrameRequest; response: Dap.RestartFrameResponse }
  goto: { request: Dap.GotoRequest; response: Dap.GotoResponse }
  pause: { request: Dap.PauseRequest; response: Dap.PauseResponse }
  stackTrace: { request: Dap.StackTraceRequest; response: Dap.StackTraceResponse }
  scopes: { request: Dap.ScopesRequest; response: Dap.ScopesResponse }
  variables: { request: Dap.VariablesRequest; response: Dap.VariablesResponse }
  setVariable: { request: Dap.SetVariableRequest; response: Dap.SetVariableResponse }
  source: { request: Dap.SourceRequest; response: Dap.SourceResponse }
  threads: { request: Dap.ThreadsRequest; response: Dap.ThreadsResponse }
  terminateThreads: { request: Dap.TerminateThreadsRequest; response: Dap.TerminateThreadsResponse }
  modules: { request: Dap.ModulesRequest; response: Dap.ModulesResponse }
  loadedSources: { request: Dap.LoadedSourcesRequest; response: Dap.LoadedSourcesResponse }
  evaluate: { request: Dap.EvaluateRequest; response: Dap.EvaluateResponse }
  setExpression: { request: Dap.SetExpressionRequest; response: Dap.SetExpressionResponse }
  stepInTargets: { request: Dap.StepInTargetsRequest; response: Dap.StepInTargetsResponse }
  gotoTargets: { request: Dap.GotoTargetsRequest; response: Dap.GotoTargetsResponse }
  completions: { request: Dap.CompletionsRequest; response: Dap.CompletionsResponse }
  exceptionInfo: { request: Dap.ExceptionInfoRequest; response: Dap.ExceptionInfoResponse }
  readMemory: { request: Dap.ReadMemoryRequest; response: Dap.ReadMemoryResponse }
  writeMemory: { request: Dap.WriteMemoryRequest; response: Dap.WriteMemoryResponse }
  disassemble: { request: Dap.DisassembleRequest; response: Dap.DisassembleResponse }
  locations: { request: Dap.LocationsRequest; response: Dap.LocationsResponse }
}

/** Every standard event (DAP 1.68). */
export interface DapEvents {
  initialized: Dap.InitializedEvent
  stopped: Dap.StoppedEvent
  continued: Dap.ContinuedEvent
  exited: Dap.ExitedEvent
  terminated: Dap.TerminatedEvent
  thread: Dap.ThreadEvent
  output: Dap.OutputEvent
  breakpoint: Dap.BreakpointEvent
  module: Dap.ModuleEvent
  loadedSource: Dap.LoadedSourceEvent
  process: Dap.ProcessEvent
  capabilities: Dap.CapabilitiesEvent
  progressStart: Dap.ProgressStartEvent
  progressUpdate: Dap.ProgressUpdateEvent
  progressEnd: Dap.ProgressEndEvent
  invalidated: Dap.InvalidatedEvent
  memory: Dap.MemoryEvent
}

/**
 * Both, as the root of the JSON schema that `dap-schema.ts` generates from these types.
 * @public
 */
export interface DapMessages {
  commands: DapCommands
  events: DapEvents
  error: Dap.ErrorResponse
}
