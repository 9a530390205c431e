import type { JsonObject } from '@dapplex/protocol/dap'
import type { Exchange } from '../recording/recording.js'
import { listed, missing, recorded, success, type Answer, type Question } from './answer.js'
import { asked, succeeded } from './asked.js'
import { countIn, objectsIn } from './read-body.js'
import { knownIn, mergePages, type Page } from './span.js'

/**
 * The children of a reference: the recorded answer to the same question, else what the recorded pages of that reference know
 * of the range asked for.
 */
export function answerVariables(question: Question): Answer {
  const { args } = question
  const exchanges = asked(question)
  const ofReference = exchanges.filter((exchange) => exchange.args['variablesReference'] === args['variablesReference'])
  const same = ofReference.find((exchange) => isSameQuestion(exchange.args, args))
  if (same !== undefined) return recorded(same.answer)
  const items = itemsOf(ofReference.filter(succeeded), args['filter'])
  const known = items && knownIn(mergePages(items), countIn(args, 'start'), countIn(args, 'count'))
  if (known !== undefined) return success({ variables: known })
  const refused = ofReference.find((exchange) => !succeeded(exchange))
  return refused === undefined ? missing(whatThereIs(exchanges, args)) : recorded(refused.answer)
}

const isSameQuestion = (one: JsonObject, other: JsonObject): boolean =>
  one['filter'] === other['filter'] &&
  countIn(one, 'start') === countIn(other, 'start') &&
  countIn(one, 'count') === countIn(other, 'count')

/** The pages that a question with this filter can be answered from; undefined when none was recorded. */
function itemsOf(exchanges: readonly Exchange[], filter: unknown): Page[] | undefined {
  const withFilter = (wanted: unknown) => exchanges.filter(({ args }) => args['filter'] === wanted).map(pageOf)
  const same = withFilter(filter)
  if (same.length > 0) return same
  if (filter === undefined) {
    const named = mergePages(withFilter('named'))
    const indexed = mergePages(withFilter('indexed'))
    const items = [...named.values(), ...indexed.values()]
    return items.length > 0 ? [{ start: 0, items }] : undefined
  }
  const all = mergePages(withFilter(undefined))
  const items = [...all.values()].filter((item) => isIndexed(item) === (filter === 'indexed'))
  return all.size > 0 ? [{ start: 0, items }] : undefined
}

const pageOf = ({ args, answer }: Exchange): Page => ({
  start: countIn(args, 'start'),
  items: objectsIn(answer.body, 'variables'),
})

const isIndexed = ({ name }: JsonObject): boolean => typeof name === 'string' && /^\[?\d+\]?$/.test(name)

function whatThereIs(exchanges: readonly Exchange[], args: JsonObject): string {
  const ofReference = exchanges.filter((exchange) => exchange.args['variablesReference'] === args['variablesReference'])
  const ranges = ofReference.map(({ args }) => `from ${countIn(args, 'start')}, count ${countIn(args, 'count')}`)
  if (ranges.length > 0) return `of this reference: ${listed(ranges)}`
  return `children of references: ${listed(exchanges.map(({ args }) => String(args['variablesReference'])))}`
}
