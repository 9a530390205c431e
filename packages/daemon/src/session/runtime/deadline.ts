import { toolError } from '@dapplex/protocol'
import type { RequestOptions } from '@dapplex/tools'

/** One time-out over several waits. */
export interface Deadline {
  /** Options for the next wait: the remaining time, at least a millisecond. */
  rest(): RequestOptions
  /** Nothing more is begun once the time is over. @param what has taken it @throws ToolError TIMEOUT */
  demandTime(what: string): void
  /** Waits for something that has no time-out of its own. @throws ToolError TIMEOUT */
  within<T>(value: Promise<T>, what: string): Promise<T>
}

export function deadline(options: RequestOptions): Deadline {
  const end = performance.now() + options.timeoutMs
  const left = () => Math.max(1, Math.ceil(end - performance.now()))
  return {
    rest: () => ({ ...options, timeoutMs: left() }),
    demandTime: (what) => {
      if (performance.now() >= end) throw toolError('TIMEOUT', { what, timeout_ms: options.timeoutMs })
    },
    within: (value, what) =>
      new Promise((resolve, reject) => {
        const late = () => reject(toolError('TIMEOUT', { what, timeout_ms: options.timeoutMs }))
        const timer = setTimeout(late, left())
        value.then(resolve, reject).finally(() => clearTimeout(timer))
      }),
  }
}
