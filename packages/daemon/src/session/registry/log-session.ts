import type { SessionEvent } from '@dapplex/protocol'
import type { Logger } from '../../state/logger.js'
import type { SessionRuntime } from '../runtime/session-runtime.js'

/** Writes down who comes to a session and goes, and its end: each line has the ids of the session and of the client. */
export function logSession(session: string, event: SessionEvent, log: Logger): void {
  switch (event.kind) {
    case 'clientJoined': {
      const { client, name, kind } = event.client
      return log.info({ session, client, name, kind }, 'a client has joined')
    }
    case 'clientLeft': {
      const { client, name } = event.client
      return log.info({ session, client, name, why: event.why }, 'a client has left')
    }
    case 'ended':
      return log.info({ session, why: event.why }, 'session has ended')
    default:
  }
}

/** Says it once, when the clients that start the program are there. */
export function sayWhenItRuns(runtime: SessionRuntime, text: string): void {
  const stop = runtime.events.listen((event) => {
    if (event.kind !== 'phase' || event.phase !== 'running') return
    stop()
    runtime.say(text)
  })
}
