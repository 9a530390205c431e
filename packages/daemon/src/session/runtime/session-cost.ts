import { readFileSync } from 'node:fs'
import type { AdapterModule, Phase, SessionView } from '@dapplex/protocol'
import type { RunningAdapter } from '../../adapters/supervise/running-adapter.js'
import { processTable } from '../../adapters/supervise/process-table.js'
import type { ClientSink } from './client-sink.js'
import type { EventLog } from './event-log.js'
import type { OutputHistory } from './output-history.js'

/** Messages of one session since it began. */
export class MessageCounts {
  fromAdapter = 0
  toAdapter = 0
  fromClients = 0
  toClients = 0
}

/** What one session takes. Sizes are in bytes. */
export interface SessionCost {
  readonly session_id: string
  readonly adapter: string
  readonly state: Phase
  readonly clients: number
  readonly messages: {
    readonly from_adapter: number
    readonly to_adapter: number
    readonly from_clients: number
    readonly to_clients: number
  }
  /** Events that can still be read. */
  readonly events: number
  /** Of output that can still be read. */
  readonly output_bytes: number
  /** What clients have not read yet. */
  readonly unread_bytes: number
  /** On disk; absent where nothing is written. */
  readonly journal_bytes?: number
  readonly recording_bytes?: number
  /** The debugger, the program and what they have started. */
  readonly processes: number
  /** What of them stands in memory (proc(5), `VmRSS`); memory that several share counts for each. Absent where the system does not tell. */
  readonly memory_bytes?: number
}

interface Counted {
  readonly id: string
  readonly module: AdapterModule
  readonly events: EventLog
  readonly output: OutputHistory
  readonly adapter: Pick<RunningAdapter, 'pid' | 'owner'> | undefined
  view(): SessionView
}

interface Written {
  readonly journal: { readonly bytes: number } | undefined
  readonly recorder: { readonly writer: { readonly bytes: number } } | undefined
}

interface Counts {
  readonly processes: (adapter: Counted['adapter']) => ProcessCost
  readonly messages: MessageCounts
  readonly sinks: Iterable<Pick<ClientSink, 'waitingBytes'>>
}

/** What a session takes now. */
export function costOf(session: Counted, { journal, recorder }: Written, counts: Counts): SessionCost {
  const { messages, sinks, processes } = counts
  const { phase, clients } = session.view()
  let unread = 0
  for (const sink of sinks) unread += sink.waitingBytes()
  return {
    session_id: session.id,
    adapter: session.module.definition.id,
    state: phase,
    clients: clients.filter(({ kind }) => kind !== 'surface').length,
    messages: {
      from_adapter: messages.fromAdapter,
      to_adapter: messages.toAdapter,
      from_clients: messages.fromClients,
      to_clients: messages.toClients,
    },
    events: session.events.kept,
    output_bytes: session.output.keptBytes,
    unread_bytes: unread,
    ...(journal === undefined ? {} : { journal_bytes: journal.bytes }),
    ...(recorder === undefined ? {} : { recording_bytes: recorder.writer.bytes }),
    ...processes(session.adapter),
  }
}

type ProcessCost = Pick<SessionCost, 'processes' | 'memory_bytes'>

/** Looks at the processes of the machine once, for all sessions. Gives what those of one adapter take. */
export function lookAtProcesses(): (adapter: Counted['adapter']) => ProcessCost {
  const ofAdapter = processTable()
  return (adapter) => {
    const { pid, owner } = adapter ?? {}
    if (pid === undefined || owner === undefined) return { processes: 0 }
    const all = [...ofAdapter(pid, owner)]
    const known = all.map(residentBytes).filter((size) => size !== undefined)
    if (known.length === 0) return { processes: all.length }
    return { processes: all.length, memory_bytes: known.reduce((sum, size) => sum + size, 0) }
  }
}

function residentBytes(pid: number): number | undefined {
  try {
    const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
  } catch {
    return undefined
  }
}
