import { EXIT } from './exit-codes.js'

/** What a command does when nobody reads its standard output any more. `exitCode` is how it should then end. */
type Act = (exitCode: number) => void

const acts: Act[] = [(exitCode) => process.exit(exitCode)]

/**
 * A reader that has seen enough (`dapplex call … | head`) is no failure. A message that nobody reads ends nothing.
 * @param report says why standard output cannot be written, and gives the exit code
 */
export function watchOutput(report: (error: unknown) => number): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    acts.at(-1)?.(error.code === 'EPIPE' ? EXIT.done : report(error)),
  )
  process.stderr.on('error', () => undefined)
}

/** Does something else than exit when standard output is closed. Returns a function that takes it back. */
export function whenOutputCloses(act: Act): () => void {
  acts.push(act)
  return () => void acts.splice(acts.lastIndexOf(act), 1)
}
