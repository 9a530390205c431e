import type { DebugProtocol } from '@vscode/debugprotocol'

/** The filters offered; `condition` takes the name of any condition type. */
export const exceptionFilters: DebugProtocol.ExceptionBreakpointsFilter[] = [
  {
    filter: 'uncaught',
    label: 'Uncaught errors',
    description: 'Stop at an error that nothing handles',
    default: true,
  },
  {
    filter: 'error',
    label: 'Errors',
    description: 'Stop whenever an error is signalled, handled or not',
    supportsCondition: true,
    conditionDescription: 'A subtype of error, such as division-by-zero',
  },
  {
    filter: 'warning',
    label: 'Warnings',
    description: 'Stop whenever a warning is signalled',
    supportsCondition: true,
    conditionDescription: 'A subtype of warning',
  },
  {
    filter: 'condition',
    label: 'Condition type',
    description: 'Stop whenever a condition of this type is signalled (break-on-signals)',
    supportsCondition: true,
    conditionDescription: 'A type specifier, such as my-package:my-condition',
  },
]

export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsDataBreakpoints: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsExceptionInfoRequest: true,
  supportsExceptionFilterOptions: true,
  exceptionBreakpointFilters: exceptionFilters,
  supportsDelayedStackTraceLoading: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['(', ':', '-', '*'],
  supportsRestartFrame: true,
  supportsSteppingGranularity: true,
  supportsValueFormattingOptions: false,
  supportsCancelRequest: true,
}
