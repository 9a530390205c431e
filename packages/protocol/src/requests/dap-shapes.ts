import { z } from 'zod'

/** Shapes of DAP that several requests share. Members that dapplex does not read are not checked. */
export const source = z.looseObject({
  name: z.string().optional(),
  path: z.string().optional(),
  sourceReference: z.int().optional(),
})

export const breakpoints = z.object({
  breakpoints: z.array(
    z.looseObject({
      id: z.int().optional(),
      verified: z.boolean(),
      message: z.string().optional(),
      source: source.optional(),
      line: z.int().optional(),
      column: z.int().optional(),
    }),
  ),
})

/** The answer of a request that answers nothing. */
export const nothing = z.unknown()

export const thread = z.object({ threadId: z.int() })
export const stepping = z.object({
  threadId: z.int(),
  singleThread: z.boolean().optional(),
  granularity: z.enum(['statement', 'line', 'instruction']).optional(),
})
export const format = z.looseObject({ hex: z.boolean().optional() }).optional()

const value = {
  type: z.string().optional(),
  variablesReference: z.int(),
  namedVariables: z.int().optional(),
  indexedVariables: z.int().optional(),
  memoryReference: z.string().optional(),
  presentationHint: z.looseObject({}).optional(),
}
export const variable = z.looseObject({
  ...value,
  name: z.string(),
  value: z.string(),
  evaluateName: z.string().optional(),
})
export const evaluated = z.looseObject({ ...value, result: z.string() })
/** What `setVariable` and `setExpression` answer. */
export const assigned = z.looseObject({ ...value, value: z.string(), variablesReference: z.int().optional() })

export const stackFrame = z.looseObject({
  id: z.int(),
  name: z.string(),
  source: source.optional(),
  line: z.int(),
  column: z.int(),
})

/** What narrows a breakpoint. */
export const condition = { condition: z.string().optional(), hitCondition: z.string().optional() }
