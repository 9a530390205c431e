import { Buffer, isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanAnswer, type ScannedAnswer } from './scan-answer.js'

const decode = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('utf8')

const names = fc.constantFrom('id', 'source', 'path', 'variablesReference', 'sourceReference', 'type', 'lazy', 'x', 'ä')
const { value: body } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.nat(),
    fc.constantFrom(-1, 0.5, 1e21, 'text', 'ä\n"\\', true, false, null),
    fc.dictionary(names, tie('value')),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
}))
const message = fc.record({
  seq: fc.nat(),
  type: fc.constant('response'),
  request_seq: fc.nat(),
  success: fc.constant(true),
  command: fc.constantFrom('stackTrace', 'scopes', 'variables', 'threads'),
  body: fc.record(
    { stackFrames: fc.array(body), scopes: body, variables: fc.array(body), totalFrames: fc.nat() },
    { requiredKeys: [] },
  ),
})

/** Where the scan finds something, it is JSON, and what it has found stands there. */
function isRight(bytes: Buffer, scanned: ScannedAnswer): void {
  const parsed = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
  expect(parsed).toMatchObject({ type: 'response', success: true })
  expect([parsed['command'], parsed['request_seq']]).toEqual([scanned.command, scanned.requestSeq])
  expect(JSON.parse(decode(bytes, scanned.from, scanned.to))).toEqual(parsed['body'])
  for (const { from, to, id } of scanned.ids) expect(decode(bytes, from, to)).toBe(String(id))
  for (const path of scanned.sourcePaths()) expect(path).toBeTypeOf('string')
}

test('a message as adapters print it: what the scan says of it is what its parsed form says', () =>
  fc.assert(
    fc.property(message, fc.constantFrom(0, 1), (one, indent) => {
      const bytes = Buffer.from(JSON.stringify(one, undefined, indent))
      const scanned = scanAnswer(bytes, decode)
      if (scanned !== undefined) isRight(bytes, scanned)
    }),
  ))

test('a message with bytes that were changed: what the scan takes is JSON', () => {
  const change = fc.record({
    at: fc.nat(),
    byte: fc.oneof(fc.constantFrom(...Buffer.from('"{}[],:\\0-.e \n')), fc.nat(255)),
  })
  fc.assert(
    fc.property(message, fc.array(change, { minLength: 1, maxLength: 3 }), (one, changes) => {
      const bytes = Buffer.from(JSON.stringify(one))
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte
      if (!isUtf8(bytes)) return
      const scanned = scanAnswer(bytes, decode)
      if (scanned !== undefined) isRight(bytes, scanned)
    }),
    { numRuns: 1000 },
  )
})
