import { paramsSchema, type ToolDefinition } from '@dapplex/protocol'
import { pausedThread, chosenFrame } from './paused-thread.js'
import type { SessionCall } from '../call/call.js'
import type { Subject } from '../call/tool.js'

/** Parameters that the original tool documents do not have. With its default value, such a parameter is not part of the cache key (workflow 22). */
const ADDITIONS: ReadonlySet<string> = new Set(['start', 'count', 'max_value_length'])

type Params = Readonly<Record<string, unknown>>

/** What an inspection is about: the checked parameters, completed with the `resolved` ones. */
export function subjectOf({ session, call }: SessionCall, params: Params, resolved: Params = {}): Subject {
  const { properties = {} } = paramsOf(call.tool)
  const isKept = ([name, value]: [string, unknown]) =>
    value !== undefined && name !== 'session_id' && !(ADDITIONS.has(name) && value === properties[name]?.['default'])
  return { session, params: Object.fromEntries(Object.entries({ ...params, ...resolved }).filter(isKept)) }
}

/** For a tool that reads a frame. @throws ToolError INVALID_THREAD, NOT_PAUSED */
export async function frameSubject(
  on: SessionCall,
  params: { readonly thread_id?: number | undefined; readonly frame_index?: number | undefined },
): Promise<Subject> {
  const threadId = await pausedThread(on, params.thread_id)
  return subjectOf(on, params, { thread_id: threadId, frame_index: params.frame_index ?? chosenFrame(on, threadId) })
}

const schemas = new WeakMap<ToolDefinition, ReturnType<typeof paramsSchema>>()

function paramsOf(tool: ToolDefinition): ReturnType<typeof paramsSchema> {
  const schema = schemas.get(tool) ?? paramsSchema(tool.params)
  schemas.set(tool, schema)
  return schema
}
