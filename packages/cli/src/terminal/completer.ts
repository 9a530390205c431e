import { terminalCommands } from './run-command-line.js'
import { escapeText } from '../output/escape-text.js'
import { fileNames } from './file-names.js'
import { call, type ViewContext } from './view-context.js'

/** Commands whose words are an expression of the program. */
const OF_EXPRESSIONS: ReadonlySet<string> = new Set(['p', 'print', 'x', 'inspect', 'set', 'watch', 'hist', 'history'])

/** Commands whose word is a place in a file. */
const OF_PLACES: ReadonlySet<string> = new Set(['b', 'break', 'log', 'until', 'l', 'list'])

/** The form that readline takes: the candidates, and the part of the line that they replace. */
export type Completion = [candidates: string[], part: string]

/** Completes names of commands, tools after `call`, files where a place is typed, and expressions through the adapter. Never fails: without an answer there are no candidates. */
export async function completeLine(view: ViewContext, line: string): Promise<Completion> {
  const [, name, rest] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? []
  if (name === undefined || rest === undefined) return commandNames(line.trimStart())
  if (name === 'call' && !rest.includes(' ')) return startingWith(rest, await toolNames())
  if (OF_PLACES.has(name)) return [safe(await fileNames(rest)), rest]
  if (name === 'help') return commandNames(rest)
  return OF_EXPRESSIONS.has(name) ? expressions(view, rest) : [[], rest]
}

/** A name that a terminal would obey is not offered. */
const safe = (names: readonly string[]): string[] => names.filter((one) => one === escapeText(one))

const commandNames = (part: string): Completion =>
  startingWith(
    part,
    terminalCommands.flatMap(({ names }) => names),
  )

const startingWith = (part: string, all: readonly string[]): Completion => [
  all.filter((one) => one.startsWith(part)),
  part,
]

/** The tools are loaded when one is typed: the prompt does not wait for them. */
async function toolNames(): Promise<string[]> {
  const { toolRegistry } = await import('@dapplex/protocol')
  return [...toolRegistry.keys()]
}

interface CompletionRow {
  readonly text: string
  readonly start?: number
}

async function expressions(view: ViewContext, text: string): Promise<Completion> {
  try {
    const { completions } = await call<{ completions: CompletionRow[] }>(view, 'completions_get', { text })
    const part = /[\w$-]*$/.exec(text)?.[0] ?? ''
    return [safe(completions.map((one) => one.text)).filter((one) => one.startsWith(part)), part]
  } catch {
    return [[], text]
  }
}
