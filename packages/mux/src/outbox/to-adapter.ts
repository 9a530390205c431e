import type { DapMessage, JsonObject } from '@dapplex/protocol'
import type { Epoch } from '../state/ids/reference-table.js'
import type { Pending, Purpose } from '../state/requests/pending.js'
import type { Session } from '../state/session.js'

/** A request to the adapter, before it has its number. */
export interface Outgoing {
  readonly command: string
  readonly args?: JsonObject | undefined
  readonly purpose: Purpose
  readonly epoch?: Epoch | undefined
}

/** Requests with which a program begins. */
const STARTING: ReadonlySet<string> = new Set(['launch', 'attach', 'restart'])

/** Sends a request to the adapter and puts it into the pending table. `seq` counts up over requests and responses. */
export function ask(session: Session, { command, args, purpose, epoch }: Outgoing): Pending {
  const seq = nextUpstreamSeq(session)
  const pending: Pending = { seq, command, args: args ?? {}, purpose, epoch, since: session.now }
  session.pending.entries.set(seq, pending)
  if (STARTING.has(command)) session.lifecycle.startedAt = session.now
  if (command === 'pause') session.resumes.pauses.push(seq)
  const message = { seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) }
  session.effects.push({ kind: 'sendToAdapter', message: message as DapMessage })
  return pending
}

export function nextUpstreamSeq(session: Session): number {
  const seq = session.pending.nextSeq
  session.pending.nextSeq += 1
  return seq
}
