import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { JsonObject } from '@dapplex/protocol/dap'
import { isOfFlight, type Recording } from '../recording/recording.js'

/** What a replay can do whatever the recording is; known before the file is. */
export const OWN_CAPABILITIES: Dap.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsEvaluateForHovers: true,
  supportsTerminateRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsStepBack: true,
}

/** What can be answered of every recording of the flight recorder. */
const OF_FLIGHT: Dap.Capabilities & { readonly dapplexDecidesEach: true } = {
  supportsExceptionInfoRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsFunctionBreakpoints: true,
  dapplexDecidesEach: true,
}

/** Flags that hold if a successful request of this command was recorded. */
const BY_COMMAND: Readonly<Record<string, keyof Dap.Capabilities>> = {
  setFunctionBreakpoints: 'supportsFunctionBreakpoints',
  exceptionInfo: 'supportsExceptionInfoRequest',
  modules: 'supportsModulesRequest',
  loadedSources: 'supportsLoadedSourcesRequest',
  completions: 'supportsCompletionsRequest',
  readMemory: 'supportsReadMemoryRequest',
  disassemble: 'supportsDisassembleRequest',
  breakpointLocations: 'supportsBreakpointLocationsRequest',
  setVariable: 'supportsSetVariable',
  setExpression: 'supportsSetExpression',
}

/** What the recorded adapter offered and the recording can serve. */
export function servedCapabilities(recording: Recording): JsonObject {
  const { capabilities, exchanges } = recording
  if (isOfFlight(recording)) return { ...OWN_CAPABILITIES, ...OF_FLIGHT }
  const done = new Set(exchanges.filter(({ answer }) => answer.success).map(({ command }) => command))
  const flags = Object.entries(BY_COMMAND).flatMap(([command, flag]) =>
    done.has(command) ? [[flag, true] as const] : [],
  )
  const served: JsonObject = { ...OWN_CAPABILITIES, ...Object.fromEntries(flags) }
  const filters = capabilities['exceptionBreakpointFilters']
  return filters === undefined ? served : { ...served, exceptionBreakpointFilters: filters }
}
