import { scanAnswer, type DecodeText, type JsonObject, type ScannedAnswer } from '@dapplex/protocol'
import type { PassedAnswer } from '@dapplex/mux'

/** Adapters of the simulation write ASCII only. */
const encode = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const asAscii: DecodeText = (bytes, from, to) => String.fromCharCode(...bytes.subarray(from, to))

/** What is known of a message of the adapter from its bytes alone. */
export const scanned = (message: JsonObject): ScannedAnswer | undefined =>
  scanAnswer(encode(JSON.stringify(message)), asAscii)

/** The message that a client gets for an answer that is passed on in its own bytes. */
export function passedMessage({ seq, requestSeq, command, body }: PassedAnswer, decode = asAscii): JsonObject {
  let text = ''
  let done = body.from
  for (const { from, to, id } of body.changes) {
    text += `${decode(body.bytes, done, from)}${id}`
    done = to
  }
  text += decode(body.bytes, done, body.to)
  return { seq, type: 'response', request_seq: requestSeq, success: true, command, body: JSON.parse(text) as unknown }
}
