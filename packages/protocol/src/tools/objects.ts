import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { count, sessionId, start, text } from '../shapes/parameters.js'
import { location } from '../shapes/rows.js'

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
    'For every language. Ids come from the object_id of variables_get, evaluate and earlier results; the id finds its session. If an id is no longer valid, data.reason says why. kind is cons, array, hash-table, standard-object, structure, function, symbol, package, string, number, or object, list, dictionary, set, enum, struct. Elements come in pages: start and max_elements.',
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
  errors: ['OBJECT_NOT_FOUND', 'NOT_PAUSED', 'VARIABLES_FAILED', 'EVAL_FAILED', 'INVALID_ANSWER', 'TIMEOUT'],
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
    'NOT_PAUSED',
    'SLOT_NOT_FOUND',
    'SLOT_TYPE_ERROR',
    'EVAL_FAILED',
    'UNSUPPORTED',
    'INVALID_ANSWER',
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

const definitionErrors = [
  'NOT_PAUSED',
  'EVAL_FAILED',
  'INVALID_THREAD',
  'STACKTRACE_FAILED',
  'UNSUPPORTED',
  'INVALID_ANSWER',
  'TIMEOUT',
] as const
const method = z.strictObject({
  name: z.string(),
  qualifiers: z.array(z.string()).optional(),
  specializers: z.array(z.string()).optional().describe('Types of the parameters'),
  lambda_list: z.string().optional(),
  type: z.string().optional(),
  returns: z.string().optional(),
})
const packageOf = z
  .string()
  .min(1)
  .optional()
  .describe('Lisp package in which the name is read (default: that of the selected frame, else CL-USER)')
const reading = { group: 'objects', annotations: ANNOTATIONS.reads, role: 'observer', session: 'live' } as const

export const inspectClass = defineTool({
  ...reading,
  name: 'inspect_class',
  seed: '000',
  title: 'A class: its slots, methods and relatives',
  description: 'Inspect class hierarchy and slots',
  notes:
    'For Common Lisp, .NET, Python and JavaScript; else UNSUPPORTED. superclasses are in precedence order, subclasses are the direct ones, slots are all of them: direct marks those of the class itself. It reads definitions only: inspect_object shows the values of one object.',
  params: z.strictObject({
    class_name: text().describe('Class name to inspect'),
    package: packageOf,
    session_id: sessionId,
  }),
  result: z.strictObject({
    class_name: z.string(),
    kind: z.string().describe('standard-class, structure-class, class, struct, interface, enum...'),
    documentation: z.string().optional(),
    superclasses: z.array(z.string()),
    direct_superclasses: z.array(z.string()).optional(),
    subclasses: z.array(z.string()),
    slots: z.array(
      z.strictObject({
        name: z.string(),
        type: z.string().optional(),
        allocation: z.string().describe('instance or class'),
        initargs: z.array(z.string()),
        initform: z.string().optional(),
        documentation: z.string().optional(),
        direct: z.boolean().describe('Defined by the class itself, not inherited'),
        computed: z.literal(true).optional().describe('Read by running code, like a property'),
        writable: z.boolean().optional(),
      }),
    ),
    methods: z.array(method),
    location: location.optional(),
    object_id: z.int().optional().describe('The class as an object'),
    module: z.string().optional(),
  }),
  errors: ['CLASS_NOT_FOUND', 'PACKAGE_NOT_FOUND', ...definitionErrors],
  aliases: { name: 'class_name', type: 'class_name' },
  timeoutMs: 15_000,
  examples: [{ why: 'which slots does it have?', params: { class_name: 'shop::order' } }],
})

export const inspectFunction = defineTool({
  ...reading,
  name: 'inspect_function',
  seed: '000',
  title: 'A function: its parameters, documentation and place',
  description: 'Inspect function definition',
  notes:
    'For Common Lisp (cl:format, pkg::f, (setf f)), .NET (Ns.Type.Method), Python and JavaScript; else UNSUPPORTED. methods has those of a generic function, and the overloads of a method. location is where it is defined: breakpoint_set or source_get come next.',
  params: z.strictObject({
    symbol: text().describe('Function symbol (package:format)'),
    package: packageOf,
    session_id: sessionId,
  }),
  result: z.strictObject({
    symbol: z.string(),
    kind: z.string().describe('function, generic-function, macro, special-operator, method...'),
    lambda_list: z.string(),
    documentation: z.string().optional(),
    type: z.string().optional(),
    location: location.optional(),
    methods: z.array(method).optional(),
    object_id: z.int().optional().describe('The function as an object'),
  }),
  errors: ['FUNCTION_NOT_FOUND', 'NOT_A_FUNCTION', 'PACKAGE_NOT_FOUND', ...definitionErrors],
  aliases: { name: 'symbol', function: 'symbol', function_name: 'symbol' },
  timeoutMs: 15_000,
  examples: [{ why: 'what does it take?', params: { symbol: 'cl:format' } }],
})

export const inspectPackage = defineTool({
  ...reading,
  name: 'inspect_package',
  title: 'A package: what it exports and uses',
  description: 'Inspect the contents of a package: what it exports, uses and is used by.',
  notes:
    'A Lisp package, .NET namespace, Python module, or JavaScript module object; else UNSUPPORTED. Symbols come in pages: start and count. Of a Lisp package it shows what is exported; internal_symbols tells how many more there are, include: internal shows them. inspect_function and inspect_class with a name come next.',
  params: z.strictObject({
    package_name: text().describe('Package name to inspect'),
    start,
    count: count(200, 500),
    include: z
      .enum(['external', 'internal', 'all'])
      .default('external')
      .describe('Lisp: symbols that it exports, those of its own that it does not export, or both'),
    session_id: sessionId,
  }),
  result: z.strictObject({
    package_name: z.string(),
    nicknames: z.array(z.string()),
    uses: z.array(z.string()),
    used_by: z.array(z.string()),
    documentation: z.string().optional(),
    symbols: z.array(
      z.strictObject({
        name: z.string(),
        kinds: z.array(z.string()).describe('What it names'),
        external: z.boolean().optional(),
      }),
    ),
    total_symbols: z.int(),
    internal_symbols: z.int().optional().describe('Lisp: how many of its own symbols it does not export'),
    truncated: z.literal(true).optional(),
    object_id: z.int().optional().describe('The package as an object'),
  }),
  errors: ['PACKAGE_NOT_FOUND', ...definitionErrors],
  aliases: { name: 'package_name', package: 'package_name', namespace: 'package_name' },
  timeoutMs: 15_000,
  examples: [
    { why: 'what does it offer?', params: { package_name: 'shop' } },
    { why: 'a Lisp program that exports nothing', params: { package_name: 'shop', include: 'internal' } },
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
