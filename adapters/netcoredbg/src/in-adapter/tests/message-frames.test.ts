import { expect, test } from 'vitest'
import { frameMessage, MessageFrames } from './message-frames.js'

test.each([0, 100, 127, 128, 20_000, 3_000_000])('a text of %i characters comes back, also in parts', (length) => {
  const message = { text: 'ü'.repeat(length) }
  const bytes = Buffer.concat([frameMessage(message), frameMessage({ next: 1 })])
  expect(new MessageFrames().add(bytes)).toEqual([message, { next: 1 }])
  const frames = new MessageFrames()
  const cut = Math.floor(bytes.length / 2)
  const parts = [bytes.subarray(0, 1), bytes.subarray(1, cut), bytes.subarray(cut)]
  expect(parts.flatMap((part) => frames.add(part))).toEqual([message, { next: 1 }])
})

test('a length that no message has is refused', () => {
  expect(() => new MessageFrames().add(Buffer.from([255, 255, 255, 255, 255, 1]))).toThrow('does not end')
  expect(() => new MessageFrames().add(Buffer.from([255, 255, 255, 255, 15]))).toThrow('too long')
})
