import { stateFolder, statePaths } from '@dapplex/daemon/files'
import { CommandError } from '../exit/command-error.js'
import { EXIT } from '../exit/exit-codes.js'

/** What the operating system says where the other side closes a connection that is being opened. */
const CLOSED: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET'])

/** Where a daemon is: the address in DAPPLEX_URL, or the Unix socket of this user's. */
export type DaemonPlace = { readonly url: string } | { readonly socket: string }

/**
 * Waits for a connection to a daemon.
 * @throws CommandError (exit 3) that says what is wrong with the daemon and what to do, where the system's own words do not
 */
export async function reachDaemon<T>(
  place: DaemonPlace,
  connecting: Promise<T>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  try {
    return await connecting
  } catch (error) {
    const why = unreachable(place, codeOf(error), env)
    throw why === undefined ? error : new CommandError(why, EXIT.noDaemon)
  }
}

function unreachable(place: DaemonPlace, code: unknown, env: NodeJS.ProcessEnv): string | undefined {
  if ('url' in place) {
    if (code !== 'ECONNREFUSED') return undefined
    return `no daemon answers at ${place.url}; check DAPPLEX_URL, or unset it and run \`dapplex status\`, which shows the daemon of this user`
  }
  if (!CLOSED.has(code)) return undefined
  const { log } = statePaths(stateFolder(env))
  return `the daemon at ${place.socket} closed the connection; it may have too many connections or files open, see its log ${log}`
}

/** Of the error, or of what caused it. */
function codeOf(error: unknown): unknown {
  const { code, cause } = error as NodeJS.ErrnoException & { readonly cause?: NodeJS.ErrnoException }
  return cause?.code ?? code
}
