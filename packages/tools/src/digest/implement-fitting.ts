import type { ToolDefinition } from '@dapplex/protocol'
import type { z } from 'zod'
import type { Call } from '../call/call.js'
import { implement, type Tool } from '../call/tool.js'
import { fit } from './fit.js'

/** A tool whose result tells a stop and has at most `max_bytes` bytes. */
export function implementFitting<P extends z.ZodType<{ readonly max_bytes: number }>, R extends z.ZodType<object>>(
  definition: ToolDefinition<P, R>,
  run: (params: z.output<P>, call: Call) => Promise<z.output<R>>,
): Tool {
  return implement(definition, async (params, call) => fit(await run(params, call), params.max_bytes))
}
