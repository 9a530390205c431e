import type { ErrorType } from '../errors/catalogue.js'
import type { ToolDefinition } from '../tools/definition.js'

export const FINDING_A_SESSION: readonly ErrorType[] = ['NO_SESSION', 'SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS']

/** All errors of a tool: those of its parameters, of the caller's role, of finding its session, and its own. */
export function toolErrors(tool: ToolDefinition): ErrorType[] {
  const session = tool.session === 'none' ? [] : FINDING_A_SESSION
  const role: readonly ErrorType[] = tool.role === 'observer' && tool.annotations.readOnly ? [] : ['FORBIDDEN']
  return [...new Set<ErrorType>(['INVALID_PARAMETER', ...role, ...session, ...tool.errors])]
}
