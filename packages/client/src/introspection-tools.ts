import { anthropicTools, surface, type JsonSchema, type ToolDefinition } from '@dapplex/protocol'

/** A tool in the form of the Anthropic Messages API, as its SDK types it. */
export interface IntrospectionTool {
  name: string
  description: string
  input_schema: { type: 'object'; properties: Record<string, JsonSchema>; required: string[] }
}

function introspectionTool(definition: ToolDefinition): IntrospectionTool {
  const [tool] = anthropicTools([definition])
  if (tool === undefined) throw new Error(`${definition.name} has no form for a model`)
  const { properties = {}, required = [] } = tool.input_schema
  return {
    name: tool.name,
    description: tool.description,
    input_schema: { type: 'object', properties: { ...properties }, required: [...required] },
  }
}

export const inspectCurrentNode = introspectionTool(surface.inspect_current_node)
export const readAncestorChain = introspectionTool(surface.read_ancestor_chain)
export const listSiblingsChildren = introspectionTool(surface.list_siblings_children)
export const inspectPriorOutputs = introspectionTool(surface.inspect_prior_outputs)
export const inspectCacheStatus = introspectionTool(surface.inspect_cache_status)
export const requestSpawnWorkflow = introspectionTool(surface.request_spawn_workflow)

/**
 * With these tools an agent finds its place in the investigation: `tools: [...INTROSPECTION_TOOLS, ...others]`. For each
 * call of the model, call `client.call(name, input)`.
 */
export const INTROSPECTION_TOOLS: IntrospectionTool[] = [
  inspectCurrentNode,
  readAncestorChain,
  listSiblingsChildren,
  inspectPriorOutputs,
  inspectCacheStatus,
  requestSpawnWorkflow,
]
