import type { Client } from '@dapplex/client'
import { readDaemonState, stateFolder } from '@dapplex/daemon/files'
import { withClient } from '../daemon/open-client.js'
import { EXIT } from '../exit/exit-codes.js'
import { printTable } from '../output/print-table.js'
import { shown } from '../output/escape-text.js'
import { print, printJson } from '../output/print.js'
import { printCosts, readCosts } from './print-costs.js'

interface SessionRow {
  readonly session_id: string
  readonly adapter: string
  readonly state: string
  readonly program?: string
  readonly clients: readonly unknown[]
}
interface ClientRow {
  readonly name: string
  readonly kind: string
  readonly role: string
  readonly last_command?: string
}

const looking = { name: 'dapplex status', kind: 'terminal', start: 'never' } as const

/** Prints the daemon and its sessions, with `verbose` also what each takes; exit code 3 when no daemon runs. */
export async function printStatus({ json, verbose = false }: { json: boolean; verbose?: boolean }): Promise<number> {
  const state = await readDaemonState(stateFolder(process.env))
  if (state === undefined) {
    if (json) printJson({ running: false }, 'line')
    else print('No daemon is running.')
    return EXIT.noDaemon
  }
  const sessions = await withClient(looking, listSessions)
  const costs = verbose ? await readCosts(state.socket) : undefined
  const { pid, port, socket, version } = state
  if (json) printJson({ running: true, pid, port, socket, version, sessions, ...(verbose ? { costs } : {}) })
  else {
    print(shown`dapplex ${version}, pid ${pid}, 127.0.0.1:${port}, ${socket}`)
    printSessionTable(sessions)
    if (costs !== undefined) printCosts(costs)
  }
  return EXIT.done
}

export async function printSessions({ json }: { json: boolean }): Promise<void> {
  const sessions = await withClient(looking, listSessions)
  if (json) printJson(sessions)
  else printSessionTable(sessions)
}

export async function printClients({ json, session }: { json: boolean; session?: string }): Promise<void> {
  const params = session === undefined ? {} : { session_id: session }
  const { clients } = (await withClient(looking, (client) => client.call('clients_list', params))) as {
    clients: ClientRow[]
  }
  if (json) printJson(clients)
  else {
    const rows = clients.map((one) => [one.name, one.kind, one.role, one.last_command ?? ''])
    printTable({ head: ['client', 'kind', 'role', 'last did'], rows, none: 'No clients.' })
  }
}

async function listSessions(client: Client): Promise<readonly SessionRow[]> {
  const { sessions } = (await client.call('sessions_list', {})) as { sessions: SessionRow[] }
  return sessions
}

function printSessionTable(sessions: readonly SessionRow[]): void {
  const rows = sessions.map((one) => [
    one.session_id,
    one.adapter,
    one.state,
    one.program ?? '',
    String(one.clients.length),
  ])
  printTable({ head: ['session', 'adapter', 'state', 'program', 'clients'], rows, none: 'No sessions.' })
}
