import type { DebugProtocol } from '@vscode/debugprotocol'

/** What a request is about, for the lifecycle table, roles and control. */
export type CommandGroup =
  | 'initialize'
  | 'start'
  | 'breakpoints'
  | 'configurationDone'
  | 'move'
  | 'pause'
  | 'threads'
  | 'inspect'
  | 'change'
  | 'disconnect'
  | 'terminate'
  | 'restart'
  | 'cancel'
  | 'own'
  | 'other'

export type CapabilityFlag = keyof DebugProtocol.Capabilities

export interface StandardRequest {
  readonly group: CommandGroup
  /** The flag without which the adapter must not be sent it (DAP, each request's description; mux 25). */
  readonly flag?: CapabilityFlag
}

/** Every request a client may send, of DAP 1.68. */
export const standardRequests: Readonly<Record<string, StandardRequest>> = {
  initialize: { group: 'initialize' },
  launch: { group: 'start' },
  attach: { group: 'start' },
  configurationDone: { group: 'configurationDone' },
  disconnect: { group: 'disconnect' },
  terminate: { group: 'terminate' },
  restart: { group: 'restart' },
  cancel: { group: 'cancel' },
  setBreakpoints: { group: 'breakpoints' },
  setExceptionBreakpoints: { group: 'breakpoints' },
  setFunctionBreakpoints: { group: 'breakpoints', flag: 'supportsFunctionBreakpoints' },
  setDataBreakpoints: { group: 'breakpoints', flag: 'supportsDataBreakpoints' },
  setInstructionBreakpoints: { group: 'breakpoints', flag: 'supportsInstructionBreakpoints' },
  breakpointLocations: { group: 'inspect', flag: 'supportsBreakpointLocationsRequest' },
  dataBreakpointInfo: { group: 'inspect', flag: 'supportsDataBreakpoints' },
  continue: { group: 'move' },
  next: { group: 'move' },
  stepIn: { group: 'move' },
  stepOut: { group: 'move' },
  stepBack: { group: 'move', flag: 'supportsStepBack' },
  reverseContinue: { group: 'move', flag: 'supportsStepBack' },
  restartFrame: { group: 'move', flag: 'supportsRestartFrame' },
  goto: { group: 'move', flag: 'supportsGotoTargetsRequest' },
  pause: { group: 'pause' },
  threads: { group: 'threads' },
  terminateThreads: { group: 'change', flag: 'supportsTerminateThreadsRequest' },
  stackTrace: { group: 'inspect' },
  scopes: { group: 'inspect' },
  variables: { group: 'inspect' },
  source: { group: 'inspect' },
  modules: { group: 'inspect', flag: 'supportsModulesRequest' },
  loadedSources: { group: 'inspect', flag: 'supportsLoadedSourcesRequest' },
  exceptionInfo: { group: 'inspect', flag: 'supportsExceptionInfoRequest' },
  stepInTargets: { group: 'inspect', flag: 'supportsStepInTargetsRequest' },
  gotoTargets: { group: 'inspect', flag: 'supportsGotoTargetsRequest' },
  completions: { group: 'inspect', flag: 'supportsCompletionsRequest' },
  readMemory: { group: 'inspect', flag: 'supportsReadMemoryRequest' },
  disassemble: { group: 'inspect', flag: 'supportsDisassembleRequest' },
  locations: { group: 'inspect' },
  evaluate: { group: 'change' },
  setVariable: { group: 'change', flag: 'supportsSetVariable' },
  setExpression: { group: 'change', flag: 'supportsSetExpression' },
  writeMemory: { group: 'change', flag: 'supportsWriteMemoryRequest' },
}

/** Requests that make a stopped thread go on; each of them ends its epoch (mux 6, 17). */
export const isResume = (command: string): boolean => groupOf(command) === 'move'

/**
 * What the requests beyond the standard that an adapter of our own serves are about. Those that read ask a helper inside the
 * program: they move nothing and need no control. Those not listed are `other`.
 */
const servedRequests: Readonly<Record<string, CommandGroup>> = {
  dapplex_restarts: 'inspect',
  dapplex_objectId: 'inspect',
  dapplex_objectInspect: 'inspect',
  dapplex_inspectObject: 'inspect',
  dapplex_inspectSlot: 'inspect',
  dapplex_inspectClass: 'inspect',
  dapplex_inspectFunction: 'inspect',
  dapplex_inspectPackage: 'inspect',
  dapplex_objectsRelease: 'inspect',
  dapplex_references: 'inspect',
  dapplex_instances: 'inspect',
  dapplex_types: 'inspect',
  dapplex_members: 'inspect',
  dapplex_layout: 'inspect',
  dapplex_modulesSearch: 'inspect',
  dapplex_threadsWaiting: 'inspect',
  dapplex_describe: 'inspect',
  dapplex_apropos: 'inspect',
  dapplex_trace: 'inspect',
  dapplex_restartInvoke: 'change',
  dapplex_frameRestart: 'change',
  dapplex_frameReturn: 'change',
  dapplex_lispEval: 'change',
  dapplex_lispCompile: 'change',
  dapplex_recompile: 'change',
}

/** `served`: requests of the multiplexer's own naming that this adapter answers itself (`traits.serves`). */
export function groupOf(command: string, served: readonly string[] = []): CommandGroup {
  if (Object.hasOwn(standardRequests, command)) return standardRequests[command]?.group ?? 'other'
  if (!command.startsWith('dapplex_')) return 'other'
  return served.includes(command) ? (servedRequests[command] ?? 'other') : 'own'
}

/** A name or a path of names and indices: reading it runs nothing that the caller wrote. */
const PLAIN_PATH = /^[\w$@]+(\.[\w$@]+|\[\d+\])*$/

/** The group of one request: one beyond the standard that reads becomes a change by what it is given. */
export function groupOfRequest(
  { command, args }: { readonly command: string; readonly args: Readonly<Record<string, unknown>> },
  served: readonly string[],
): CommandGroup {
  const group = groupOf(command, served)
  if (group !== 'inspect' || !command.startsWith('dapplex_')) return group
  const { expression } = args
  const runsCode = typeof expression === 'string' && !PLAIN_PATH.test(expression)
  const writes = (command === 'dapplex_inspectSlot' && 'value' in args) || 'function' in args
  return runsCode || writes ? 'change' : 'inspect'
}

export const isStandard = (command: string): boolean => Object.hasOwn(standardRequests, command)

/** Contexts in which an editor evaluates by itself, without anybody asking (DAP, `EvaluateArguments.context`; mux 19, 28). */
const automaticContexts: ReadonlySet<unknown> = new Set(['hover', 'watch', 'variables', 'clipboard'])
export const isAutomaticEvaluation = (command: string, args: Readonly<Record<string, unknown>>): boolean =>
  command === 'evaluate' && automaticContexts.has(args['context'])
