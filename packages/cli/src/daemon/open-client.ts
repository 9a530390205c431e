import type { Client } from '@dapplex/client'
import { connect } from '@dapplex/client/connect'
import { readDaemonState, stateFolder } from '@dapplex/daemon/files'
import { CommandError } from '../exit/command-error.js'
import { EXIT } from '../exit/exit-codes.js'
import { readVersion } from './version.js'
import { ensureDaemon } from './ensure-daemon.js'
import { reachDaemon } from './reach-daemon.js'
import { printMessage } from '../output/print.js'

export interface ClientSpec {
  /** Shown to the other clients of a session. */
  readonly name: string
  readonly kind: 'agent' | 'terminal'
  /** Whether the name makes it one client with others of that name; default: it does not (mux 19). */
  readonly presence?: 'connection' | 'oneCall'
  /** `never`: a command that only reads does not start a daemon. */
  readonly start: 'if-needed' | 'never'
  /** Prints no warning: a shell is completing a line. */
  readonly quiet?: boolean
  /** Node of the workflow tree for the calls; default: the root. */
  readonly node?: string
}

/** Connects to the daemon that `DAPPLEX_URL` and `DAPPLEX_TOKEN` name, otherwise to the daemon of this user. */
export async function openClient(spec: ClientSpec, env: NodeJS.ProcessEnv = process.env): Promise<Client> {
  const { name, kind, node = 'root', presence = 'connection' } = spec
  const who = { name, kind, node, presence, cwd: process.cwd() }
  const url = env['DAPPLEX_URL']
  if (url !== undefined && url !== '')
    return reachDaemon({ url }, connect({ url, token: env['DAPPLEX_TOKEN'] ?? '', ...who }), env)
  const state = spec.start === 'never' ? await readDaemonState(stateFolder(env)) : await ensureDaemon(env)
  if (state === undefined)
    throw new CommandError('no daemon is running; run `dapplex daemon start` to start one', EXIT.noDaemon)
  const warning = versionWarning(state.version, readVersion())
  if (warning !== undefined && spec.quiet !== true) printMessage(warning)
  return reachDaemon(state, connect({ socketPath: state.socket, ...who }), env)
}

/** The warning for a daemon of another version, which still runs after an update; undefined for the same version. */
export function versionWarning(daemon: string, own: string): string | undefined {
  if (daemon === own) return undefined
  return `warning: the running daemon is dapplex ${daemon}, but this command is ${own}; run \`dapplex daemon stop\` to end it and its sessions, and the next command starts the new one`
}

/** Runs `use` with a client and closes it whatever happens. */
export async function withClient<T>(
  spec: ClientSpec,
  use: (client: Client) => Promise<T>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const client = await openClient(spec, env)
  try {
    return await use(client)
  } finally {
    client.close()
  }
}
