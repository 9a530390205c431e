import type { JsonObject } from '@dapplex/protocol'
import type { Session } from '../session.js'
import { announceStop, commitBeforeStop, readStop } from './stopped.js'

/** The adapter's `stopped`. */
export function stoppedEvent(session: Session, body: JsonObject): void {
  const stop = readStop(session, body)
  commitBeforeStop(session, stop.threadId)
  announceStop(session, stop)
}
