import { Buffer } from 'node:buffer'

/** The members of the envelope stand at the beginning of a message or, where they are sorted by name, at its end. */
const SEARCHED_BYTES = 2048
const IS_RESPONSE = /"type"\s*:\s*"response"/
const REQUEST = /"request_seq"\s*:\s*(\d{1,15})(?=\s*[,}])/g

/**
 * A failure (DAP, `Response`) in the place of an answer that cannot be read, so that nobody waits for it until its deadline (mux 26). Undefined where the
 * bytes do not clearly answer one request.
 * @param reason why it cannot be read, in words
 */
export function unreadableAnswer(bytes: Uint8Array, reason: string): Readonly<Record<string, unknown>> | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [begin, end] = [
    all.subarray(0, SEARCHED_BYTES),
    all.subarray(Math.max(SEARCHED_BYTES, all.length - SEARCHED_BYTES)),
  ]
  const text = `${begin.toString('latin1')}\n${end.toString('latin1')}`
  const [only, ...others] = new Set([...text.matchAll(REQUEST)].map(([, seq]) => Number(seq)))
  if (only === undefined || others.length > 0 || !IS_RESPONSE.test(text)) return undefined
  const message = `the answer of the adapter cannot be read: ${reason}`
  return { seq: 0, type: 'response', request_seq: only, success: false, command: '', message }
}
