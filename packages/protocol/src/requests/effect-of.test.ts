import { describe, expect, test } from 'vitest'
import { requestCatalogue } from './catalogue.js'
import { effectOf, listsArguments } from './effect-of.js'
import type { JsonObject } from '../dap/message.js'
import type { Effect, RequestDefinition } from './definition.js'

describe('what a request does, by its arguments', () => {
  test.each<[string, JsonObject, Effect | undefined, string]>([
    ['stackTrace', {}, 'read', 'reading'],
    ['continue', {}, 'move', 'moving'],
    ['evaluate', { expression: 'a.b', context: 'watch' }, 'read', 'a path in a watch'],
    ['evaluate', { expression: 'f()', context: 'watch' }, 'evaluate', 'a call in a watch'],
    ['evaluate', { expression: 'a.b', context: 'repl' }, 'evaluate', 'a path at a console: it may be a command'],
    ['evaluate', { expression: 'a.b' }, 'evaluate', 'no context counts as a console'],
    ['dapplex_inspectObject', { object: 1 }, 'read', 'an object by number'],
    ['dapplex_inspectObject', { expression: 'a.b' }, 'read', 'an object by path'],
    ['dapplex_inspectObject', { expression: 'f()' }, 'evaluate', 'an object by a call'],
    ['dapplex_inspectSlot', { object: 1, slot: 'x' }, 'read', 'a slot'],
    [
      'dapplex_inspectSlot',
      { object: 1, slot: 'x', value: null },
      'write',
      'the presence of a value writes, whatever it is',
    ],
    ['dapplex_trace', { function: 'f' }, 'write', 'to trace a function changes the program'],
    ['dapplex_trace', {}, 'read', 'to list what is traced does not'],
    ['noSuchRequest', {}, undefined, 'an unknown request'],
    ['toString', {}, undefined, 'a name that every object has'],
  ])('%s %j: %s (%s)', (command, args, effect) => expect(effectOf({ command, args })).toBe(effect))

  test('a pointer arrow reads in C and evaluates elsewhere', () => {
    const asked = { command: 'evaluate', args: { expression: 'p->next', context: 'hover' } }
    expect([effectOf(asked, 'c'), effectOf(asked, 'common')]).toEqual(['read', 'evaluate'])
  })
})

const entries = Object.entries<RequestDefinition>(requestCatalogue).map(([command, definition]) => ({
  command,
  definition,
}))

describe('the table of requests', () => {
  test.each(entries)('$command: without arguments it does what the table says', ({ command, definition }) => {
    const typed = command === 'evaluate'
    expect(effectOf({ command, args: {} })).toBe(typed ? 'evaluate' : definition.effect)
  })
  test.each(entries.filter(({ definition }) => definition.expression !== undefined))(
    '$command: its expression is one of its parameters, and a call in it never only reads',
    ({ command, definition: { expression = '', params } }) => {
      expect(params.toJSONSchema({ unrepresentable: 'any' }).properties).toHaveProperty(expression)
      expect(effectOf({ command, args: { [expression]: 'f()', context: 'watch' } })).not.toBe('read')
    },
  )
  test.each(entries.filter(({ definition }) => definition.with !== undefined))(
    '$command: what changes its effect is one of its parameters',
    ({ definition: { params, with: changes = {} } }) => {
      const known = Object.keys(params.toJSONSchema({ unrepresentable: 'any' }).properties ?? {})
      expect(known).toEqual(expect.arrayContaining(Object.keys(changes)))
    },
  )
})

test('the expression that lists the arguments of a frame reads, and no other one', () => {
  const language = {
    names: 'common',
    argumentNames: { from: 'expression', context: 'clipboard', expression: 'names()' },
  } as const
  const evaluating = (expression: string) => ({ command: 'evaluate', args: { expression } })
  expect(listsArguments(evaluating('names()'), language)).toBe(true)
  expect(listsArguments(evaluating('names(), 1'), language)).toBe(false)
  expect(listsArguments(evaluating('names()'), { names: 'common' })).toBe(false)
})
