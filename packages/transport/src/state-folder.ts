import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The folder where the daemon of this user keeps its files, and writes where it listens (`daemon.json`): `DAPPLEX_HOME`, else
 * `$XDG_STATE_HOME/dapplex`, else `~/.local/state/dapplex`.
 */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const home = env['DAPPLEX_HOME']
  if (home !== undefined && home !== '') return resolve(home)
  const xdg = env['XDG_STATE_HOME']
  // The XDG base directory specification ignores a relative path.
  if (xdg?.startsWith('/') === true) return join(xdg, 'dapplex')
  return join(homedir(), '.local', 'state', 'dapplex')
}
