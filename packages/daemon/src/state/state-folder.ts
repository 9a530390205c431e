import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from './make-folder.js'
import { isForeign } from './private-file.js'

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
  /** The number of the last session: ids are not given twice. */
  readonly lastSession: string
  /** Exception filters that editors are offered before their adapter is known. */
  readonly filters: string
}

/** `sun_path` of a Unix socket address, without its final NUL: 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = 103

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
    lastSession: join(home, 'last-session'),
    filters: join(home, 'filters.json'),
  }
}

/**
 * Makes the folders, for this user alone (0700), also where they were there with other rights.
 * @throws Error naming a folder or file in it that belongs to another user
 */
export function makeStateFolders(paths: StatePaths): void {
  const socketFolder = dirname(paths.socket)
  for (const folder of [paths.home, dirname(paths.log), paths.journal, socketFolder]) {
    makeFolder(folder)
    refuseForeign(folder)
    chmodSync(folder, 0o700)
  }
  // Now that nobody else can put anything in.
  for (const folder of new Set([
    paths.home,
    dirname(paths.log),
    paths.journal,
    paths.sessions,
    paths.recordings,
    socketFolder,
  ]))
    for (const name of namesIn(folder)) refuseForeign(join(folder, name))
}

/**
 * What another user has put into a folder while that was open to others, a link or a file, would be written through or believed.
 * Among the temporary files another user may have made the folder itself, to own what is put in it.
 */
function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !isForeign(found)) return
  throw new Error(
    `${path} belongs to another user (uid ${found.uid}); remove it, or set DAPPLEX_HOME to a folder of yours`,
  )
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No session has been recorded yet.
    return []
  }
}

/** In the state folder, unless its path is too long for a socket: then in a folder of this user among the temporary files. */
function socketPath(home: string): string {
  const path = join(home, 'dapplex.sock')
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return path
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return join(tmpdir(), `dapplex-${userInfo().uid}`, `${name}.sock`)
}
