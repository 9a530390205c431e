import { describe, expect, test } from 'vitest'
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
