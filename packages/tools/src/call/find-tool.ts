import { nearestName, rpcError, toolRegistry, type ToolDefinition } from '@dapplex/protocol'

/** A tool by any of its names, with the parameters that the name fixes. */
export interface FoundTool {
  readonly definition: ToolDefinition
  readonly fixed: Readonly<Record<string, unknown>>
}

const otherNames: ReadonlyMap<string, FoundTool> = new Map(
  Array.from(toolRegistry.values()).flatMap((definition) =>
    Object.entries(definition.alsoCalled ?? {}).map(([name, fixed]) => [name, { definition, fixed }] as const),
  ),
)

/** @throws ToolError -32601 with the nearest name */
export function findTool(name: string): FoundTool {
  const definition = toolRegistry.get(name)
  if (definition !== undefined) return { definition, fixed: {} }
  const other = otherNames.get(name)
  if (other !== undefined) return other
  const nearest = nearestName(name, [...toolRegistry.keys(), ...otherNames.keys()])
  const guess = nearest === undefined ? 'rpc.discover lists the methods' : `did you mean '${nearest}'?`
  const data = { method: name, ...(nearest === undefined ? {} : { nearest }) }
  throw rpcError('METHOD_NOT_FOUND', `There is no method '${name}'; ${guess}`, data)
}
