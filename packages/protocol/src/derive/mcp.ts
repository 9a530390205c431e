import type { ToolDefinition } from '../tools/definition.js'
import { toolRegistry } from '../tools/registry.js'
import { coreTools } from './core-tools.js'
import type { JsonSchema } from './json-schema.js'
import { exportedSchema, paramsSchema } from './json-schema.js'

/** Which tools a model is shown: a small choice, or every one. Those that are not shown can be called all the same. */
export type ToolChoice = 'core' | 'all'
export const TOOL_CHOICES: readonly ToolChoice[] = ['core', 'all']

/** A tool in the form of the Model Context Protocol (revision 2025-06-18 and later, "Tool"). */
export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
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

/** The tools of the surface for MCP, in the order of the registry. */
export function mcpTools(choice: ToolChoice, tools: Iterable<ToolDefinition> = toolRegistry.values()): McpTool[] {
  const isShown = (tool: ToolDefinition) => choice === 'all' || (coreTools as readonly string[]).includes(tool.name)
  return [...tools].filter(isShown).map(mcpTool)
}

function mcpTool(tool: ToolDefinition): McpTool {
  return {
    name: tool.name,
    title: tool.title,
    description: describe(tool),
    inputSchema: objectSchema(withoutLimits(paramsSchema(tool.params))),
    outputSchema: objectSchema(outline(exportedSchema(tool.result, 'result'))),
    annotations: annotationsOf(tool),
  }
}

/** What it is for, then the notes: when not, how limits work, what comes next. A seed's sentence may lack its full stop. */
const describe = ({ description, notes }: ToolDefinition): string =>
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

/**
 * A result's members with their types, and nothing below them: the list of tools is in a model's context all the time, and a
 * result explains itself once it is there. The whole schema stands in the OpenRPC document and the reference.
 */
function outline({ properties = {} }: JsonSchema): JsonSchema {
  const members = Object.entries(properties).map(([name, member]) => [name, typeOf(member)] as const)
  return { properties: Object.fromEntries(members) }
}

const typeOf = ({ type }: JsonSchema): JsonSchema => (type === undefined ? {} : { type })

/** Limits are checked when the tool is called, and the error names them: a model need not have them all in mind. */
const LIMITS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'minLength'])

function withoutLimits({ required = [], ...schema }: JsonSchema): JsonSchema {
  const isLimit = (key: string, value: unknown) => LIMITS.has(key) && typeof value === 'number'
  const lean = JSON.stringify(schema, (key, value: unknown) => (isLimit(key, value) ? undefined : value))
  return { ...(JSON.parse(lean) as JsonSchema), ...(required.length === 0 ? {} : { required }) }
}
