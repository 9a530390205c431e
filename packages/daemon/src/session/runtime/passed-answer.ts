import { Buffer, isAscii } from 'node:buffer'
import type { PassedAnswer, PassedBody } from '@dapplex/mux'
import type { DapResponse } from '@dapplex/protocol'
import type { Printed } from '@dapplex/transport'

/** An answer as JSON text in pieces. @param seq its number on the client's connection */
export function printPassed({ requestSeq, command, body }: PassedAnswer, seq: number): readonly Printed[] {
  const head = `{"seq":${seq},"type":"response","request_seq":${requestSeq},"success":true,"command":"${command}","body":`
  const bytes = Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength)
  return isAscii(bytes) ? [`${head}${asText(bytes, body)}}`] : [head, ...inPieces(bytes, body), '}']
}

/** The answer as the core would have sent it. */
export function messageOf(answer: PassedAnswer): DapResponse {
  const text = printPassed(answer, answer.seq).map((piece) => (typeof piece === 'string' ? piece : decode(piece)))
  return JSON.parse(text.join('')) as DapResponse
}

const decode = (piece: Uint8Array): string =>
  Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('utf8')

/** One text is written without a buffer in between. */
function asText(bytes: Buffer, { from, to, changes }: PassedBody): string {
  const whole = bytes.toString('latin1', from, to)
  let text = ''
  let done = from
  for (const change of changes) {
    text += `${whole.slice(done - from, change.from - from)}${change.id}`
    done = change.to
  }
  return text + whole.slice(done - from)
}

function* inPieces(bytes: Buffer, { from, to, changes }: PassedBody): Generator<Printed> {
  let done = from
  for (const change of changes) {
    yield bytes.subarray(done, change.from)
    yield String(change.id)
    done = change.to
  }
  yield bytes.subarray(done, to)
}
