import { mcpTools, type ToolChoice } from '@dapplex/protocol'
import type { Tool } from '@modelcontextprotocol/server'

const derived = new Map<ToolChoice, Tool[]>()

/** The tools as they go on the wire; derived from the registry once, since each list asks for all schemas. */
export function listedTools(choice: ToolChoice): Tool[] {
  const known = derived.get(choice)
  if (known !== undefined) return known
  const tools = JSON.parse(JSON.stringify(mcpTools(choice))) as Tool[]
  derived.set(choice, tools)
  return tools
}
