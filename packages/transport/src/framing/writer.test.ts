import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { encodeFrame, encodeMessage, printMessage } from './writer.js'

describe('mux 23: frames', () => {
  test('the length counts bytes, not characters', () => {
    expect(encodeMessage({ a: 'é€😀' }).toString()).toBe('Content-Length: 17\r\n\r\n{"a":"é€😀"}')
  })

  test('pieces make one body, cut anywhere', () => {
    const euro = Buffer.from('€')
    const frame = encodeFrame(['{"seq":7', Buffer.from(',"a":"'), euro.subarray(0, 1), euro.subarray(1), '"}'])
    expect(frame.toString()).toBe('Content-Length: 19\r\n\r\n{"seq":7,"a":"€"}')
  })

  test.each([undefined, () => 1, Symbol('a')])('what JSON cannot express is not sent: %s', (value) => {
    expect(() => printMessage(value)).toThrow(TypeError)
  })

  test('a cycle is not sent', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => encodeMessage(cycle)).toThrow(TypeError)
  })
})
