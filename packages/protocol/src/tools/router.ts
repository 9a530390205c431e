import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import type { ToolDefinition } from './definition.js'
import { integer } from '../shapes/integer.js'
import { text } from '../shapes/parameters.js'

const looking = {
  group: 'router',
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'none',
  errors: [],
  timeoutMs: 10_000,
} as const

/** A tool as `tools_find` shows it: enough to call it in most cases. */
const foundTool = z.strictObject({
  name: z.string(),
  does: z.string().describe('What it is for, in one sentence'),
  parameters: z.string().describe('Their names; ? stands after those that may be left out'),
})

export const toolsFind = defineTool({
  ...looking,
  name: 'tools_find',
  title: 'Find a tool',
  description: 'Find debugger tools by words: what you want to do, or a part of a name.',
  notes: 'Answers with names, purposes and parameters, the best match first. tool_call calls one of them.',
  params: z.strictObject({
    query: text().describe('Such as "stop at a line"'),
    limit: integer({ min: 1, max: 100 }).default(5),
  }),
  result: z.strictObject({
    tools: z.array(foundTool),
    more: z.int().optional().describe('How many others match'),
    names: z.array(z.string()).optional().describe('The names of all tools, where none matches'),
  }),
  aliases: { words: 'query', text: 'query' },
  examples: [{ why: 'which tool reads variables?', params: { query: 'read variables' } }],
})

export const toolCall = defineTool({
  ...looking,
  name: 'tool_call',
  title: 'Call a tool',
  description: 'Call a debugger tool by its name. Result and errors are those of the tool.',
  params: z.strictObject({
    name: text().describe('As in tools_find'),
    arguments: z.record(z.string(), z.unknown()).default({}).describe('Its parameters'),
  }),
  result: z.record(z.string(), z.unknown()),
  annotations: ANNOTATIONS.writes,
  aliases: { tool: 'name', args: 'arguments', params: 'arguments' },
  jsonText: ['arguments'],
  examples: [
    {
      why: 'start a program',
      params: { name: 'debug_launch', arguments: { program: '/app/main.py', stop_at_entry: true } },
    },
    { why: 'a tool without parameters', params: { name: 'sessions_list' } },
  ],
})

export const toolHelp = defineTool({
  ...looking,
  name: 'tool_help',
  title: 'How a tool is used',
  description: 'Read everything about one tool: notes, parameters with limits, result, errors, examples.',
  params: z.strictObject({ name: text().describe('Name of the tool') }),
  result: z.strictObject({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()).describe('JSON schema'),
    returns: z.string().describe('Shape of the result'),
    errors: z.array(z.string()),
    examples: z.array(z.strictObject({ why: z.string(), params: z.record(z.string(), z.unknown()) })),
  }),
  aliases: { tool: 'name' },
  examples: [{ why: 'how are breakpoints set?', params: { name: 'breakpoint_set' } }],
})

/** The tools through which an MCP client reaches all others. Only MCP has them: JSON-RPC calls each tool by its own name. */
export const router = { tools_find: toolsFind, tool_call: toolCall, tool_help: toolHelp } as const
export const routerTools: ReadonlyMap<string, ToolDefinition> = new Map(Object.entries(router))
