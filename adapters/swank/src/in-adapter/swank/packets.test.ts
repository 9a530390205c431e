import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePacket, maxBodyBytes, PacketReader } from './packets.js'

describe('packets', () => {
  test('the length counts bytes, not characters', () =>
    expect(encodePacket('ü').toString('latin1', 0, 6)).toBe('000002'))

  test('a text that does not fit is refused before it is sent', () =>
    expect(() => encodePacket('x'.repeat(maxBodyBytes + 1))).toThrow(RangeError))

  test('a header that is none is said', () =>
    expect(() => new PacketReader().take(Buffer.from('HTTP/1.1'))).toThrow('no Swank server'))

  test('any texts in any chunks come out whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (texts, size) => {
          const bytes = Buffer.concat(texts.map(encodePacket))
          const reader = new PacketReader()
          const seen: string[] = []
          for (let at = 0; at < bytes.length; at += size) seen.push(...reader.take(bytes.subarray(at, at + size)))
          expect(seen).toEqual(texts)
        },
      ),
    )
  })
})
