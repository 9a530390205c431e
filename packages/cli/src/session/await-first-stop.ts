import type { Client } from '@dapplex/client'
import { shown } from '../output/escape-text.js'
import { printMessage } from '../output/print.js'
import { formatLocation } from '../terminal/formats.js'
import type { ShownStop } from '../terminal/stop-report.js'

/** A program that takes longer is left running: a server reaches its breakpoint when somebody asks it. */
const LONGEST_WAIT_MS = 10_000
const PROGRESS_AFTER_MS = 1_000

/** The outcome of a launch with breakpoints: the result of `wait_for_stop`. */
export interface FirstStop extends ShownStop {
  readonly stopped: boolean
  readonly reason: string
  readonly exit_code?: number
  readonly signal?: string
}

/** Waits until the program that was just launched stops or ends, at most ten seconds. */
export async function awaitFirstStop(client: Client, sessionId: string): Promise<FirstStop> {
  const params = { session_id: sessionId, since_stop_id: 0, timeout_ms: LONGEST_WAIT_MS }
  return (await sayingSo(
    'waiting for the program to stop …',
    client.call('wait_for_stop', params),
  )) as unknown as FirstStop
}

/** Tells a person what is waited for when that takes a while. */
export async function sayingSo<T>(text: string, work: Promise<T>): Promise<T> {
  const progress = process.stderr.isTTY ? setTimeout(() => printMessage(text), PROGRESS_AFTER_MS) : undefined
  try {
    return await work
  } finally {
    clearTimeout(progress)
  }
}

export function stateAfter({ stopped, reason }: FirstStop): 'stopped' | 'running' | 'exited' {
  if (stopped) return 'stopped'
  return reason === 'timeout' ? 'running' : 'exited'
}

/** The outcome as a sentence. */
export function describeFirstStop(stop: FirstStop): string {
  switch (stateAfter(stop)) {
    case 'stopped':
      return `${shown`stopped (${stop.reason})`} at ${formatLocation(stop.location)}`
    case 'running':
      return `running; it did not stop within ${LONGEST_WAIT_MS / 1000} s`
    case 'exited':
      return `the program ${howEnded(stop)} before it reached a breakpoint`
  }
}

/** An exit code that only stands for a signal, as 247 does for SIGKILL, tells nothing to people. */
function howEnded({ exit_code, signal }: FirstStop): string {
  if (signal !== undefined) return shown`was ended by ${signal}`
  return exit_code === undefined ? 'ended' : `ended with exit code ${exit_code}`
}
