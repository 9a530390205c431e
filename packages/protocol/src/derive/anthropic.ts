import type { ToolDefinition } from '../tools/definition.js'
import { toolRegistry } from '../tools/registry.js'
import type { JsonSchema } from './json-schema.js'
import { paramsSchema } from './json-schema.js'

/** A tool in the format of the Anthropic Messages API. */
export interface AnthropicTool {
  readonly name: string
  readonly description: string
  readonly input_schema: JsonSchema
}

/** The tools for a model. A seed that defines a tool in this form fixes its description too; elsewhere the notes follow. */
export function anthropicTools(tools: Iterable<ToolDefinition> = toolRegistry.values()): AnthropicTool[] {
  return Array.from(tools, (tool) => ({
    name: tool.name,
    description: descriptionFor(tool),
    input_schema: paramsSchema(tool.params),
  }))
}

const descriptionFor = ({ seed, description, notes }: ToolDefinition): string =>
  notes === undefined || seed === '000' || seed === '002' ? description : `${description} ${notes}`
