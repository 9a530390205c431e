import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readJsonLines, type JsonLine } from './json-lines.js'

const MOST = 12

async function linesOf(...pieces: string[]): Promise<JsonLine[]> {
  const lines: JsonLine[] = []
  for await (const line of readJsonLines(Readable.from(pieces.map((piece) => Buffer.from(piece))), MOST))
    lines.push(line)
  return lines
}
const json = (text: string) => ({ kind: 'json', text, value: JSON.parse(text) as unknown })

test.each([
  { pieces: ['{"a":1}\n{"b":2}\n'], want: [json('{"a":1}'), json('{"b":2}')], why: 'two in one piece' },
  { pieces: ['{"a"', ':1', '}\n'], want: [json('{"a":1}')], why: 'one in three pieces' },
  { pieces: ['{"a":1}\r\n\n \n'], want: [json('{"a":1}')], why: 'empty lines and carriage returns are nothing' },
  { pieces: ['{"a":1}'], want: [json('{"a":1}')], why: 'the last line needs no newline' },
  {
    pieces: ['{\n[]\n'],
    want: [{ kind: 'notJson', why: expect.any(String) }, json('[]')],
    why: 'after a bad line comes a good one',
  },
  {
    pieces: ['"', 'x'.repeat(9), 'x'.repeat(9), '"\n[]\n'],
    want: [{ kind: 'tooLong' }, json('[]')],
    why: 'after one that is too long too',
  },
  { pieces: ['x'.repeat(99)], want: [{ kind: 'tooLong' }], why: 'one that never ends is not kept' },
])('$why', async ({ pieces, want }) => expect(await linesOf(...pieces)).toEqual(want))
