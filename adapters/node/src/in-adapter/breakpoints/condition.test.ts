import { must } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import vm from 'node:vm'
import { conditionFor, parseProbeMessage, syntaxCheck, type StopRule } from './condition.js'
import { parseHitCount } from './hit-count.js'
import { parseLogMessage } from './log-message.js'

/** Runs a condition as V8 would, once for each value of `i`, and gives which of them stopped and what the probe was told. */
function run(rule: StopRule, values: readonly unknown[]): { stops: unknown[]; told: string[] } {
  const told: string[] = []
  const probe = Object.assign((text: string) => void told.push(text), { show: (value: unknown) => String(value) })
  const context = vm.createContext({ __dapplex: probe, i: undefined })
  const condition = conditionFor(7, rule) ?? 'true'
  const stops = values.filter((value) => {
    context['i'] = value
    return Boolean(vm.runInContext(condition, context))
  })
  return { stops, told }
}

const hits = (text: string) => must(parseHitCount(text))

describe('the condition that V8 gets', () => {
  test.each([
    { rule: {}, stops: [1, 2, 3, 4], why: 'no rule: always' },
    { rule: { condition: 'i > 2' }, stops: [3, 4], why: 'a condition' },
    { rule: { condition: 'i > 2 // big' }, stops: [3, 4], why: 'with a comment' },
    { rule: { hits: hits('3') }, stops: [3], why: 'the third hit' },
    { rule: { hits: hits('%2') }, stops: [2, 4], why: 'every second' },
    {
      rule: { condition: 'i !== 2', hits: hits('>=2') },
      stops: [3, 4],
      why: 'only hits that fulfil the condition count',
    },
  ])('$why', ({ rule, stops }) => expect(run(rule, [1, 2, 3, 4]).stops).toEqual(stops))

  test('a log message is told and never stops', () => {
    const rule = { log: parseLogMessage('i={i} "q"'), condition: 'i > 1' }
    expect(run(rule, [1, 2])).toEqual({ stops: [], told: ['log 7 i=2 "q"'] })
  })

  test('an expression that fails is told in its place', () => {
    expect(run({ log: parseLogMessage('{nope}') }, [1]).told).toEqual(['log 7 <ReferenceError: nope is not defined>'])
  })

  test('a condition that throws is told and does not stop', () => {
    expect(run({ condition: 'nope > 1' }, [1])).toEqual({
      stops: [],
      told: ['error 7 ReferenceError: nope is not defined'],
    })
  })

  test('without the probe a counted breakpoint stops, so that the adapter can look', () => {
    expect(vm.runInNewContext(must(conditionFor(7, { hits: hits('3') })))).toBe(true)
  })
})

test('what the probe is told is read back', () => {
  expect(parseProbeMessage('log 12 a\nb')).toEqual({ kind: 'log', breakpoint: 12, text: 'a\nb' })
  expect(parseProbeMessage('error 3 Error: x')).toEqual({ kind: 'error', breakpoint: 3, text: 'Error: x' })
  expect(parseProbeMessage('something else')).toBeUndefined()
})

describe('checking the syntax', () => {
  test.each(['a > 1', 'this.#x === 2', '#x in this', 'a // c', '"#"'])('%s is fine', (expression) => {
    expect(() => new vm.Script(syntaxCheck(expression))).not.toThrow()
  })
  test.each(['a b', 'a >', ''])('"%s" is not', (expression) => {
    expect(() => new vm.Script(syntaxCheck(expression))).toThrow(SyntaxError)
  })
})
