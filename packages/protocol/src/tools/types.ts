import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { count, sessionId, start, text } from '../shapes/parameters.js'

const reading = { group: 'types', annotations: ANNOTATIONS.reads, role: 'observer' } as const
const asking = ['NOT_PAUSED', 'UNSUPPORTED', 'EVAL_FAILED', 'INVALID_ANSWER', 'TIMEOUT'] as const
const where =
  'Asks the runtime: .NET through the inspector; UNSUPPORTED where the adapter does not offer this. The program must be stopped.'

const pattern = 'A part of the name, * and ? as in file names, or a regular expression between slashes'
const page = { start, count: count(200, 10_000) }
const paged = {
  total: z.int(),
  truncated: z.literal(true).optional().describe('There are more: ask again with a larger start'),
}

export const modulesSearch = defineTool({
  ...reading,
  name: 'modules_search',
  title: 'Find names in the loaded modules',
  description: 'Find modules, types and members of the loaded program by a part of their name.',
  notes: `The way to a full name when only a part is known; inspect_class, inspect_function or members_get come next. The program's own modules are listed before the runtime's. ${where}`,
  params: z.strictObject({
    pattern: text().describe(pattern),
    kind: z
      .enum(['all', 'module', 'type', 'method', 'field', 'property', 'event'])
      .default('all')
      .describe('Only names of this kind'),
    module: z.string().min(1).optional().describe('Only this module'),
    ...page,
    session_id: sessionId,
  }),
  result: z.strictObject({
    matches: z.array(
      z.strictObject({
        kind: z.string(),
        name: z.string(),
        module: z.string().optional(),
        type: z.string().optional().describe('The type of a member'),
        path: z.string().optional().describe('File of a module'),
      }),
    ),
    ...paged,
  }),
  errors: [...asking, 'INVALID_PATTERN'],
  session: 'live',
  aliases: { query: 'pattern', max: 'count' },
  timeoutMs: 15_000,
  examples: [{ why: 'where is it defined?', params: { pattern: 'GetFullName', kind: 'method' } }],
})

export const typesGet = defineTool({
  ...reading,
  name: 'types_get',
  title: 'Types of the program',
  description: 'List the types of the loaded program, by module, namespace or a part of the name.',
  notes: `Those given must all fit; without any it lists all types, the program's own first. members_get or inspect_class come next. ${where}`,
  params: z.strictObject({
    module: z.string().min(1).optional().describe('Name or path of a loaded module'),
    namespace: z.string().optional().describe('Exact namespace; empty for types without one'),
    pattern: z.string().min(1).optional().describe(pattern),
    ...page,
    session_id: sessionId,
  }),
  result: z.strictObject({
    types: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.string().describe('class, struct, interface, enum, delegate, record...'),
        namespace: z.string().optional(),
        module: z.string().optional(),
        base_type: z.string().optional(),
        accessibility: z.string().optional(),
      }),
    ),
    ...paged,
  }),
  errors: [...asking, 'MODULE_NOT_FOUND', 'INVALID_PATTERN'],
  session: 'live',
  aliases: { max: 'count' },
  timeoutMs: 15_000,
  examples: [{ why: 'all types of a namespace', params: { namespace: 'Shop.Orders' } }],
})

export const membersGet = defineTool({
  ...reading,
  name: 'members_get',
  title: 'Members of a type',
  description: 'List the fields, properties, methods and other members of a type, private and inherited ones too.',
  notes: `Members that the compiler generated are left out. inspect_object reads the values of an object. ${where}`,
  params: z.strictObject({
    type: text().describe('Type, with its namespace where the name alone is not unique'),
    kinds: z
      .array(z.enum(['field', 'property', 'method', 'event', 'constructor', 'nested_type']))
      .min(1)
      .optional()
      .describe('Only members of these kinds'),
    ...page,
    session_id: sessionId,
  }),
  result: z.strictObject({
    type: z.string(),
    members: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.string(),
        type: z.string().optional().describe('What it holds or returns'),
        declaring_type: z.string().optional(),
        accessibility: z.string().optional(),
        static: z.boolean().optional(),
        signature: z.string().optional(),
        direct: z.boolean().describe('Declared by the type itself, not by one of its bases'),
      }),
    ),
    ...paged,
  }),
  errors: [...asking, 'TYPE_NOT_FOUND'],
  session: 'live',
  aliases: { type_name: 'type', max: 'count' },
  jsonText: ['kinds'],
  timeoutMs: 15_000,
  examples: [{ why: 'the methods of a class', params: { type: 'Shop.Order', kinds: ['method'] } }],
})

export const layoutGet = defineTool({
  ...reading,
  name: 'layout_get',
  title: 'Layout of a type in memory',
  description: 'Get the fields of a type, or of an object, in the order of memory: offset, size, padding, total size.',
  notes: `Give type or object_id. padding is the gap after a field. Numbers are the runtime's own, never guessed. ${where}`,
  params: z.strictObject({
    type: z.string().min(1).optional().describe('Type, with its namespace'),
    object_id: integer({}, true).optional().describe('Or an object of it: its real type is meant'),
    session_id: sessionId,
  }),
  result: z.strictObject({
    type: z.string(),
    kind: z.string().optional(),
    total_size: z.int().optional().describe('In bytes; absent where the runtime does not tell'),
    header_size: z.int().optional().describe('Bytes before the first field'),
    fields: z.array(
      z.strictObject({
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
  errors: [...asking, 'TYPE_NOT_FOUND', 'OBJECT_NOT_FOUND'],
  session: 'live',
  aliases: { type_name: 'type', id: 'object_id' },
  timeoutMs: 15_000,
  examples: [{ why: 'where are the gaps?', params: { type: 'Shop.Money' } }],
})

const searched = {
  total: z.int().describe('How many were found'),
  truncated: z.literal(true).optional().describe('There may be more than were looked at or listed'),
  complete: z.boolean().describe('Whether everything was looked at'),
  searched: z.string().optional().describe('What was looked at'),
  visited: z.int().optional().describe('Objects looked at'),
}
const max = count(100, 10_000)

export const referencesGet = defineTool({
  ...reading,
  name: 'references_get',
  title: 'What an object refers to, or what refers to it',
  description: 'List the objects that an object refers to (outbound), or those that refer to it (inbound).',
  notes:
    'inbound tells why an object is still alive. It is a bounded walk over what can be reached: complete says whether all was seen. UNSUPPORTED where the runtime cannot find them.',
  params: z.strictObject({
    object_id: integer({}, true).describe('Object ID from a previous result'),
    direction: z.enum(['outbound', 'inbound']).default('outbound').describe('Which references'),
    max: max.describe('Most references to return'),
  }),
  result: z.strictObject({
    object_id: z.int(),
    direction: z.enum(['outbound', 'inbound']),
    references: z.array(
      z.strictObject({
        field: z.string().describe('Field, element or static field that holds the reference'),
        object_id: z.int().optional().describe('The object at the other end; absent for a static field'),
        type: z.string().optional(),
        value: z.string(),
        static: z.literal(true).optional(),
      }),
    ),
    ...searched,
  }),
  errors: [...asking, 'OBJECT_NOT_FOUND'],
  session: 'none',
  aliases: { id: 'object_id', count: 'max' },
  timeoutMs: 20_000,
  examples: [{ why: 'who keeps it alive?', params: { object_id: 42, direction: 'inbound' } }],
})

export const instancesGet = defineTool({
  ...reading,
  name: 'instances_get',
  title: 'Objects of a type',
  description: 'Find the living objects of a type.',
  notes: `Subtypes count. A bounded walk: complete says whether all was seen. inspect_object and references_get with an object_id come next. ${where}`,
  params: z.strictObject({
    type: text().describe('Type, with its namespace where the name alone is not unique'),
    max: max.describe('Most objects to return'),
    session_id: sessionId,
  }),
  result: z.strictObject({
    type: z.string(),
    instances: z.array(
      z.strictObject({
        object_id: z.int(),
        type: z.string().optional(),
        value: z.string(),
        address: z.string().optional(),
        size: z.int().optional(),
      }),
    ),
    ...searched,
  }),
  errors: [...asking, 'TYPE_NOT_FOUND'],
  session: 'live',
  aliases: { type_name: 'type', class_name: 'type', count: 'max' },
  timeoutMs: 20_000,
  examples: [{ why: 'how many orders are there?', params: { type: 'Shop.Order', max: 1000 } }],
})

/** A thread that waits, for what, and who holds it. */
export const waitingThread = z.strictObject({
  thread_id: z.int(),
  name: z.string(),
  waits_for: z.string().describe('lock, monitor, sleep, thread, task, semaphore, event, handle...'),
  method: z.string().optional().describe('The function of the runtime in which it waits'),
  expression: z.string().optional().describe('What the program calls it'),
  location: z.strictObject({ file: z.string(), line: z.int(), function: z.string().optional() }).optional(),
  held_by: z.strictObject({ thread_id: z.int(), name: z.string() }).optional(),
})

export const threadsWaiting = defineTool({
  ...reading,
  name: 'threads_waiting',
  title: 'Threads that wait, and for what',
  description: 'List the waiting threads: what each waits for, where in the program, and which thread holds it.',
  notes:
    'The way to see a deadlock: two threads that each wait for what the other holds. held_by is absent where it cannot be known. stacktrace_get with a thread_id comes next. UNSUPPORTED where the adapter cannot tell.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({ threads: z.array(waitingThread) }),
  errors: asking,
  session: 'live',
  aliases: {},
  timeoutMs: 15_000,
  examples: [{ why: 'why does nothing happen?', params: {} }],
})
