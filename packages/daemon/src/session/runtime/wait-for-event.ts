import type { SessionEvent } from '@dapplex/protocol'
import type { RequestOptions } from '@dapplex/tools'
import type { EventLog } from './event-log.js'

export interface WaitOptions extends RequestOptions {
  readonly sinceSeq?: number
}

/**
 * The first matching event that is not output, from the events recorded after `sinceSeq` on (default: from now). Undefined at the
 * time-out and at the end of the session.
 * @throws the reason of `signal`, once it is aborted
 */
export function waitForEvent(
  log: EventLog,
  matches: (event: SessionEvent) => boolean,
  options: WaitOptions,
): Promise<SessionEvent | undefined> {
  const { events } = log.after(options.sinceSeq ?? log.lastSeq)
  const recorded = events.find((event) => event.kind !== 'output' && matches(event))
  if (recorded !== undefined || log.hasEnded) return Promise.resolve(recorded)
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      stop()
      options.signal?.removeEventListener('abort', onAbort)
      settle()
    }
    const stop = log.listen((event) => {
      if (matches(event)) finish(() => resolve(event))
      else if (event.kind === 'ended') finish(() => resolve(undefined))
    }, 'quiet')
    const timer = setTimeout(() => finish(() => resolve(undefined)), options.timeoutMs)
    const onAbort = () => finish(() => reject(abortReason(options.signal)))
    options.signal?.addEventListener('abort', onAbort)
    if (options.signal?.aborted === true) onAbort()
  })
}

export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Error('the call was cancelled')
}
