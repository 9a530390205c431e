import { Buffer } from 'node:buffer'
import { scanAnswer, type DapMessage, type DecodeText, type ScannedAnswer } from '@dapplex/protocol'
import { passedMessage as passedIn } from '../simulator/bytes.js'
import type { PassedAnswer } from '../src/index.js'

const decode: DecodeText = (bytes, from, to) => Buffer.from(bytes.subarray(from, to)).toString('utf8')

/** What is known of a message of the adapter from its bytes alone, as the daemon gives it to the core. */
export function scanned(message: unknown): ScannedAnswer | undefined {
  // JSON.stringify answers undefined for what JSON cannot express.
  const text = JSON.stringify(message) as string | undefined
  return text === undefined ? undefined : scanAnswer(Buffer.from(text), decode)
}

/** The message that a client gets for an answer that is passed on in its own bytes. */
export const passedMessage = (answer: PassedAnswer): DapMessage => passedIn(answer, decode) as unknown as DapMessage
