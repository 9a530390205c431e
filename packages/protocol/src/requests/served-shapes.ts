import { z } from 'zod'
import { variable } from './dap-shapes.js'

/** An object: the adapter's number of it, a reference, or an expression in a frame. */
export const objectParams = z.looseObject({
  object: z.int().optional().describe("the adapter's number of the object"),
  variablesReference: z.int().optional(),
  expression: z.string().optional(),
  frameId: z.int().optional(),
})

/** `objectParams` of a request that may run code of the program where the caller says so. */
export const runningObjectParams = objectParams.extend({
  allowSideEffects: z.boolean().optional().describe('runs getters and other code of the program'),
})

/** A row `{object_id, type, value}`; `object_id` is the adapter's number. */
export const numbered = z.object({
  object_id: z.int().optional(),
  type: z.string().optional(),
  value: z.string(),
})

/** A DAP variable with the adapter's number of its object. */
export const numberedVariable = variable.extend({ dapplexObject: z.int().optional() })

/** Rows of a list that the adapter has cut to the page. */
export const paged = { total: z.int(), truncated: z.boolean().optional() }

/** How far a walk over the objects came. */
export const walked = {
  ...paged,
  complete: z.boolean(),
  searched: z.string().optional(),
  visited: z.int().optional(),
}

export const restart = z.object({
  index: z.int(),
  name: z.string(),
  description: z.string(),
  interactive: z.boolean(),
})
