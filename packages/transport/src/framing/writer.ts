import { Buffer } from 'node:buffer'
import type { Printed } from '../port/message-port.js'

/** libuv copies text up to 16 KiB to its stack and writes it at once. */
const LONGEST_TEXT = 16_000

/**
 * Prints a message as JSON.
 * @throws TypeError for what JSON cannot express: sending `undefined` would put the word "undefined" on the wire.
 */
export function printMessage(message: unknown): string {
  // TypeScript's declaration leaves out that JSON.stringify answers undefined for undefined, functions and symbols.
  const text = JSON.stringify(message) as string | undefined
  if (text === undefined) throw new TypeError(`a message must be JSON, not ${typeof message}`)
  return text
}

/** The `Content-Length` frame around a body that is printed already, in pieces. One buffer, so that it is one write. */
export function encodeFrame(parts: readonly Printed[]): Buffer {
  let bodyBytes = 0
  for (const part of parts) bodyBytes += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
  const header = `Content-Length: ${bodyBytes}\r\n\r\n`
  const frame = Buffer.allocUnsafe(header.length + bodyBytes)
  let at = frame.write(header, 'latin1')
  for (const part of parts) {
    if (typeof part === 'string') at += frame.write(part, at)
    else {
      frame.set(part, at)
      at += part.byteLength
    }
  }
  return frame
}

/**
 * The frame as text where it is one ASCII text, which a stream writes without a buffer in between; undefined for anything
 * else, and for what is too long to be worth it.
 */
export function asciiFrame(parts: readonly Printed[]): string | undefined {
  let body = ''
  for (const part of parts) {
    if (typeof part !== 'string') return undefined
    body += part
  }
  if (body.length > LONGEST_TEXT || Buffer.byteLength(body) !== body.length) return undefined
  return `Content-Length: ${body.length}\r\n\r\n${body}`
}

/** The frame of one message. Throws as `printMessage` does. */
export const encodeMessage = (message: unknown): Buffer => encodeFrame([printMessage(message)])
