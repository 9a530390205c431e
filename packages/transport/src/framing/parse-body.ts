import { Buffer, isUtf8 } from 'node:buffer'
import type { Incoming, Malformed, Recognize } from '../port/message-port.js'
import { DEEPEST, isTooDeep } from './nesting.js'

export type ParsedBody = ({ readonly kind: 'message' } & Incoming) | ({ readonly kind: 'malformed' } & Malformed)

/**
 * Parses one complete body. One that is nested too deep is not read: whoever prints or walks it would run out of stack.
 * Bytes that are not UTF-8 become U+FFFD, in `bytes` too: an adapter that passes on the output of a program that prints
 * Latin-1 must not lose the message, and a WebSocket peer would close on the raw bytes.
 */
export function parseBody(body: Uint8Array, recognize?: Recognize): ParsedBody {
  const raw = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (isTooDeep(raw)) return malformed(raw, `is nested more than ${DEEPEST} levels deep`)
  const recognized = recognize !== undefined && isUtf8(raw) ? recognize(raw) : undefined
  if (recognized !== undefined) return new RecognizedBody(raw, recognized)
  const text = raw.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    return { kind: 'message', value, bytes: isUtf8(raw) ? raw : Buffer.from(text) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return malformed(raw, `is not JSON: ${problem}`)
  }
}

const malformed = (bytes: Buffer, problem: string): ParsedBody => ({
  kind: 'malformed',
  reason: `the body (${bytes.byteLength} bytes) ${problem}`,
  bytes,
})

/** A body that is JSON for certain. Most of them are passed on as they came, and never parsed. */
class RecognizedBody implements Incoming {
  readonly kind = 'message'
  readonly bytes: Buffer
  readonly recognized: object
  #value: unknown

  constructor(bytes: Buffer, recognized: object) {
    this.bytes = bytes
    this.recognized = recognized
  }

  get value(): unknown {
    this.#value ??= JSON.parse(this.bytes.toString('utf8')) as unknown
    return this.#value
  }
}
