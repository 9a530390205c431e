import type { Session } from '../../../state/session.js'

/** The signal that ended the program, by its exit code, as far as the adapter definition says how it stands in there. */
export function signalIn(session: Session, exitCode: number): string | undefined {
  const { traits, signalName } = session.options
  switch (traits.exitSignal) {
    case undefined:
      return undefined
    case 'negative':
      return exitCode < 0 ? signalName(-exitCode) : undefined
    case 'low-byte':
      return mainThreadLives(session) ? signalName(256 - exitCode) : undefined
  }
}

/** Adapters count threads from the main one on. */
function mainThreadLives({ threads }: Session): boolean {
  const main = Math.min(...threads.all.keys(), ...threads.ended)
  return threads.all.has(main)
}
