import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from './shapes/integer.js'
import { start, text } from './shapes/parameters.js'

/** One element of an inspected object; deeper ones carry elements of their own. */
export interface InspectedElement {
  readonly name: string
  readonly value: string
  readonly object_id?: number | undefined
  readonly type_name?: string | undefined
  readonly elements?: readonly InspectedElement[] | undefined
  readonly total_elements?: number | undefined
  readonly circular?: true | undefined
  readonly truncated?: true | undefined
}

const inspectedElement: z.ZodType<InspectedElement> = z.strictObject({
  name: z.string(),
  value: z.string(),
  object_id: z.int().optional(),
  type_name: z.string().optional(),
  get elements() {
    return z.array(inspectedElement).optional()
  },
  total_elements: z.int().optional(),
  circular: z.literal(true).optional(),
  truncated: z.literal(true).optional(),
})

export const inspectObject = defineTool({
  name: 'inspect_object',
  group: 'objects',
  seed: '000',
  title: 'An object by its id',
  description: 'Introspect any Lisp object',
  notes:
    'For every language. Ids come from the object_id of variables_get, evaluate and earlier results; the id finds its session. An id that has gone tells why in data.reason. kind is cons, array, hash-table, standard-object, structure, function, symbol, package, string, number, or object, list, dictionary, set, enum, struct. Elements come in pages: start and max_elements.',
  params: z.strictObject({
    id: integer({}, true).describe('Object ID from previous result'),
    max_depth: integer({ min: 1, max: 20 }, true).default(3).describe('Maximum inspection depth'),
    max_elements: integer({ min: 1, max: 10_000 }, true).default(100).describe('Maximum elements for collections'),
    start,
  }),
  result: z.strictObject({
    type: z.literal('OBJECT'),
    kind: z.string(),
    description: z.string(),
    type_name: z.string(),
    elements: z.array(inspectedElement),
    total_elements: z.int(),
    truncated: z.literal(true).optional(),
  }),
  errors: ['OBJECT_NOT_FOUND', 'VARIABLES_FAILED', 'TIMEOUT'],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'none',
  aliases: { object_id: 'id', objectId: 'id', depth: 'max_depth', count: 'max_elements' },
  timeoutMs: 20_000,
  examples: [
    { why: 'a list', params: { id: 42, max_depth: 2 } },
    { why: 'a hash table', params: { id: 43, max_elements: 50 } },
  ],
})

export const inspectSlot = defineTool({
  name: 'inspect_slot',
  group: 'objects',
  seed: '000',
  title: 'One slot of an object',
  description: 'Get/set slot values on CLOS instances',
  notes:
    "For every language. With value it sets (operator role): a string is an expression of the program's language, a number or boolean a literal, null is NIL or null, {object_id: n} another object.",
  params: z.strictObject({
    object_id: integer({}, true).describe('Object ID of CLOS instance'),
    slot_name: text().describe('Name of slot to inspect'),
    value: z.unknown().optional().describe('New value to set (optional)'),
  }),
  result: z.strictObject({
    object_id: z.int(),
    slot_name: z.string(),
    value: z.string(),
    type: z.string().optional(),
    bound: z.boolean(),
    value_object_id: z.int().optional(),
    writable: z.boolean(),
  }),
  errors: [
    'OBJECT_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'SLOT_TYPE_ERROR',
    'EVAL_FAILED',
    'UNSUPPORTED',
    'VARIABLES_FAILED',
    'TIMEOUT',
    'CONTROL_HELD',
  ],
  annotations: ANNOTATIONS.writes,
  role: 'observer',
  session: 'none',
  aliases: { id: 'object_id' },
  timeoutMs: 15_000,
  examples: [
    { why: 'read a slot', params: { object_id: 42, slot_name: 'cache' } },
    { why: 'set it', params: { object_id: 42, slot_name: 'size', value: 100 } },
  ],
})

export const objectsRelease = defineTool({
  name: 'objects_release',
  group: 'objects',
  title: 'Give object ids back',
  description: 'Give object ids back that are not needed any more.',
  params: z.strictObject({ ids: z.array(integer({}, true)).min(1).describe('Object ids') }),
  result: z.strictObject({ released: z.array(z.int()), unknown: z.array(z.int()) }),
  errors: [],
  annotations: ANNOTATIONS.arranges,
  role: 'observer',
  session: 'none',
  aliases: { object_ids: 'ids', objectIds: 'ids' },
  jsonText: ['ids'],
  timeoutMs: 10_000,
  examples: [{ why: 'two of them', params: { ids: [42, 43] } }],
})
