import {
  coreToolNamed,
  exportedSchema,
  fullDescription,
  paramsSchema,
  router,
  rpcError,
  shapeOf,
  toolErrors,
  toolRegistry,
  type ToolDefinition,
  type ToolError,
} from '@dapplex/protocol'
import type { z } from 'zod'
import { nearestTool, toolNamed } from '../call/find-tool.js'
import { readParams } from '../call/read-params.js'
import { searchTools } from './tool-index.js'

/** What a call over MCP comes to. */
export type Routed =
  | { readonly kind: 'call'; readonly name: string; readonly params: unknown }
  | { readonly kind: 'answer'; readonly result: Record<string, unknown> }

/** Names that an error proposes. */
const CANDIDATES = 3

/**
 * Takes a call of one of the router's tools (`tools_find`, `tool_call`, `tool_help`) apart; any other call is passed on as it is.
 * @throws ToolError INVALID_PARAMETER, or METHOD_NOT_FOUND for a name within the parameters that no tool has, with `nearest`
 */
export function route(name: string, given: unknown): Routed {
  switch (name) {
    case 'tool_call': {
      const { name: inner, arguments: params } = read(router.tool_call, given)
      demandTool(inner)
      return { kind: 'call', name: inner, params }
    }
    case 'tools_find':
      return { kind: 'answer', result: found(read(router.tools_find, given)) }
    case 'tool_help':
      return { kind: 'answer', result: help(demandTool(read(router.tool_help, given).name)) }
    default:
      return { kind: 'call', name, params: given }
  }
}

const read = <P extends z.ZodType>(definition: ToolDefinition<P>, given: unknown): z.output<P> =>
  readParams({ definition, fixed: {} }, given) as z.output<P>

function found({ query, limit }: z.output<typeof router.tools_find.params>): z.output<typeof router.tools_find.result> {
  const all = searchTools(query)
  if (all.length === 0) return { tools: [], names: [...toolRegistry.keys()] }
  const more = all.length - limit
  return {
    tools: all.slice(0, limit).map((tool) => ({
      name: tool.name,
      does: coreToolNamed(tool.name)?.says ?? tool.description,
      parameters: signature(tool),
    })),
    ...(more > 0 ? { more } : {}),
  }
}

/** `file, line?`: names, and which may be left out. */
function signature({ params }: ToolDefinition): string {
  const { properties = {}, required = [] } = paramsSchema(params)
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ')
}

function help(tool: ToolDefinition): z.output<typeof router.tool_help.result> {
  return {
    name: tool.name,
    title: tool.title,
    description: fullDescription(tool),
    parameters: paramsSchema(tool.params),
    returns: shapeOf(exportedSchema(tool.result, 'result')),
    errors: toolErrors(tool),
    examples: tool.examples.map(({ why, params }) => ({ why, params })),
  }
}

function demandTool(name: string): ToolDefinition {
  const named = toolNamed(name)
  if (named === undefined) throw unknownTool(name)
  return named.definition
}

function unknownTool(name: string): ToolError {
  const nearest = nearestTool(name)
  const similar = searchTools(name).map((tool) => tool.name)
  const candidates = [...new Set([...(nearest === undefined ? [] : [nearest]), ...similar])].slice(0, CANDIDATES)
  const guess = candidates.length === 0 ? '' : `; the nearest are ${candidates.join(', ')}`
  const hint =
    nearest === undefined
      ? `tools_find ${JSON.stringify({ query: name })}`
      : `tool_help ${JSON.stringify({ name: nearest })}`
  const data = { method: name, hint, ...(nearest === undefined ? {} : { nearest }), candidates }
  return rpcError('METHOD_NOT_FOUND', `There is no tool '${name}'${guess}`, data)
}
