import { z } from 'zod'
import { defineRequests } from './definition.js'
import { numberedVariable, runningObjectParams } from './served-shapes.js'

/** One element of a served object: a DAP variable. Deeper elements carry elements of their own. */
export interface ServedElement extends z.infer<typeof numberedVariable> {
  readonly elements?: readonly ServedElement[] | undefined
  readonly totalElements?: number | undefined
  readonly circular?: boolean | undefined
  readonly truncated?: boolean | undefined
}

const element: z.ZodType<ServedElement> = numberedVariable.extend({
  get elements() {
    return z.array(element).optional()
  },
  totalElements: z.int().optional(),
  circular: z.boolean().optional(),
  truncated: z.boolean().optional(),
})

/** dapplex, served by an adapter: objects by number, and their slots. */
export const objectRequests = defineRequests({
  dapplex_objectId: {
    effect: 'read',
    expression: 'expression',
    with: { allowSideEffects: 'evaluate' },
    asker: 'an editor or agent that sends DAP itself (dap_request)',
    params: runningObjectParams,
    result: z.looseObject({
      dapplexObject: z.int().optional(),
      type: z.string().optional(),
      value: z.string().optional(),
    }),
  },
  dapplex_inspectObject: {
    effect: 'read',
    expression: 'expression',
    with: { allowSideEffects: 'evaluate' },
    params: runningObjectParams.extend({
      maxDepth: z.int().optional(),
      maxElements: z.int().optional(),
      start: z.int().optional(),
    }),
    result: z.object({
      kind: z.string(),
      description: z.string(),
      typeName: z.string(),
      elements: z.array(element),
      totalElements: z.int(),
      truncated: z.boolean().optional(),
    }),
  },
  dapplex_inspectSlot: {
    effect: 'read',
    expression: 'expression',
    with: { value: 'write', allowSideEffects: 'evaluate' },
    params: runningObjectParams.extend({
      slot: z.string().optional(),
      value: z.unknown().optional().describe('an expression, or `{object_id}`; its presence sets the slot'),
    }),
    result: numberedVariable.extend({ bound: z.boolean(), writable: z.boolean() }),
  },
  dapplex_objectsRelease: {
    effect: 'read',
    params: z.object({ objects: z.array(z.int()) }),
    result: z.object({ released: z.array(z.int()) }),
  },
})
