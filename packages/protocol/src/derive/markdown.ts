import { errorCatalogue, type ErrorType } from '../errors/catalogue.js'
import type { ErrorEntry } from '../errors/catalogue/entry.js'
import type { ToolDefinition, ToolGroup } from '../tools/definition.js'
import { toolRegistry } from '../tools/registry.js'
import { routerTools } from '../tools/router.js'
import type { JsonSchema } from './json-schema.js'
import { exportedSchema, paramsSchema } from './json-schema.js'
import { markdownTable } from './markdown-table.js'
import { shapeOf } from './shape-of.js'
import { FINDING_A_SESSION, toolErrors } from './tool-errors.js'

const GROUPS: Readonly<Record<ToolGroup, string>> = {
  sessions: 'Sessions',
  tests: 'Tests',
  execution: 'Moving the program',
  breakpoints: 'Breakpoints',
  inspection: 'Reading the stopped program',
  objects: 'Objects, slots and classes',
  types: 'Types and memory',
  lisp: 'Lisp debugger',
  workflow: 'The workflow tree',
  clients: 'Clients and events',
  raw: 'Raw access',
  router: 'The router of MCP',
}

/** The reference as Markdown, by file name: one page for each group of tools, one for the errors, one to begin with. */
export function markdownReference(): ReadonlyMap<string, string> {
  const groups = Object.entries(GROUPS) as [ToolGroup, string][]
  return new Map([
    ['README.md', indexPage(groups)],
    ...groups.map(([group, title]) => [`${group}.md`, groupPage(group, title)] as const),
    ['errors.md', errorPage()],
  ])
}

const NOTE = '<!-- Written by packages/protocol/scripts/write-reference.mjs from the tool registry. -->'
const toolsOf = (group: ToolGroup) =>
  [...toolRegistry.values(), ...routerTools.values()].filter((tool) => tool.group === group)

function indexPage(groups: readonly (readonly [ToolGroup, string])[]): string {
  const tables = groups.map(([group, title]) => {
    const rows = toolsOf(group).map((tool) => [`[\`${tool.name}\`](${group}.md#${tool.name})`, tool.title])
    return `## ${title}\n\n${markdownTable(['tool', ''], rows)}`
  })
  const intro =
    'The same tools over JSON-RPC (WebSocket at `/rpc`, and the Unix socket) and with `dapplex call`. Every result carries `_meta: {bytes}`, the size of the rest as JSON, and of a session also `{session_id, stop_id}`. Parameters may be written in camelCase too. Errors: [errors.md](errors.md).'
  return page('Tool reference', [intro, ...tables])
}

const groupPage = (group: ToolGroup, title: string): string =>
  page(title, [...(group === 'router' ? [ROUTER] : []), ...toolsOf(group).map(toolSection)])

const ROUTER =
  'An MCP client that is opened with `--tools router` (`?tools=router`) is shown these three tools, through which it reaches all others. They are tools of MCP only: over JSON-RPC and with `dapplex call` each tool has its own name. If `tools_find`, `tool_help` or `tool_call` does not know a name, the error is `METHOD_NOT_FOUND` with `nearest` and a `hint`.'

function toolSection(tool: ToolDefinition): string {
  const others = Object.entries(tool.alsoCalled ?? {}).map(
    ([name, fixed]) =>
      `\`${name}\` (${Object.entries(fixed)
        .map(([key, value]) => `\`${key}: ${JSON.stringify(value)}\``)
        .join(', ')})`,
  )
  const spellings = Object.entries(tool.aliases).map(([other, name]) => `\`${other}\` for \`${name}\``)
  return [
    `## ${tool.name}`,
    [tool.description.replace(/[^.]$/, '$&.'), tool.notes].filter((text) => text !== undefined).join(' '),
    ...(others.length === 0 ? [] : [`Also called ${others.join(', ')}.`]),
    parameters(paramsSchema(tool.params)),
    ...(spellings.length === 0 ? [] : [`Also accepted: ${spellings.join(', ')}.`]),
    `Result: \`${shapeOf(exportedSchema(tool.result, 'result'))}\``,
    `Role: ${tool.role}. Errors: ${toolErrors(tool)
      .map((type) => `[\`${type}\`](errors.md#${type.toLowerCase()})`)
      .join(' ')}`,
    ...tool.examples.map(({ why, params }) => `Example, ${why}:\n\n\`\`\`json\n${JSON.stringify(params)}\n\`\`\``),
  ].join('\n\n')
}

function parameters({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? ' \\*' : ''}`,
    shapeOf(schema).replaceAll('|', '\\|'),
    schema['default'] === undefined ? '' : `\`${JSON.stringify(schema['default'])}\``,
    textOf(schema['description']),
  ])
  return rows.length === 0 ? 'No parameters.' : markdownTable(['parameter', 'type', 'default', ''], rows)
}

function errorPage(): string {
  const entries = Object.entries(errorCatalogue) as [ErrorType, ErrorEntry][]
  const intro =
    'An error is `{code, message, data: {type, hint?, ...}}`. Those below have the code -32000, `INVALID_PARAMETER` has -32602. An unknown method is -32601 (`METHOD_NOT_FOUND`, with `nearest`), a fault of dapplex itself -32603 (`INTERNAL`).'
  return page('Errors', [intro, ...entries.map(([type, entry]) => errorSection(type, entry))])
}

function errorSection(type: ErrorType, entry: ErrorEntry): string {
  const { properties = {}, required = [] } = exportedSchema(entry.data, 'result')
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? '' : '?'}`,
    shapeOf(schema).replaceAll('|', '\\|'),
  ])
  const raisedBy = Array.from(toolRegistry.values()).filter((tool) => tool.errors.includes(type))
  return [
    `## ${type}`,
    `> ${entry.says}`,
    ...(entry.then === undefined ? [] : [`Next: ${entry.then}.`]),
    ...Object.entries(entry.thenBy?.hints ?? {}).map(
      ([value, then]) => `Where \`${entry.thenBy?.field ?? ''}\` is \`${value}\`: ${then}.`,
    ),
    rows.length === 0 ? 'No further data.' : markdownTable(['data', 'type'], rows),
    ...(raisedBy.length === 0
      ? []
      : [
          `${raisedIntro(type)} ${raisedBy.map(({ name, group }) => `[\`${name}\`](${group}.md#${name})`).join(', ')}.`,
        ]),
  ].join('\n\n')
}

/** Errors that a tool has by its kind (`toolErrors`) are not listed tool by tool. */
function raisedIntro(type: ErrorType): string {
  if (FINDING_A_SESSION.includes(type)) return 'Raised by every tool that works in a session, and by'
  if (type === 'ADAPTER_CRASHED') return 'Raised by every tool that works in a live session, and by'
  return type === 'STOP_CHANGED' ? 'Raised by every tool that reads a live session, and by' : 'Raised by'
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('|', '\\|') : '')
const page = (title: string, parts: readonly string[]) => `${[`# ${title}`, NOTE, ...parts].join('\n\n')}\n`
