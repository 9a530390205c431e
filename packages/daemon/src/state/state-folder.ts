import { createHash } from 'node:crypto'
import { chmodSync, lstatSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from './make-folder.js'

/** Everything that the daemon keeps on disk. */
export interface StatePaths {
  readonly home: string
  readonly state: string
  readonly token: string
  readonly principals: string
  readonly socket: string
  readonly lock: string
  readonly log: string
  /** Folder of the data that survives a restart. */
  readonly journal: string
  /** Folder of the sessions' journals. */
  readonly sessions: string
  /** Folder of what was recorded of the sessions' stops. */
  readonly recordings: string
  /** Breakpoints kept for later sessions. */
  readonly breakpoints: string
}

/** `sun_path` of a Unix socket address, without its final NUL: 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = 103

/** The state folder of this user: `DAPPLEX_HOME`, else `$XDG_STATE_HOME/dapplex`, else `~/.local/state/dapplex`. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const home = env['DAPPLEX_HOME']
  if (home !== undefined && home !== '') return resolve(home)
  const xdg = env['XDG_STATE_HOME']
  // The XDG base directory specification ignores a relative path.
  if (xdg?.startsWith('/') === true) return join(xdg, 'dapplex')
  return join(homedir(), '.local', 'state', 'dapplex')
}

export function statePaths(home: string): StatePaths {
  return {
    home,
    state: join(home, 'daemon.json'),
    token: join(home, 'token'),
    principals: join(home, 'principals.json'),
    socket: socketPath(home),
    lock: join(home, 'daemon.lock'),
    log: join(home, 'log', 'daemon.log'),
    journal: join(home, 'journal'),
    sessions: join(home, 'sessions'),
    recordings: join(home, 'recordings'),
    breakpoints: join(home, 'breakpoints.json'),
  }
}

/** Makes the folders, for this user alone (0700), also where they were there with other rights. */
export function makeStateFolders(paths: StatePaths): void {
  for (const folder of [paths.home, dirname(paths.log), paths.journal, dirname(paths.socket)]) {
    makeFolder(folder)
    refuseForeign(folder)
    chmodSync(folder, 0o700)
  }
}

/** Among the temporary files another user may have made the folder first, to own what is put in it. */
function refuseForeign(folder: string): void {
  const { uid } = lstatSync(folder)
  const user = process.getuid?.()
  if (user !== undefined && uid !== user)
    throw new Error(
      `${folder} belongs to another user (uid ${uid}); remove it, or set DAPPLEX_HOME to a folder of yours`,
    )
}

/** In the state folder, unless its path is too long for a socket: then in a folder of this user among the temporary files. */
function socketPath(home: string): string {
  const path = join(home, 'dapplex.sock')
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return path
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return join(tmpdir(), `dapplex-${userInfo().uid}`, `${name}.sock`)
}
