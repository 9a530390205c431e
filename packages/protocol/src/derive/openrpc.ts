import { errorCatalogue, type ErrorType } from '../errors/catalogue.js'
import { ERROR_CODES } from '../errors/tool-error.js'
import type { ToolDefinition } from '../tools/definition.js'
import { toolRegistry } from '../tools/registry.js'
import { toolErrors } from './tool-errors.js'
import type { JsonSchema } from './json-schema.js'
import { exportedSchema, paramsSchema } from './json-schema.js'

/** An OpenRPC 1.3 document: what `rpc.discover` answers. */
export interface OpenRpcDocument {
  readonly openrpc: '1.3.2'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly methods: readonly OpenRpcMethod[]
  /** Shapes that contain themselves. */
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}
export interface OpenRpcMethod {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly { readonly name: string }[]
  readonly paramStructure: 'by-name'
  readonly params: readonly { readonly name: string; readonly required: boolean; readonly schema: JsonSchema }[]
  readonly result: { readonly name: string; readonly schema: JsonSchema }
  readonly errors: readonly {
    readonly code: number
    readonly message: string
    readonly data: { readonly type: string }
  }[]
}

/** Describes the surface. `version` is that of the program that answers. */
export function openRpcDocument(version: string): OpenRpcDocument {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'dapplex',
      version,
      description: 'One surface over every debugger: sessions, breakpoints, stacks, variables, objects.',
    },
    methods: Array.from(toolRegistry.values(), methodOf),
    components: { schemas: Object.fromEntries(Array.from(toolRegistry.values()).flatMap(ownShapes)) },
  }
}

const ownShapes = (tool: ToolDefinition): (readonly [string, JsonSchema])[] => {
  const { $defs = {} } = resultSchema(tool)
  return Object.entries($defs as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => [
    `${tool.name}${name}`,
    schema,
  ])
}

/** In an OpenRPC document a reference starts at the document, not at the schema. */
function resultSchema(tool: ToolDefinition): JsonSchema {
  const text = JSON.stringify(exportedSchema(tool.result, 'result'))
  return JSON.parse(text.replaceAll('"#/$defs/', `"#/components/schemas/${tool.name}`)) as JsonSchema
}

function methodOf(tool: ToolDefinition): OpenRpcMethod {
  const { properties = {}, required = [] } = paramsSchema(tool.params)
  return {
    name: tool.name,
    summary: tool.title,
    description: [tool.description, tool.notes].filter((text) => text !== undefined).join(' '),
    tags: [{ name: tool.group }],
    paramStructure: 'by-name',
    params: Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
    result: { name: 'result', schema: withoutDefinitions(resultSchema(tool)) },
    errors: toolErrors(tool).map(errorOf),
  }
}

const errorOf = (type: ErrorType) => ({
  code: type === 'INVALID_PARAMETER' ? ERROR_CODES.invalidParams : ERROR_CODES.domain,
  message: errorCatalogue[type].says,
  data: { type },
})

const withoutDefinitions = ({ $defs: _hoisted, ...schema }: JsonSchema): JsonSchema => schema
