import { setMaxListeners } from 'node:events'
import type { SessionEvent } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { isBelow, sessionsBelow } from '../call/session-tree.js'
import type { DapSession } from '../port/dap-session.js'

export interface TreeEvent {
  readonly session: DapSession
  readonly event: SessionEvent
}

export interface TreeWait {
  /** Events of the session after this one count. */
  readonly sinceSeq: number
  /** Which events of the session itself count. */
  readonly matches: (event: SessionEvent) => boolean
  readonly timeoutMs: number
}

/** A stop of a process or worker that the program has started, while it lasts; of several the one that began last. */
export function stoppedBelow(on: SessionCall): DapSession | undefined {
  return sessionsBelow(on.call.sessions, on.session).findLast((one) => one.view().phase === 'stopped')
}

/**
 * Waits for an event of a session, or for a stop of what its program has started meanwhile or before, whichever comes first.
 * Undefined at the time-out. Never polls.
 */
export function waitInTree(
  on: SessionCall,
  { sinceSeq, matches, timeoutMs }: TreeWait,
): Promise<TreeEvent | undefined> {
  const { sessions } = on.call
  const { signal, ...rest } = on.call.rest()
  const over = new AbortController()
  const options = {
    ...rest,
    timeoutMs: Math.min(timeoutMs, rest.timeoutMs),
    signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
  }
  // Each session below listens to it: dozens are no leak.
  setMaxListeners(0, options.signal)
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      stopListening()
      over.abort()
      settle()
    }
    const fail = (error: unknown) => {
      if (!over.signal.aborted) finish(() => reject(error instanceof Error ? error : new Error(String(error))))
    }
    const watch = (session: DapSession, seq: number) => {
      const isStop = ({ kind }: SessionEvent) => kind === 'stopped'
      session.waitFor(isStop, { ...options, sinceSeq: seq }).then((event) => {
        if (event !== undefined) finish(() => resolve({ session, event }))
      }, fail)
    }
    const stopListening = sessions.onSession((session) => {
      if (isBelow(sessions, session, on.session)) watch(session, 0)
    })
    for (const session of sessionsBelow(sessions, on.session)) watch(session, session.lastSeq())
    on.session
      .waitFor(matches, { ...options, sinceSeq })
      .then((event) => finish(() => resolve(event === undefined ? undefined : { session: on.session, event })), fail)
  })
}
