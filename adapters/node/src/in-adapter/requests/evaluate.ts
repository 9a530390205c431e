import { bounded, unboxed } from '../evaluate/bounded.js'
import { completeIn } from '../evaluate/completions.js'
import type { EvaluationOptions, EvaluationPlace } from '../evaluate/evaluator.js'
import { asExpression } from '../evaluate/expression.js'
import type { Fields } from '@dapplex/protocol/dap'
import type { Runtime } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import type { Target } from '../target/target.js'
import { callWithLimit } from '../variables/object-reader.js'
import { containerOf, describeValue } from '../variables/container.js'
import { ownerPath } from '../variables/path.js'
import { free, ordered, type RequestTable } from './request-table.js'
import { textLimitOf } from './text-limit.js'

/** @throws RequestFailure for a frame of an earlier stop, or one where nothing can be evaluated */
function placeOf({ frames }: Target, args: Fields): EvaluationPlace {
  const frameId = args.numberOr('frameId')
  if (frameId === undefined) return { kind: 'global' }
  const frame = frames.get(frameId)
  if (frame.kind === 'label' || frame.call === undefined) {
    throw new RequestFailure(`nothing can be evaluated in ${frame.name}: it has returned already`)
  }
  return { kind: 'call', call: frame.call }
}

/** DAP: `evaluate.context`. */
function optionsOf(context: string | undefined): EvaluationOptions {
  switch (context) {
    case 'hover':
      return { isPure: true }
    case 'repl':
      return { isConsole: true }
    default:
      return {}
  }
}

/** The contexts in which an editor evaluates by itself: nobody has asked for code to run. */
const WATCHING: ReadonlySet<string | undefined> = new Set(['watch', 'variables'])

/** How long the client waits for this evaluation. DAP has no argument for it. */
function limitOf(args: Fields): Pick<EvaluationOptions, 'limitMs'> {
  const limitMs = args.numberOr('evaluateTimeout')
  return limitMs === undefined ? {} : { limitMs }
}

const TO_TEXT = `function () {
  const seen = new Set()
  return JSON.stringify(this, (_, value) => {
    if (typeof value === 'bigint') return String(value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return '[seen above]'
    seen.add(value)
    return value
  }, 2)
}`

/** The whole value as text, for the clipboard. */
async function wholeText(target: Target, value: Runtime.RemoteObject): Promise<string> {
  if (value.type === 'string') return String(value.value)
  if (value.objectId === undefined || value.type === 'function') return value.description ?? String(value.value)
  const { objectId } = value
  const call = { objectId, functionDeclaration: TO_TEXT, args: [], throwOnSideEffect: true }
  const text = await callWithLimit(target, call, { as: 'the text of the value', ifRefused: '' })
  return String(text.value)
}

const called = (place: EvaluationPlace) => (place.kind === 'call' ? place.call : undefined)

export const evaluateRequests: RequestTable = {
  evaluate: free(async (target, args) => {
    const { references, evaluator } = target
    const expression = args.text('expression')
    const context = args.textOr('context')
    const place = placeOf(target, args)
    const text = asExpression(expression)
    if (context !== 'hover') target.scopeValues = 'touched'
    const options = { ...optionsOf(context), ...limitOf(args), described: { as: `"${text}"`, ifRefused: '' } }
    const isWhole = context === 'clipboard'
    const textLimit = textLimitOf(args)
    const wanted = isWhole ? text : bounded(text, textLimit)
    const { value: answer, hasRun } = WATCHING.has(context)
      ? await evaluator.evaluateWatched(wanted, place, options)
      : { value: await evaluator.evaluate(wanted, place, options), hasRun: false }
    const value = await unboxed(target.connection, answer)
    if (isWhole) return { result: await wholeText(target, value), variablesReference: 0 }
    const container = containerOf(value, { path: ownerPath(expression), call: called(place) })
    await references.learn([value])
    const { value: result, ...rest } = describeValue(value, { container, references, textLimit })
    // DAP has no field for it.
    return { result, ...rest, ...(hasRun ? { dapplexRan: true } : {}) }
  }),

  setExpression: ordered(async (target, args) => {
    const { references, evaluator } = target
    const expression = args.text('expression')
    const place = placeOf(target, args)
    target.scopeValues = 'touched'
    const text = `${expression} = (${args.text('value')}\n)`
    const described = { as: `"${text}"`, ifRefused: '' }
    const value = await unboxed(target.connection, await evaluator.evaluate(bounded(text), place, { described }))
    await references.learn([value])
    return describeValue(value, {
      container: containerOf(value, { path: expression, call: called(place) }),
      references,
    })
  }),

  completions: free(async (target, args) => {
    const { lineBase, columnBase } = target.conventions
    const line = args.numberOr('line')
    const lines = args.text('text').split('\n')
    const text = (line === undefined ? lines[0] : lines[line - lineBase]) ?? ''
    const before = text.slice(0, args.number('column') - columnBase)
    const targets = await completeIn(target, before, placeOf(target, args))
    return { targets: targets.map((one) => ({ ...one, start: (one.start ?? 0) + columnBase })) }
  }),
}
