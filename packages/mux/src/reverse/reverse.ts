import type { DapMessage, DapRequest, JsonObject } from '@dapplex/protocol'
import type { Client } from '../client/client.js'
import { failureBody } from '../failure.js'
import { nextUpstreamSeq } from '../outbox.js'
import type { Session } from '../session.js'

/** A request of the adapter to its client (mux 13). */
export function reverseAsked(session: Session, request: DapRequest): void {
  const text = `no client of this session can do '${request.command}'`
  const seq = nextUpstreamSeq(session)
  const message = {
    seq,
    type: 'response',
    request_seq: request.seq,
    command: request.command,
    success: false,
    ...failureBody({ type: 'NOBODY_CAN', text }),
  }
  session.effects.push({ kind: 'sendToAdapter', message: message as unknown as DapMessage })
}

/** A client's answer to one. */
export function reverseAnswered(_session: Session, _client: Client, _message: JsonObject): void {
  return
}
