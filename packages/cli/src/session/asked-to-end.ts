import { EXIT } from '../exit/exit-codes.js'
import { whenOutputCloses } from '../exit/closed-output.js'

/** Why a command is to end before its work is done, and its exit code then. */
export interface EndRequest {
  readonly why: 'interrupt' | 'signal' | 'closed'
  readonly exitCode: number
}

/** Ctrl-C; a process manager; a terminal that is closed. A shell reports a signal as 128 and its number. */
const SIGNALS: readonly (readonly [NodeJS.Signals, EndRequest])[] = [
  ['SIGINT', { why: 'interrupt', exitCode: EXIT.interrupted }],
  ['SIGTERM', { why: 'signal', exitCode: EXIT.terminated }],
  ['SIGHUP', { why: 'signal', exitCode: EXIT.hungUp }],
]

export interface EndRequests {
  /** The first of them. */
  readonly asked: Promise<EndRequest>
  stop(): void
}

/** Listens to what asks this command to end. The same signal once more ends it at once, as the system does. */
export function listenToEndRequests(): EndRequests {
  const stops: (() => void)[] = []
  const asked = new Promise<EndRequest>((resolve) => {
    for (const [signal, request] of SIGNALS) {
      const listener = () => resolve(request)
      process.once(signal, listener)
      stops.push(() => process.off(signal, listener))
    }
    stops.push(whenOutputCloses((exitCode) => resolve({ why: 'closed', exitCode })))
  })
  return { asked, stop: () => stops.forEach((stop) => stop()) }
}
