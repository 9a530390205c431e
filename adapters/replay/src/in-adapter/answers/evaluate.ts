import type { JsonObject } from '@dapplex/protocol/dap'
import type { RecordedStop } from '../recording/recording.js'
import { listed, missing, recorded, success, type Answer, type Question } from './answer.js'
import { asked } from './asked.js'
import { objectsIn } from './read-body.js'

/**
 * An evaluation that was recorded in the same frame, be it in another context (hover, watch, repl); else a recorded variable
 * of that frame whose `evaluateName` or name is the expression.
 */
export function answerEvaluate(question: Question): Answer {
  const { args, stop } = question
  const expression = textOf(args['expression'])
  const inFrame = asked(question).filter((exchange) => exchange.args['frameId'] === args['frameId'])
  const same = inFrame.filter((exchange) => textOf(exchange.args['expression']) === expression)
  const exchange = same.find((one) => one.args['context'] === args['context']) ?? same[0]
  if (exchange !== undefined) return recorded(exchange.answer)
  const variable = frameVariables(stop, args['frameId']).find((one) => isNamed(one, expression))
  if (variable !== undefined) return success(asResult(variable))
  return missing(`evaluations in this frame: ${listed(inFrame.map((one) => textOf(one.args['expression'])))}`)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const isNamed = (variable: JsonObject, expression: string): boolean =>
  expression !== '' && (variable['evaluateName'] ?? variable['name']) === expression

function asResult({ name: _name, value, evaluateName: _evaluateName, ...rest }: JsonObject): JsonObject {
  return { ...rest, result: value }
}

/** Every recorded variable of a frame, from its scopes down. */
function frameVariables({ exchanges }: RecordedStop, frameId: unknown): JsonObject[] {
  const childrenOf = (reference: unknown) =>
    exchanges
      .filter(({ command, args }) => command === 'variables' && args['variablesReference'] === reference)
      .flatMap(({ answer }) => objectsIn(answer.body, 'variables'))
  const scopes = exchanges
    .filter(({ command, args }) => command === 'scopes' && args['frameId'] === frameId)
    .flatMap(({ answer }) => objectsIn(answer.body, 'scopes'))
  const references = scopes.map((scope) => scope['variablesReference'])
  const found: JsonObject[] = []
  const seen = new Set<unknown>([0, undefined])
  // The list grows while it is walked: children follow their parents.
  for (const reference of references) {
    if (seen.has(reference)) continue
    seen.add(reference)
    const children = childrenOf(reference)
    found.push(...children)
    references.push(...children.map((child) => child['variablesReference']))
  }
  return found
}
