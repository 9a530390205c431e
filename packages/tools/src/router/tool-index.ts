import { coreToolNamed, paramsSchema, toolRegistry, type ToolDefinition } from '@dapplex/protocol'
import MiniSearch from 'minisearch'
import { toolNamed } from '../call/find-tool.js'

/** A tool as it is searched. */
interface Entry {
  readonly name: string
  readonly others: string
  readonly title: string
  readonly description: string
  readonly notes: string
  readonly parameters: string
}

/** How much a word counts by where it stands. */
const WEIGHTS = { name: 4, others: 3, title: 3, description: 3, notes: 0.5, parameters: 0.5 } as const
/** Words that say nothing about a tool. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and are at be by can do does for from get has have how i in is it its me my of on or that the this to what when where which who why with'.split(
    ' ',
  ),
)
/** What people say, and what the tools call it. */
const SAID: ReadonlyMap<string, string> = new Map([
  ['abort', 'terminate'],
  ['backtrace', 'stack'],
  ['crash', 'exception'],
  ['deadlock', 'waiting'],
  ['error', 'exception'],
  ['hang', 'pause'],
  ['kill', 'terminate'],
  ['local', 'variable'],
  ['logpoint', 'log_message'],
  ['print', 'output'],
  ['quit', 'terminate'],
  ['resume', 'continue'],
  ['stdin', 'input'],
  ['stdout', 'output'],
  ['throw', 'exception'],
  ['watch', 'evaluate'],
])
/** From this length on the beginning of a word finds it, and one wrong letter in five is forgiven. */
const LONG_WORD = 4
const FORGIVEN = 0.2

/** Lower case, without the plural's s; nothing for a filler. */
function wordOf(term: string): string | null {
  const word = term.toLowerCase()
  if (FILLERS.has(word)) return null
  return word.length >= LONG_WORD && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function entryOf(tool: ToolDefinition): Entry {
  const parameters = Object.entries(paramsSchema(tool.params).properties ?? {})
  return {
    name: tool.name,
    others: Object.keys(tool.alsoCalled ?? {}).join(' '),
    title: tool.title,
    description: tool.description,
    notes: [tool.notes ?? '', coreToolNamed(tool.name)?.says ?? '', ...tool.examples.map(({ why }) => why)].join(' '),
    parameters: parameters
      .map(([name, { description }]) => (typeof description === 'string' ? `${name} ${description}` : name))
      .join(' '),
  }
}

let index: MiniSearch<Entry> | undefined

function toolIndex(): MiniSearch<Entry> {
  if (index !== undefined) return index
  index = new MiniSearch<Entry>({ idField: 'name', fields: Object.keys(WEIGHTS), processTerm: wordOf })
  index.addAll(Array.from(toolRegistry.values(), entryOf))
  return index
}

/** Tools by the words of a query, the best match first: its exact name, then the words of names, titles, descriptions and parameters. */
export function searchTools(query: string): ToolDefinition[] {
  const meant = query.split(/[^\p{L}\p{N}]+/u).flatMap((word) => SAID.get(wordOf(word) ?? '') ?? [])
  const found = toolIndex().search([query, ...meant].join(' '), {
    boost: WEIGHTS,
    prefix: (term) => term.length >= LONG_WORD,
    fuzzy: (term) => (term.length >= LONG_WORD ? FORGIVEN : false),
  })
  const named = toolNamed(query.trim())?.definition
  const others = found.flatMap(({ id }) => toolRegistry.get(String(id)) ?? [])
  return named === undefined ? others : [named, ...others.filter((one) => one !== named)]
}
