import { z } from 'zod'
import { defineRequests } from './definition.js'
import { numbered, objectParams, paged, runningObjectParams, walked } from './served-shapes.js'

const page = { start: z.int().optional(), max: z.int().optional() }
const typeOrObject = objectParams.extend({ type: z.string().optional() })

/** One field of a served inspection; deeper fields carry fields of their own. */
export interface ServedField {
  readonly name: string
  readonly typeName: string
  readonly value?: string | undefined
  readonly offset?: number | undefined
  readonly size?: number | undefined
  readonly hasChildren: boolean
  readonly fields?: readonly ServedField[] | undefined
  readonly circular?: boolean | undefined
  readonly total?: number | undefined
  readonly truncated?: boolean | undefined
  readonly objectId?: number | undefined
}

const field: z.ZodType<ServedField> = z.object({
  name: z.string(),
  typeName: z.string(),
  value: z.string().optional(),
  offset: z.int().optional(),
  size: z.int().optional(),
  hasChildren: z.boolean(),
  get fields() {
    return z.array(field).optional()
  },
  circular: z.boolean().optional(),
  total: z.int().optional(),
  truncated: z.boolean().optional(),
  objectId: z.int().optional(),
})

/** dapplex, served by an adapter: types, memory layout and the heap of a runtime. */
export const typeRequests = defineRequests({
  dapplex_objectInspect: {
    effect: 'read',
    expression: 'expression',
    with: { allowSideEffects: 'evaluate' },
    params: runningObjectParams.extend({
      depth: z.int().optional(),
      start: z.int().optional(),
      count: z.int().optional(),
      raw: z.boolean().optional(),
    }),
    result: z.object({
      inspection: z.object({
        address: z.string().optional(),
        typeName: z.string(),
        size: z.int().optional(),
        value: z.string(),
        fields: z.array(field),
        isNull: z.boolean(),
        hasCircularRef: z.boolean(),
        truncated: z.boolean(),
        objectId: z.int().optional(),
        start: z.int().optional(),
        total: z.int().optional(),
        layoutReason: z.string().optional(),
      }),
    }),
  },
  dapplex_references: {
    effect: 'read',
    expression: 'expression',
    with: { allowSideEffects: 'evaluate' },
    params: runningObjectParams.extend({
      direction: z.enum(['outbound', 'inbound']).optional(),
      max: z.int().optional(),
    }),
    result: z.object({
      references: z.array(numbered.extend({ field: z.string(), static: z.boolean().optional() })),
      ...walked,
    }),
  },
  dapplex_instances: {
    effect: 'read',
    params: z.object({ type: z.string(), ...page }),
    result: z.object({
      type: z.string(),
      instances: z.array(numbered.extend({ address: z.string().optional(), size: z.int().optional() })),
      ...walked,
    }),
  },
  dapplex_types: {
    effect: 'read',
    params: z.object({
      module: z.string().optional(),
      namespace: z.string().optional(),
      pattern: z.string().optional(),
      ...page,
    }),
    result: z.object({
      types: z.array(
        z.object({
          name: z.string(),
          kind: z.string(),
          namespace: z.string().optional(),
          module: z.string().optional(),
          base_type: z.string().optional(),
          accessibility: z.string().optional(),
        }),
      ),
      ...paged,
    }),
  },
  dapplex_members: {
    effect: 'read',
    params: typeOrObject.extend({ kinds: z.array(z.string()).optional(), ...page }),
    result: z.object({
      type: z.string(),
      members: z.array(
        z.object({
          name: z.string(),
          kind: z.string(),
          type: z.string().optional(),
          declaring_type: z.string().optional(),
          accessibility: z.string().optional(),
          static: z.boolean().optional(),
          signature: z.string().optional(),
          direct: z.boolean(),
        }),
      ),
      ...paged,
    }),
  },
  dapplex_layout: {
    effect: 'read',
    params: typeOrObject,
    result: z.object({
      type: z.string(),
      kind: z.string().optional(),
      total_size: z.int().optional(),
      header_size: z.int().optional(),
      fields: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          offset: z.int().optional(),
          size: z.int(),
          padding: z.int().optional(),
          declaring_type: z.string().optional(),
        }),
      ),
      layout: z.literal('unavailable').optional(),
    }),
  },
  dapplex_modulesSearch: {
    effect: 'read',
    params: z.object({
      pattern: z.string(),
      kind: z.string().optional(),
      module: z.string().optional(),
      ...page,
    }),
    result: z.object({
      matches: z.array(
        z.object({
          kind: z.string(),
          name: z.string(),
          module: z.string().optional(),
          type: z.string().optional(),
          path: z.string().optional(),
        }),
      ),
      ...paged,
    }),
  },
  dapplex_threadsWaiting: {
    effect: 'read',
    params: z.looseObject({}),
    result: z.object({
      threads: z.array(
        z.object({
          thread_id: z.int(),
          name: z.string(),
          waits_for: z.string(),
          method: z.string().optional(),
          expression: z.string().optional(),
          location: z.object({ file: z.string(), line: z.int(), function: z.string().optional() }).optional(),
          held_by: z.object({ thread_id: z.int(), name: z.string() }).optional(),
        }),
      ),
    }),
  },
})
