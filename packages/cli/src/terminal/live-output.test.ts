import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveOutput } from './live-output.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function shown(): { output: LiveOutput; lines: string[]; add: (text: string, category?: string) => void } {
  const lines: string[] = []
  const output = new LiveOutput((text) => lines.push(text))
  return { output, lines, add: (text, category = 'stdout') => output.add({ category, text }) }
}

test('a line that comes in two pieces is one line', () => {
  const { lines, add } = shown()
  add('one\ntw')
  expect(lines).toEqual(['one'])
  add('o\r\nthree\n')
  expect(lines).toEqual(['one', 'two\nthree'])
})

test('pieces of standard output and standard error are not mixed in one line', () => {
  const { lines, add } = shown()
  add('out')
  add('err\n', 'stderr')
  add('put\n')
  expect(lines).toEqual(['err', 'output'])
})

test('a line without an end, such as a question, is shown after a moment', () => {
  const { lines, add } = shown()
  add('name? ')
  expect(lines).toEqual([])
  vi.runAllTimers()
  expect(lines).toEqual(['name? '])
})

test('it is shown before whatever else is', () => {
  const { output, lines, add } = shown()
  add('name? ')
  output.flush()
  vi.runAllTimers()
  expect(lines).toEqual(['name? '])
})

test('a very long line does not wait', () => {
  const { lines, add } = shown()
  for (let piece = 0; piece < 20; piece += 1) add('x'.repeat(1_000))
  expect(lines.map(({ length }) => length)).toEqual([17_000])
})

test('a colour that a program leaves on holds for its next line of that kind, and for nothing else', () => {
  const { lines, add } = shown()
  add('\u001b[31mred\n')
  add('plain\n', 'stderr')
  add('red too\u001b[0m\nplain\n')
  expect(lines).toEqual(['\u001b[31mred\u001b[0m', 'plain', '\u001b[31mred too\u001b[0m\nplain'])
})
