import { nearestName, rpcError, toolRegistry, type ToolDefinition } from '@dapplex/protocol'

/** A tool by any of its names, with the parameters that the name fixes. */
export interface FoundTool {
  readonly definition: ToolDefinition
  readonly fixed: Readonly<Record<string, unknown>>
}

const byName: ReadonlyMap<string, FoundTool> = new Map([
  ...Array.from(toolRegistry, ([name, definition]) => [name, { definition, fixed: {} }] as const),
  ...Array.from(toolRegistry.values()).flatMap((definition) =>
    Object.entries(definition.alsoCalled ?? {}).map(([name, fixed]) => [name, { definition, fixed }] as const),
  ),
])

/** A tool by any of its names; undefined where none is called so. */
export const toolNamed = (name: string): FoundTool | undefined => byName.get(name)

/** The name, of all names of tools, that a mistyped one most likely means. */
export const nearestTool = (name: string): string | undefined => nearestName(name, byName.keys())

/** @throws ToolError -32601 with the nearest name */
export function findTool(name: string): FoundTool {
  const found = toolNamed(name)
  if (found !== undefined) return found
  const nearest = nearestTool(name)
  const guess = nearest === undefined ? 'rpc.discover lists the methods' : `did you mean '${nearest}'?`
  const data = { method: name, ...(nearest === undefined ? {} : { nearest }) }
  throw rpcError('METHOD_NOT_FOUND', `There is no method '${name}'; ${guess}`, data)
}
