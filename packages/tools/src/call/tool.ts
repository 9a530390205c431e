import type { ToolDefinition } from '@dapplex/protocol'
import type { z } from 'zod'
import type { Call } from './call.js'

/** A tool with its implementation. `run` gets parameters that have been checked against the definition. */
export interface Tool {
  readonly definition: ToolDefinition
  run(params: unknown, call: Call): Promise<object>
}

/** Ties a definition to the function that does it, with the types of both. */
export function implement<P extends z.ZodType, R extends z.ZodType>(
  definition: ToolDefinition<P, R>,
  run: (params: z.output<P>, call: Call) => Promise<z.output<R>>,
): Tool {
  return { definition, run: async (params, call) => (await run(params as z.output<P>, call)) as object }
}
