import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { EXCEPTION_FILTERS } from '../exceptions/filters.js'

/** What this adapter can do. A request in `requests/` serves each. */
export const CAPABILITIES: Dap.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsRestartFrame: true,
  supportsExceptionInfoRequest: true,
  exceptionBreakpointFilters: EXCEPTION_FILTERS,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.'],
  supportsLoadedSourcesRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsCancelRequest: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
}
