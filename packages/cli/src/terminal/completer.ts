import { toolRegistry } from '@dapplex/protocol'
import { terminalCommands } from './run-command-line.js'
import { escapeText } from '../output/escape-text.js'
import { call, type ViewContext } from './view-context.js'

/** Commands whose words are an expression of the program. */
const OF_EXPRESSIONS: ReadonlySet<string> = new Set(['p', 'print', 'x', 'inspect', 'set', 'watch'])

/** The form that readline takes: the candidates, and the part of the line that they replace. */
export type Completion = [candidates: string[], part: string]

/** Completes names of commands, tools after `call`, and expressions through the adapter. Never fails: without an answer there are no candidates. */
export async function completeLine(view: ViewContext, line: string): Promise<Completion> {
  const [, name, rest] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? []
  if (name === undefined || rest === undefined) return commandNames(line.trimStart())
  if (name === 'call' && !rest.includes(' ')) return startingWith(rest, [...toolRegistry.keys()])
  return OF_EXPRESSIONS.has(name) ? expressions(view, rest) : [[], rest]
}

const commandNames = (part: string): Completion =>
  startingWith(
    part,
    terminalCommands.flatMap(({ names }) => names),
  )

const startingWith = (part: string, all: readonly string[]): Completion => [
  all.filter((one) => one.startsWith(part)),
  part,
]

interface CompletionRow {
  readonly text: string
  readonly start?: number
}

async function expressions(view: ViewContext, text: string): Promise<Completion> {
  try {
    const { completions } = await call<{ completions: CompletionRow[] }>(view, 'completions_get', { text })
    const part = /[\w$-]*$/.exec(text)?.[0] ?? ''
    return [completions.map((one) => one.text).filter((one) => one.startsWith(part) && one === escapeText(one)), part]
  } catch {
    return [[], text]
  }
}
