import { describe, expect, test } from 'vitest'
import { clientNameIn } from './client-info.js'
import { readQuery } from './read-query.js'
import { parseResourceUri } from './resource-address.js'
import { sourceText } from './source-text.js'

describe('resource URIs', () => {
  test.each([
    { uri: 'dapplex://sessions', want: { kind: 'sessions' } },
    { uri: 'dapplex://sessions/s1/state', want: { kind: 'part', sessionId: 's1', part: 'state' } },
    { uri: 'dapplex://sessions/s1/secrets', want: undefined },
    { uri: 'dapplex://sessions/s1/state/more', want: undefined },
    { uri: 'dapplex://sessions/../state', want: { kind: 'part', sessionId: '..', part: 'state' } },
    { uri: 'file:///etc/passwd', want: undefined },
    { uri: '', want: undefined },
  ])('$uri', ({ uri, want }) => expect(parseResourceUri(uri)).toEqual(want))
})

test('source as text: numbers in one column, a mark at the current line', () => {
  const lines = [
    { line: 9, text: 'a' },
    { line: 10, text: '  b', is_current: true },
    { line: 11, text: '' },
  ]
  expect(sourceText({ file: '/app/x.js', lines })).toBe('/app/x.js\n   9  a\n> 10    b\n  11')
})

test.each([
  { message: { params: { clientInfo: { name: 'a' } } }, want: 'a' },
  { message: { params: { _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'b' } } } }, want: 'b' },
  { message: { params: { clientInfo: { name: 7 } } }, want: '' },
  { message: { params: 'x' }, want: '' },
  { message: 'x', want: '' },
])('the name in $message', ({ message, want }) => expect(clientNameIn(message)).toBe(want))

test('what an address chooses', () => {
  expect(readQuery(new URLSearchParams(''))).toEqual({ kind: 'query', tools: 'core', name: '' })
  expect(readQuery(new URLSearchParams('tools=all&name=x&node=n1'))).toEqual({
    kind: 'query',
    tools: 'all',
    name: 'x',
    node: 'n1',
  })
  expect(readQuery(new URLSearchParams('tools=none'))).toMatchObject({ kind: 'wrong' })
})
