import { describe, expect, test } from 'vitest'
import { readHitCondition } from './hit-condition.js'
import { readLogMessage } from './log-message.js'

describe('mux 1: hit counts of the multiplexer', () => {
  test.each([
    ['3', [3]],
    ['== 2', [2]],
    ['>=4', [4, 5, 6]],
    ['> 4', [5, 6]],
    ['< 3', [1, 2]],
    ['<=2', [1, 2]],
    ['%2', [2, 4, 6]],
    ['% 0', []],
  ])('mux 1: %s stops at hits %j of six', (text, want) => {
    const rule = readHitCondition(text) ?? (() => false)
    expect([1, 2, 3, 4, 5, 6].filter(rule)).toEqual(want)
  })
  test.each(['', 'often', '3.5', '>= x'])('mux 1: %j is no hit condition', (text) => {
    expect(readHitCondition(text)).toBeUndefined()
  })
})

describe('mux 1: log messages of the multiplexer', () => {
  test.each([
    ['i={i}', ['i=', '{i']],
    ['{a.map(x => {x})} done', ['{a.map(x => {x})', ' done']],
    ['plain', ['plain']],
    ['open { brace', ['open { brace']],
    ['', []],
  ])('mux 1: %j', (message, want) => {
    expect(readLogMessage(message).map((part) => (part.kind === 'text' ? '' : '{') + part.text)).toEqual(want)
  })
})
