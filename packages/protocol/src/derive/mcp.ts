import type { ToolDefinition } from '../tools/definition.js'
import { toolRegistry } from '../tools/registry.js'
import { routerTools, toolHelp } from '../tools/router.js'
import { coreToolNamed, type CoreTool } from './core-tools.js'
import type { JsonSchema } from './json-schema.js'
import { exportedSchema, paramsSchema } from './json-schema.js'
import { leanParameters, withoutLimits } from './lean-schema.js'

/**
 * Which tools a model is shown: a small choice, every one, or three that lead to all others. Those that are not shown can
 * be called all the same.
 */
export type ToolChoice = 'core' | 'all' | 'router'
export const TOOL_CHOICES: readonly ToolChoice[] = ['core', 'all', 'router']

/** A tool in the form of the Model Context Protocol (revision 2025-06-18 and later, "Tool"). */
export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** Only in the list of all tools: a result explains itself, and few clients show this schema to the model. */
  readonly outputSchema?: ObjectSchema
  readonly annotations: McpAnnotations
}
type ObjectSchema = JsonSchema & { readonly type: 'object' }

/** A hint that is what a client assumes anyway is left out: destructive and open unless it is said, read-only and idempotent only if. */
interface McpAnnotations {
  readonly readOnlyHint?: true
  readonly destructiveHint?: false
  readonly idempotentHint?: true
  readonly openWorldHint?: false
}

const LISTS: Readonly<Record<ToolChoice, () => McpTool[]>> = {
  core: () => [...[...toolRegistry.values()].flatMap(coreTool), leanTool(toolHelp, { says: toolHelp.description })],
  all: () => [...toolRegistry.values()].map(fullTool),
  router: () => [...routerTools.values()].map((tool) => leanTool(tool, { says: fullDescription(tool) })),
}

/** The tools of the surface for MCP, in the order of the registry. */
export const mcpTools = (choice: ToolChoice): McpTool[] => LISTS[choice]()

function fullTool(tool: ToolDefinition): McpTool {
  return {
    name: tool.name,
    title: tool.title,
    description: fullDescription(tool),
    inputSchema: objectSchema(withoutLimits(paramsSchema(tool.params))),
    outputSchema: objectSchema(outline(exportedSchema(tool.result, 'result'))),
    annotations: annotationsOf(tool),
  }
}

function coreTool(tool: ToolDefinition): McpTool[] {
  const entry = coreToolNamed(tool.name)
  return entry === undefined ? [] : [leanTool(tool, entry)]
}

/** Name, purpose and parameters, as short as they can be. */
function leanTool(tool: ToolDefinition, entry: CoreTool): McpTool {
  return {
    name: tool.name,
    title: tool.title,
    description: entry.says,
    inputSchema: objectSchema(leanParameters(paramsSchema(tool.params), entry)),
    annotations: annotationsOf(tool),
  }
}

/** What it is for, then the notes: when not, how limits work, what comes next. A seed's sentence may lack its full stop. */
export const fullDescription = ({ description, notes }: ToolDefinition): string =>
  notes === undefined ? description : `${description.replace(/[.]?$/, '.')} ${notes}`

const objectSchema = (schema: JsonSchema): ObjectSchema => ({ ...schema, type: 'object' as const })

/** A tool that only reads is neither destructive nor anything else. */
function annotationsOf({ annotations }: ToolDefinition): McpAnnotations {
  const { readOnly, destructive, idempotent, openWorld } = annotations
  return {
    ...(readOnly ? { readOnlyHint: true } : {}),
    ...(readOnly || destructive ? {} : { destructiveHint: false }),
    ...(readOnly || !idempotent ? {} : { idempotentHint: true }),
    ...(openWorld ? {} : { openWorldHint: false }),
  }
}

/** A result's members with their types, and nothing below them. The whole schema stands in the OpenRPC document and the reference. */
function outline({ properties = {} }: JsonSchema): JsonSchema {
  const members = Object.entries(properties).map(([name, member]) => [name, typeOf(member)] as const)
  return { properties: Object.fromEntries(members) }
}

const typeOf = ({ type }: JsonSchema): JsonSchema => (type === undefined ? {} : { type })
