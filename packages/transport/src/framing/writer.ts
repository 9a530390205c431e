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

/** A frame that is not encoded yet. */
export interface SizedFrame {
  readonly header: string
  readonly parts: readonly Printed[]
  /** Of header and body. */
  readonly bytes: number
}

/** The `Content-Length` frame around a body that is printed already, in pieces. */
export function frameOf(parts: readonly Printed[]): SizedFrame {
  let bodyBytes = 0
  for (const part of parts) bodyBytes += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
  const header = `Content-Length: ${bodyBytes}\r\n\r\n`
  return { header, parts, bytes: header.length + bodyBytes }
}

/** Frames one behind the other in one buffer, so that they are one write. */
export function encodeFrames(frames: readonly SizedFrame[]): Buffer {
  const buffer = Buffer.allocUnsafe(frames.reduce((sum, { bytes }) => sum + bytes, 0))
  let at = 0
  for (const { header, parts } of frames) {
    at += buffer.write(header, at, 'latin1')
    for (const part of parts) {
      if (typeof part === 'string') at += buffer.write(part, at)
      else {
        buffer.set(part, at)
        at += part.byteLength
      }
    }
  }
  return buffer
}

/** One frame by itself. */
export const encodeFrame = (parts: readonly Printed[]): Buffer => encodeFrames([frameOf(parts)])

/**
 * The frame as text where it is one ASCII text, which a stream writes without a buffer in between; undefined for anything
 * else, and for what is too long to be worth it.
 */
export function asciiFrame({ header, parts, bytes }: SizedFrame): string | undefined {
  let text = header
  for (const part of parts) {
    if (typeof part !== 'string') return undefined
    text += part
  }
  return bytes <= LONGEST_TEXT && text.length === bytes ? text : undefined
}

/** The frame of one message. Throws as `printMessage` does. */
export const encodeMessage = (message: unknown): Buffer => encodeFrame([printMessage(message)])
