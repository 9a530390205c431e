import { request } from 'node:http'
import { Fields } from '@dapplex/protocol/plain'
import { CommandError } from '../exit/command-error.js'
import { printTable } from '../output/print-table.js'
import { shown } from '../output/escape-text.js'
import { print } from '../output/print.js'
import { bytesText } from '../recordings/bytes-text.js'

/** What `/status` of a daemon answers. */
export interface DaemonCosts {
  readonly uptime_s: number
  readonly memory_bytes: number
  readonly connections: number
  readonly sessions: readonly CostRow[]
}

interface CostRow {
  readonly session_id: string
  readonly clients: number
  readonly messages: Readonly<Record<Way, number>>
  readonly events: number
  readonly output_bytes: number
  readonly unread_bytes: number
  readonly journal_bytes: number | undefined
  readonly recording_bytes: number | undefined
  readonly processes: number
  readonly memory_bytes: number | undefined
}
type Way = 'from_adapter' | 'to_adapter' | 'from_clients' | 'to_clients'

/**
 * What a running daemon and its live sessions take.
 * @throws CommandError where the daemon does not tell, such as an older one
 */
export async function readCosts(socketPath: string): Promise<DaemonCosts> {
  const status = new Fields(await askStatus(socketPath), () => {
    throw new CommandError(
      'the running daemon does not tell what its sessions take: it has another version; run `dapplex daemon stop`, and the next command starts the right one',
    )
  })
  return {
    uptime_s: status.int('uptime_s'),
    memory_bytes: status.int('memory_bytes'),
    connections: status.int('connections'),
    sessions: status.objects('sessions').map(rowOf),
  }
}

function rowOf(cost: Fields): CostRow {
  const messages = cost.object('messages')
  return {
    session_id: cost.text('session_id'),
    clients: cost.int('clients'),
    messages: {
      from_adapter: messages.int('from_adapter'),
      to_adapter: messages.int('to_adapter'),
      from_clients: messages.int('from_clients'),
      to_clients: messages.int('to_clients'),
    },
    events: cost.int('events'),
    output_bytes: cost.int('output_bytes'),
    unread_bytes: cost.int('unread_bytes'),
    journal_bytes: cost.intOr('journal_bytes'),
    recording_bytes: cost.intOr('recording_bytes'),
    processes: cost.int('processes'),
    memory_bytes: cost.intOr('memory_bytes'),
  }
}

function askStatus(socketPath: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/status', headers: { host: 'localhost' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => resolve(parseJson(Buffer.concat(chunks).toString('utf8'))))
    })
    asked.on('error', reject).end()
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function printCosts({ uptime_s: uptime, memory_bytes: memory, connections, sessions }: DaemonCosts): void {
  print(shown`up for ${uptime} s, ${bytesText(memory)} in memory, ${connections} connections`)
  const rows = sessions.map((one) => [
    one.session_id,
    String(one.clients),
    `${one.messages.to_adapter} / ${one.messages.from_adapter}`,
    `${one.messages.from_clients} / ${one.messages.to_clients}`,
    String(one.processes),
    sizeText(one.memory_bytes),
    bytesText(one.output_bytes),
    bytesText(one.unread_bytes),
    sizeText(one.journal_bytes),
    sizeText(one.recording_bytes),
  ])
  const head = ['session', 'clients', 'adapter to/from', 'clients from/to', 'processes', 'their memory']
  printTable({ head: [...head, 'output', 'unread', 'journal', 'recording'], rows, none: 'No live sessions.' })
}

const sizeText = (bytes: number | undefined): string => (bytes === undefined ? '-' : bytesText(bytes))
