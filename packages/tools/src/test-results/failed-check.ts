import type { SessionCall } from '../call/call.js'
import type { Frame } from '../stop/frame.js'
import type { Thrown } from '../stop/read-exception.js'

/**
 * A failed check of a test that is no exception: the program stands in the function with which its framework tells failures
 * (`TestStop.function`). The type is the name of the framework's function that the test has called. Undefined at any other stop.
 */
export function failedCheck({ session }: SessionCall, frames: readonly Frame[]): Thrown | undefined {
  const { run } = session.tests ?? {}
  const [top] = frames
  if (run === undefined || top === undefined || !run.stops.some((stop) => stop.function === top.name)) return undefined
  const own = frames.findIndex(({ isExternal }) => !isExternal)
  const called = frames[own - 1] ?? top
  const type = called.name.split('.').at(-1) ?? called.name
  const message = run.readFailure?.(outputOf(session))
  return { type, ...(message === undefined ? {} : { message }), inner: [] }
}

/** All that the program has written, as far as the daemon keeps it. */
export const outputOf = (session: Pick<SessionCall['session'], 'output'>): string =>
  session
    .output(0)
    .pieces.map(({ text }) => text)
    .join('')
