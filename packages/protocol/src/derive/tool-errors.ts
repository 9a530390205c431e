import type { ErrorType } from '../errors/catalogue.js'
import type { ToolDefinition } from '../tools/definition.js'

export const FINDING_A_SESSION: readonly ErrorType[] = ['NO_SESSION', 'SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS']

/** All errors of a tool: those of its parameters, of the caller's role, of its session, and its own. */
export function toolErrors(tool: ToolDefinition): ErrorType[] {
  const role: readonly ErrorType[] = tool.role === 'observer' && tool.annotations.readOnly ? [] : ['FORBIDDEN']
  return [...new Set<ErrorType>(['INVALID_PARAMETER', ...role, ...sessionErrors(tool), ...tool.errors])]
}

/** In a live session the adapter can end meanwhile; and what only reads fails where the program never stands long enough (mux 17). */
function sessionErrors({ session, annotations, waits }: ToolDefinition): readonly ErrorType[] {
  switch (session) {
    case 'none':
      return []
    case 'latest':
      return FINDING_A_SESSION
    case 'live':
    case 'root':
      return [
        ...FINDING_A_SESSION,
        'ADAPTER_CRASHED',
        ...(annotations.readOnly && waits !== true ? (['STOP_CHANGED'] as const) : []),
      ]
  }
}
