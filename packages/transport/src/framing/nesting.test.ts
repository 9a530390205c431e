import { describe, expect, test } from 'vitest'
import { DEEPEST, isTooDeep } from './nesting.js'
import { parseBody } from './parse-body.js'

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

describe('how deep JSON may be nested', () => {
  test.each([
    { why: 'as deep as is taken', json: arrays(DEEPEST), deep: false },
    { why: 'one level more', json: arrays(DEEPEST + 1), deep: true },
    { why: 'objects', json: objects(DEEPEST), deep: false },
    { why: 'objects, one level more', json: objects(DEEPEST + 1), deep: true },
    { why: 'wide', json: `[${'[],'.repeat(9 * DEEPEST)}{}]`, deep: false },
    { why: 'brackets in a string', json: JSON.stringify(['['.repeat(9 * DEEPEST)]), deep: false },
    { why: 'a string that ends in a backslash', json: `["\\\\",${arrays(DEEPEST)}]`, deep: true },
    { why: 'a string with a quote', json: `["\\"${'['.repeat(9 * DEEPEST)}"]`, deep: false },
    { why: 'a string without an end', json: `"${'['.repeat(9 * DEEPEST)}`, deep: false },
    { why: 'deep, and never closed', json: '['.repeat(9 * DEEPEST), deep: true },
  ])('$why: $deep', ({ json, deep }) => expect(isTooDeep(Buffer.from(json))).toBe(deep))

  test('a body that is deeper is no message', () => {
    expect(parseBody(Buffer.from(arrays(DEEPEST))).kind).toBe('message')
    expect(parseBody(Buffer.from(arrays(200_000)))).toMatchObject({
      kind: 'malformed',
      reason: expect.stringContaining('nested more than 1000 levels deep'),
    })
  })
})
