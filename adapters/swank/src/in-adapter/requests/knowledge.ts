import type { Arguments } from '../dap/arguments.js'
import type { Handlers, Shim } from '../session/shim.js'
import { frameOf, frameVariables } from './variables.js'

interface CompletionFacts {
  readonly label: string
  readonly type: string
}

/** Completions in one answer. */
const most = 200
/** The symbol at the end of a text: what follows the last blank, parenthesis or quote. */
const symbolStart = (text: string): number => text.length - (/[^\s()"'`,;#]*$/.exec(text)?.[0].length ?? 0)

export function knowledgeHandlers(shim: Shim): Handlers {
  return {
    completions: (args) => completions(shim, args),
    dapplex_describe: (args) => shim.helper.call('describe', [args.text('symbol'), args.textOr('package') ?? null]),
    dapplex_apropos: (args) =>
      shim.helper.call('apropos', [
        args.text('pattern'),
        args.textOr('package') ?? null,
        args.flag('external_only') || null,
        args.intOr('limit') ?? most,
      ]),
    dapplex_trace: (args) =>
      shim.helper.call('trace', [
        args.textOr('function') ?? null,
        args.textOr('package') ?? null,
        args.flag('enabled', true) || null,
      ]),
  }
}

async function completions(shim: Shim, args: Arguments): Promise<unknown> {
  const before = lineAt(args.text('text'), args.intOr('line') ?? 1).slice(0, shim.columnIn(args.int('column')))
  const from = symbolStart(before)
  const prefix = before.slice(from)
  const frame = frameOf(shim, args)
  const locals = frame ? await frameVariables(shim, frame) : []
  const symbols = await shim.helper.call<CompletionFacts[]>('completions', [
    prefix,
    args.textOr('package') ?? null,
    most,
  ])
  const matching = locals.filter(({ name }) => name.toLowerCase().startsWith(prefix.toLowerCase()))
  const targets = [...matching.map(({ name }) => ({ label: name, type: 'variable' })), ...symbols]
  return {
    targets: targets.map(({ label, type }) => ({
      label,
      type,
      start: shim.columnOut(from + 1),
      length: prefix.length,
    })),
  }
}

const lineAt = (text: string, line: number): string => text.split('\n')[Math.max(0, line - 1)] ?? text
