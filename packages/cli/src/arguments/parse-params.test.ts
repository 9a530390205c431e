import { describe, expect, test } from 'vitest'
import { UsageError } from '../exit/command-error.js'
import { parseParams } from './parse-params.js'

describe('parameters of dapplex call', () => {
  test.each([
    { method: 'evaluate', words: ['expression=5'], want: { expression: '5' }, why: 'a declared string stays text' },
    { method: 'inspect_object', words: ['id=999'], want: { id: 999 }, why: 'a number is a number' },
    {
      method: 'breakpoint_enable',
      words: ['id=1', 'enabled=false'],
      want: { id: 1, enabled: false },
      why: 'a boolean is a boolean',
    },
    {
      method: 'evaluate',
      words: ['expression=a == b'],
      want: { expression: 'a == b' },
      why: 'only the first = separates',
    },
    { method: 'x', words: ['{"a": [1]}'], want: { a: [1] }, why: 'one JSON object is taken as it is' },
    { method: 'x', words: ['a=[1,2]'], want: { a: [1, 2] }, why: 'JSON values are read' },
    { method: 'x', words: [], want: {}, why: 'no parameters' },
  ])('$why', async ({ method, words, want }) => expect(await parseParams(method, words)).toEqual(want))

  test.each([
    { words: ['novalue'], why: 'a word without =' },
    { words: ['a=1', 'a=2'], why: 'a key given twice' },
    { words: ['{"a":'], why: 'broken JSON' },
  ])('$why is a usage error', ({ words }) => expect(parseParams('x', words)).rejects.toThrow(UsageError))
})
