/** Exit codes of every command (docs: "Exit codes"). The specific one wins. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  noDaemon: 3,
  adapterNotFound: 4,
  timedOut: 124,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const

/** The exit code for an error of the surface, by its `data.type`. */
export function exitCodeOf(type: string | undefined): number {
  switch (type) {
    case 'ADAPTER_NOT_FOUND':
      return EXIT.adapterNotFound
    case 'TIMEOUT':
      return EXIT.timedOut
    case 'NO_DAEMON':
      return EXIT.noDaemon
    default:
      return EXIT.failed
  }
}
