import { describe, expect, test, vi } from 'vitest'
import { EscapedBytes, OutputText } from './raw-bytes.js'

const frame = (body: Buffer) => Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body])
const output = (...bytes: number[]) => Buffer.concat([Buffer.from('{"t":"'), Buffer.from(bytes), Buffer.from('"}')])

function passed(...chunks: readonly Buffer[]): string {
  const stream = new EscapedBytes()
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  return String(stream.read() ?? '')
}

describe('frames of netcoredbg', () => {
  test.each([
    { body: output(0x61, 0xc3, 0xbc), want: '{"t":"aü"}', why: 'UTF-8 is passed unchanged' },
    { body: output(0x61, 0xc3), want: '{"t":"a\\udcc3"}', why: 'the first half of a character' },
    { body: output(0xbc, 0x62), want: '{"t":"\\udcbcb"}', why: 'the second half' },
    { body: output(0xff), want: '{"t":"\\udcff"}', why: 'a byte that is never UTF-8' },
  ])('$why', ({ body, want }) =>
    expect(passed(frame(body))).toBe(`Content-Length: ${Buffer.byteLength(want)}\r\n\r\n${want}`),
  )

  test('a frame may come in pieces, and two in one', () => {
    const both = Buffer.concat([frame(output(0xc3)), frame(output(0x61))])
    const whole = passed(both)
    expect(passed(both.subarray(0, 5), both.subarray(5, 30), both.subarray(30))).toBe(whole)
    expect(whole).toContain('"a"')
  })

  test('a frame in thousands of pieces is joined once', () => {
    const concat = vi.spyOn(Buffer, 'concat')
    const long = frame(Buffer.alloc(1024 * 1024, 0x20))
    const pieces = Array.from({ length: 4096 }, (_, at) => long.subarray(at * 257, (at + 1) * 257))
    const calls = concat.mock.calls.length
    expect(passed(...pieces).length).toBe(long.length)
    expect(concat.mock.calls.length - calls).toBeLessThan(8)
    concat.mockRestore()
  })

  test.each([
    { text: 'Content-Length: 104857600\r\n\r\n', why: 'a frame that is longer than any that is read' },
    { text: 'Hello\r\n', why: 'text where a header should stand' },
    { text: `X: ${'x'.repeat(70_000)}`, why: 'a header without an end' },
  ])('$why is passed on at once, with what follows', ({ text }) => {
    const stream = new EscapedBytes()
    stream.write(frame(output(0x61)))
    stream.write(text)
    stream.write('more')
    expect(String(stream.read())).toBe(`${String(frame(output(0x61)))}${text}more`)
  })
})

describe('the output of a program', () => {
  test.each([
    { texts: ['a\udcc3', '\udcbcb'], want: ['a', 'üb'], why: 'a character of two bytes' },
    { texts: ['\udcf0\udc9f', '\udc98', '\udc80!'], want: ['', '', '\u{1F600}!'], why: 'a character in three events' },
    { texts: ['ü\u{1F600}'], want: ['ü\u{1F600}'], why: 'whole characters' },
    { texts: ['\udcff', 'a'], want: ['\ufffd', 'a'], why: 'a byte that is never UTF-8' },
  ])('$why is joined', ({ texts, want }) => {
    const text = new OutputText()
    expect(texts.map((one) => text.add(one))).toEqual(want)
    expect(text.end()).toBe('')
  })

  test('a character that is never completed is told at the end', () => {
    const text = new OutputText()
    expect(text.add('\udcc3')).toBe('')
    expect(text.end()).toBe('\ufffd')
  })
})
