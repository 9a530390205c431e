import type { ToolDefinition } from '@dapplex/protocol'
import type { z } from 'zod'
import type { DapSession } from '../port/dap-session.js'
import type { Call } from './call.js'

/** A tool with its implementation. Its parameters have been checked against the definition. */
export interface Tool {
  readonly definition: ToolDefinition
  run(params: unknown, call: Call): Promise<object>
  /** Finds what the call is about, so that its answer may come from the cache; undefined if it must not. */
  subject?(params: unknown, call: Call): Promise<Subject | undefined>
}

/** A read-only inspection: its session, and its parameters after defaults and "current" are resolved (workflow 22). */
export interface Subject {
  readonly session: DapSession
  readonly params: Readonly<Record<string, unknown>>
}

/** Connects a definition with its function, with the types of both. */
export function implement<P extends z.ZodType, R extends z.ZodType>(
  definition: ToolDefinition<P, R>,
  run: (params: z.output<P>, call: Call) => Promise<z.output<R>>,
): Tool {
  return { definition, run: async (params, call) => (await run(params as z.output<P>, call)) as object }
}

/** Lets the answers of an inspection come from the cache. `subject` makes the checks that come before the adapter's request. */
export function memoized<P extends z.ZodType>(
  definition: ToolDefinition<P>,
  tool: Tool,
  subject: (params: z.output<P>, call: Call) => Promise<Subject | undefined>,
): Tool {
  return { ...tool, definition, subject: (params, call) => subject(params as z.output<P>, call) }
}
