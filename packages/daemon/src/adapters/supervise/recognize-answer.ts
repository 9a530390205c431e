import { Buffer } from 'node:buffer'
import { scanAnswer, type ScannedAnswer } from '@dapplex/protocol'

const decode = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8')

/** Recognizes the long answers of an adapter that mostly go to a client as they came. */
export const recognizeAnswer = (body: Uint8Array): ScannedAnswer | undefined => scanAnswer(body, decode)
