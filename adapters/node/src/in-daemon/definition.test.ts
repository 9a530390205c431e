import { describe, expect, test } from 'vitest'
import { evaluation } from '@dapplex/protocol'
import { nodeAdapter } from './definition.js'

const { failures, thrown = '' } = evaluation.parse(nodeAdapter.definition.traits.evaluation)
const kindOf = (text: string) => failures.find(({ pattern }) => new RegExp(pattern).test(text))?.kind

describe('how a failed evaluation is understood', () => {
  test.each([
    { text: "SyntaxError: Unexpected identifier 'b'", kind: 'syntax' },
    { text: `SyntaxError: Unexpected token 'x', "x" is not valid JSON`, kind: undefined },
    { text: '"for (;;) {}" was stopped: it did not end within 300 ms (evaluateTimeout)', kind: 'timeout' },
    { text: '"a = 1" was not evaluated: it may change the program', kind: 'side_effects' },
    { text: 'ReferenceError: x is not defined', kind: undefined },
  ])('$text', ({ text, kind }) => expect(kindOf(text)).toBe(kind))

  test('what was thrown', () => {
    expect(new RegExp(thrown).exec('TypeError [ERR_X]: bad\nvalue')?.groups).toEqual({
      type: 'TypeError',
      message: 'bad\nvalue',
    })
  })
})
