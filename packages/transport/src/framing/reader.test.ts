import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_FRAMING_LIMITS, type FramingLimits } from './limits.js'
import { FramingReader, type Frame } from './reader.js'
import { encodeFrame, encodeMessage } from './writer.js'

/** Cuts bytes at the given sizes, over and over, until nothing is left. */
function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let at = 0
  for (let i = 0; at < bytes.byteLength; i++) {
    const size = sizes[i % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

function readAll(bytes: Uint8Array, { sizes = [1], limits = DEFAULT_FRAMING_LIMITS }: ReadOptions = {}): Frame[] {
  const reader = new FramingReader(limits)
  const frames = [...cut(bytes, sizes)].flatMap((chunk) => reader.read(chunk))
  const last = reader.end()
  return last === undefined ? frames : [...frames, last]
}

interface ReadOptions {
  readonly sizes?: readonly number[]
  readonly limits?: FramingLimits
}

/** What the tests compare: values, reasons, and the code and text of lost framing. */
const shown = (frame: Frame): unknown => {
  switch (frame.kind) {
    case 'message':
      return frame.value
    case 'malformed':
      return `malformed: ${frame.reason}`
    case 'stray':
      return `stray: ${frame.text}`
    case 'lost':
      return `lost: ${frame.error.code}: ${frame.error.message}`
  }
}

const small: FramingLimits = { headerBytes: 64, bodyBytes: 16 }

describe('mux 23: header blocks', () => {
  test.each([
    { text: 'Content-Length: 2\r\n\r\n{}', want: [{}], why: 'the plain form' },
    { text: 'content-length:2\r\n\r\n{}CONTENT-LENGTH :  2 \r\n\r\n[]', want: [{}, []], why: 'any case, any blanks' },
    {
      text: 'X-Other: a: b\r\nContent-Length: 2\r\nContent-Type: x\r\n\r\n{}',
      want: [{}],
      why: 'any order, others ignored',
    },
    { text: 'Content-Length: 2\n\n{}', want: [{}], why: 'bare line feeds' },
    {
      text: '\r\n\nContent-Length: 2\r\n\r\n{}\r\nContent-Length: 2\r\n\r\n[]',
      want: [{}, []],
      why: 'empty lines before a block',
    },
    { text: 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}', want: [{}], why: 'said twice alike' },
    { text: 'Content-Length: 0002\r\n\r\n{}', want: [{}], why: 'leading zeros' },
    {
      text: 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ',
      want: ['lost: FRAMING_LOST: two lengths for one message: Content-Length 2 and 3'],
      why: 'two lengths',
    },
    {
      text: 'Content-Length: -2\r\n\r\n{}',
      want: ['lost: FRAMING_LOST: Content-Length must be a number of bytes, not "-2"'],
      why: 'a negative length',
    },
    {
      text: 'Content-Length: 0x10\r\n\r\n',
      want: ['lost: FRAMING_LOST: Content-Length must be a number of bytes, not "0x10"'],
      why: 'a hexadecimal length',
    },
    {
      text: 'Content-Type: x\r\n\r\n{}',
      want: ['lost: FRAMING_LOST: a header block without Content-Length'],
      why: 'no length',
    },
    {
      text: 'Content-Length: 2\r\n\r\n{}Hello\r\nContent-Length: 2\r\n\r\n{}',
      want: [{}, 'lost: FRAMING_LOST: expected a header line, got "Hello"'],
      why: 'a stray print, and nothing after it is believed',
    },
    {
      text: ': 2\r\n\r\n{}',
      want: ['lost: FRAMING_LOST: expected a header line, got ": 2"'],
      why: 'a header without a name',
    },
  ])('$why', ({ text, want }) => {
    for (const sizes of [[1], [3], [7, 1], [10_000]])
      expect(readAll(Buffer.from(text), { sizes }).map(shown)).toEqual(want)
  })
})

describe('mux 23: limits and ends', () => {
  test.each([
    {
      text: `X: ${'a'.repeat(80)}`,
      want: ['lost: HEADER_TOO_LARGE: a header block of more than 64 bytes; is this a DAP stream?'],
      why: 'an endless header line',
    },
    {
      text: 'X: a\r\n'.repeat(30),
      want: ['lost: HEADER_TOO_LARGE: a header block of more than 64 bytes; is this a DAP stream?'],
      why: 'endless header lines',
    },
    {
      text: 'Content-Length: 16\r\n\r\n"12345678901234"',
      want: ['12345678901234'],
      why: 'a body exactly at the limit',
    },
    {
      text: 'Content-Length: 17\r\n\r\n',
      want: ['lost: BODY_TOO_LARGE: a message of 17 bytes was announced; the limit is 16 bytes'],
      why: 'a body above the limit, before any of it came',
    },
    {
      text: `Content-Length: ${'9'.repeat(30)}\r\n\r\n`,
      want: [`lost: BODY_TOO_LARGE: a message of ${'9'.repeat(30)} bytes was announced; the limit is 16 bytes`],
      why: 'a length beyond any number',
    },
    { text: 'Content-Le', want: ['lost: STREAM_FAILED: the stream ended within a header'], why: 'an end in a header' },
    {
      text: 'Content-Length: 5\r\n\r\n',
      want: ['lost: STREAM_FAILED: the stream ended after 0 of 5 bytes of a body'],
      why: 'an end before a body',
    },
    {
      text: 'Content-Length: 5\r\n\r\n{}',
      want: ['lost: STREAM_FAILED: the stream ended after 2 of 5 bytes of a body'],
      why: 'an end in a body',
    },
    { text: '', want: [], why: 'an end where it may be' },
    { text: 'Content-Length: 2\r\n\r\n{}\r\n', want: [{}], why: 'an end after an empty line' },
  ])('$why', ({ text, want }) => {
    for (const sizes of [[1], [5], [10_000]])
      expect(readAll(Buffer.from(text), { sizes, limits: small }).map(shown)).toEqual(want)
  })

  test('the default limits are 64 KiB and 64 MiB', () => {
    expect(DEFAULT_FRAMING_LIMITS).toEqual({ headerBytes: 65_536, bodyBytes: 67_108_864 })
    const header = `Content-Length: 2\r\nX: ${'a'.repeat(65_536 - 26)}\r\n\r\n`
    expect(header.length).toBe(65_536)
    expect(readAll(Buffer.from(`${header}{}`), { sizes: [1000] }).map(shown)).toEqual([{}])
    expect(readAll(Buffer.from(`X${header}{}`), { sizes: [1000] }).map((frame) => frame.kind)).toEqual(['lost'])
  })
})

describe('mux 20: a body that cannot be read harms no other', () => {
  const good = encodeMessage({ seq: 1 })
  test.each([
    { body: '{"seq":', why: 'cut JSON' },
    { body: 'hello', why: 'no JSON at all' },
    { body: '', why: 'an empty body' },
    { body: '\uFEFF{}', why: 'a byte order mark' },
  ])('$why', ({ body }) => {
    const bytes = Buffer.concat([good, encodeFrame([body]), good])
    for (const sizes of [[1], [1000]]) {
      const frames = readAll(bytes, { sizes })
      expect(frames.map((frame) => frame.kind)).toEqual(['message', 'malformed', 'message'])
      expect(String(shown(frames[1]!))).toMatch(
        new RegExp(`the body \\(${Buffer.byteLength(body)} bytes\\) is not JSON: .+`),
      )
    }
  })

  const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
  test.each([
    { body: levels(1000), kind: 'message', why: 'a thousand levels' },
    { body: levels(1001), kind: 'malformed', why: 'more levels than a thousand' },
    { body: levels(100_000), kind: 'malformed', why: 'more levels than anybody has stack for' },
    { body: `${'{"a":'.repeat(1001)}1${'}'.repeat(1001)}`, kind: 'malformed', why: 'the same in objects' },
    { body: `[${levels(5).concat(',').repeat(1000)}1]`, kind: 'message', why: 'many that are not deep' },
    { body: JSON.stringify(`"\\${'['.repeat(5000)}`), kind: 'message', why: 'brackets in a string' },
  ])('nesting: $why: $kind', ({ body, kind }) => {
    const frames = readAll(Buffer.concat([good, encodeFrame([body]), good]))
    expect(frames.map((frame) => frame.kind)).toEqual(['message', kind, 'message'])
  })

  test('text in another encoding is shown as far as it goes, and the bytes that go on are UTF-8', () => {
    const latin1 = Buffer.from('{"output":"donn\xe9es"}', 'latin1')
    const [frame] = readAll(encodeFrame([latin1]))
    expect(frame).toMatchObject({ kind: 'message', value: { output: 'donn\uFFFDes' } })
    expect(frame?.kind === 'message' && Buffer.from(frame.bytes).toString()).toBe('{"output":"donn\uFFFDes"}')
  })
})

describe('mux 23: properties', () => {
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
  const lineEnd = fc.constantFrom('\r\n', '\n')
  const name = fc.constantFrom('Content-Length', 'content-length', 'CONTENT-LENGTH', 'Content-length')

  test('any messages, any chunking: the same messages and the same bytes', () => {
    const message = fc.record({
      value: json,
      end: lineEnd,
      name,
      other: fc.constantFrom('', 'Content-Type: x', 'X: a: b'),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), sizes, (messages, chunkSizes) => {
        const texts = messages.map((one) => JSON.stringify(one.value))
        const frames = messages.map((one, i) => {
          const length = `${one.name}: ${Buffer.byteLength(texts[i]!)}${one.end}`
          return `${one.other === '' ? '' : one.other + one.end}${length}${one.end}${texts[i]!}`
        })
        const read = readAll(Buffer.from(frames.join('')), { sizes: chunkSizes })
        expect(read.map((frame) => frame.kind)).toEqual(messages.map(() => 'message'))
        expect(read.map((frame) => (frame.kind === 'message' ? Buffer.from(frame.bytes).toString() : ''))).toEqual(
          texts,
        )
        expect(read.map(shown)).toEqual(texts.map((text) => JSON.parse(text) as unknown))
      }),
    )
  })

  test('any bytes: nothing is thrown, nothing follows a loss, and the cut does not matter', () => {
    const scrap = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('\r\n', '\n', 'Content-Length: ', '7\r\n\r\n', '{"a":1}', 'Content-Length: 7\r\n\r\n{"a":1}')
        .map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 12 }), sizes, (scraps, chunkSizes) => {
        const bytes = Buffer.concat(scraps)
        const limits = { headerBytes: 50, bodyBytes: 100 }
        const read = readAll(bytes, { sizes: chunkSizes, limits })
        expect(read.slice(0, -1).some((frame) => frame.kind === 'lost')).toBe(false)
        expect(read.map(shown)).toEqual(readAll(bytes, { sizes: [1_000_000], limits }).map(shown))
      }),
    )
  })

  test('after a loss the reader stays silent', () => {
    const reader = new FramingReader()
    expect(reader.read(Buffer.from('nonsense\n')).map((frame) => frame.kind)).toEqual(['lost'])
    expect(reader.read(encodeMessage({}))).toEqual([])
    expect(reader.end()).toBeUndefined()
  })

  test('the work grows with the bytes, not with the chunks: a large body in small pieces', () => {
    const text = JSON.stringify({ output: 'é'.repeat(1_500_000) })
    const frame = encodeFrame([text])
    const reader = new FramingReader()
    const frames = [...cut(frame, [1024])].flatMap((chunk) => reader.read(chunk))
    expect(frames).toHaveLength(1)
    expect(frames[0]?.kind === 'message' && frames[0].bytes.byteLength).toBe(Buffer.byteLength(text))
  })
})
