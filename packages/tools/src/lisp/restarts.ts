import type { JsonObject, ToolResult } from '@dapplex/protocol'
import { askServed, type ServedRequest } from '../call/ask-served.js'
import type { SessionCall } from '../call/session-call.js'
import { countIn, flagIn, listIn, textIn } from '../dap/decode.js'

type RestartList = ToolResult<'restarts_list'>
export type Restart = RestartList['restarts'][number]

/** `dapplex_restarts {threadId}` → `{level, condition, condition_type, restarts}`. */
export const RESTARTS: ServedRequest = {
  command: 'dapplex_restarts',
  capability: 'restarts',
  reason: 'only Common Lisp has restarts; exception_get shows what was thrown, debug_continue resumes the program',
}

/** What the stopped thread offers. @throws ToolError UNSUPPORTED, NOT_PAUSED */
export async function readRestarts(on: SessionCall, threadId: number): Promise<RestartList> {
  const body = await askServed(on, RESTARTS, { threadId })
  return {
    thread_id: threadId,
    level: countIn(body, 'level') ?? 1,
    condition: { type: textIn(body, 'condition_type') ?? '', message: textIn(body, 'condition') ?? '' },
    restarts: restartsOf(body),
  }
}

export const restartsOf = (body: JsonObject): Restart[] => listIn(body, 'restarts').map(restartRow)

const restartRow = (restart: JsonObject): Restart => ({
  index: countIn(restart, 'index') ?? 0,
  name: textIn(restart, 'name') ?? 'nil',
  description: textIn(restart, 'description') ?? '',
  interactive: flagIn(restart, 'interactive'),
})
