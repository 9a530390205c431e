import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BannerFilter, findInspectorUrl } from './banner.js'

const OPENING =
  'Debugger listening on ws://127.0.0.1:36929/809fcb59\nFor help, see: https://nodejs.org/en/docs/inspector\nDebugger attached.\n'
const ENDING = 'Waiting for the debugger to disconnect...\n'

function passed(chunks: readonly string[]): string {
  const filter = new BannerFilter()
  return chunks.map((chunk) => filter.pass(chunk)).join('') + filter.end()
}

describe("the inspector's own lines", () => {
  test.each([
    { chunks: [OPENING, 'oops\n', ENDING], want: 'oops\n', why: 'a program that prints in between' },
    { chunks: ['Debug', 'ger attached.\n', 'x'], want: 'x', why: 'a line in two pieces' },
    { chunks: ['Debugger attached.\nDebugger attached.\n'], want: 'Debugger attached.\n', why: 'printed once more' },
    { chunks: ['said: Debugger attached.\n'], want: 'said: Debugger attached.\n', why: 'not at the start of a line' },
    { chunks: ['abc', 'Debugger attached.\n'], want: 'abcDebugger attached.\n', why: 'behind an unfinished line' },
    { chunks: ['Debugger'], want: 'Debugger', why: 'the start of one, never finished' },
    { chunks: ['Waiting for the debugger to disconnect...'], want: '', why: 'the last one, without its line end' },
  ])('$why', ({ chunks, want }) => expect(passed(chunks)).toBe(want))

  test('a prompt without a line end is not held back', () => {
    expect(new BannerFilter().pass('name? ')).toBe('name? ')
  })

  test('how the text is cut changes nothing', () => {
    const text = `${OPENING}first\nsecond ${ENDING}${ENDING}end`
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const sorted = [0, ...cuts.sort((a, b) => a - b), text.length]
        const chunks = sorted.slice(1).map((cut, index) => text.slice(sorted[index], cut))
        expect(passed(chunks)).toBe(passed([text]))
      }),
    )
  })
})

test('the address is known once its line is complete', () => {
  expect(findInspectorUrl('Debugger listening on ws://127.0.0.1:36929/809f')).toBeUndefined()
  expect(findInspectorUrl(OPENING)).toBe('ws://127.0.0.1:36929/809fcb59')
})
