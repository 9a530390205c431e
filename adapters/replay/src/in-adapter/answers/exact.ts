import { isJsonObject, type JsonObject } from '@dapplex/protocol/dap'
import type { Exchange } from '../recording/recording.js'
import { listed, missing, recorded, type Answer, type Question } from './answer.js'
import { asked } from './asked.js'

/** Answers only the same question: same command, same arguments, in any order. */
export function answerExactly(question: Question): Answer {
  return exactAmong(asked(question), question)
}

/** As `answerExactly`, among exchanges that count at any stop. */
export function exactAmong(
  exchanges: readonly Exchange[],
  { command, args }: Pick<Question, 'command' | 'args'>,
): Answer {
  const wanted = canonical(args)
  const same = exchanges.find((exchange) => exchange.command === command && canonical(exchange.args) === wanted)
  if (same !== undefined) return recorded(same.answer)
  const others = exchanges.filter((exchange) => exchange.command === command).map(({ args }) => canonical(args))
  return missing(others.length === 0 ? `no ${command}` : `${command} of ${listed(others)}`)
}

/** JSON with sorted keys, without what only says how to print values (`format`). */
function canonical(args: JsonObject): string {
  const { format: _format, ...rest } = args
  return JSON.stringify(sorted(rest))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]))
}
