import { Buffer, isUtf8 } from 'node:buffer'
import type { Incoming, Malformed } from '../port/message-port.js'

export type ParsedBody = ({ readonly kind: 'message' } & Incoming) | ({ readonly kind: 'malformed' } & Malformed)

/**
 * Parses one complete body.
 * Bytes that are not UTF-8 become U+FFFD, in `bytes` too: an adapter that passes on the output of a program that prints
 * Latin-1 must not lose the message, and a WebSocket peer would close on the raw bytes.
 */
export function parseBody(body: Uint8Array): ParsedBody {
  const raw = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const text = raw.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    return { kind: 'message', value, bytes: isUtf8(raw) ? raw : Buffer.from(text) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { kind: 'malformed', reason: `the body (${raw.byteLength} bytes) is not JSON: ${problem}`, bytes: raw }
  }
}
