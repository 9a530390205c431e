import { Buffer } from 'node:buffer'
import type { PassedAnswer } from '@dapplex/mux'
import { describe, expect, test } from 'vitest'
import { messageOf, printPassed } from './passed-answer.js'

/** An answer in which the ids at these texts are replaced. */
function passed(name: string, ...ids: readonly [text: string, id: number][]): PassedAnswer {
  const text = JSON.stringify({
    seq: 9,
    body: { scopes: [{ name, variablesReference: 17 }, { variablesReference: 18 }] },
  })
  const bytes = Buffer.from(`..${text}..`)
  const from = bytes.indexOf('{"scopes"')
  const changes = ids.map(([at, id]) => {
    const start = bytes.indexOf(at)
    return { from: start, to: start + at.length, id }
  })
  const body = { bytes, from, to: bytes.byteLength - 3, changes }
  return { seq: 5, requestSeq: 6, command: 'scopes', body }
}

describe('an answer in the bytes of the adapter', () => {
  test.each([
    { why: 'ASCII', name: 'Locals' },
    { why: 'other letters', name: 'Größe 変数 🙂' },
  ])('$why: other ids, its own numbers, and nothing else is changed', ({ name }) => {
    const answer = passed(name, ['17', 4000], ['18', 1])
    const pieces = printPassed(answer, 12).map((piece) => Buffer.from(piece))
    const body = { scopes: [{ name, variablesReference: 4000 }, { variablesReference: 1 }] }
    const message = { type: 'response', request_seq: 6, success: true, command: 'scopes', body }
    expect(JSON.parse(Buffer.concat(pieces).toString('utf8'))).toEqual({ seq: 12, ...message })
    expect(messageOf(answer)).toEqual({ seq: 5, ...message })
  })
  test('without other ids it is the same text', () => {
    const answer = passed('x')
    expect(printPassed(answer, 1)).toHaveLength(1)
    expect(messageOf(answer).body).toEqual({
      scopes: [{ name: 'x', variablesReference: 17 }, { variablesReference: 18 }],
    })
  })
})
