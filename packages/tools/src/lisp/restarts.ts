import type { ToolResult } from '@dapplex/protocol'
import { askServed, type ServedRequest } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'

type RestartList = ToolResult<'restarts_list'>
export type Restart = RestartList['restarts'][number]

export const RESTARTS: ServedRequest<'dapplex_restarts'> = {
  command: 'dapplex_restarts',
  capability: 'restarts',
  reason: 'only Common Lisp has restarts; exception_get shows what was thrown, debug_continue resumes the program',
}

/** What the stopped thread offers. @throws ToolError UNSUPPORTED, NOT_PAUSED */
export async function readRestarts(on: SessionCall, threadId: number): Promise<RestartList> {
  const { level, condition, condition_type: type, restarts } = await askServed(on, RESTARTS, { threadId })
  return { thread_id: threadId, level, condition: { type, message: condition }, restarts }
}
