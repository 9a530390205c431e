import type * as Library from 'prom-client'
import type { ClientKind, Phase } from '@dapplex/protocol'
import type { SessionRegistry } from '../session/registry/session-registry.js'
import type { CallCounts } from './call-counts.js'
import { costsOf } from './daemon-status.js'

export interface MetricSources {
  readonly version: string
  readonly registry: Pick<SessionRegistry, 'list' | 'live' | 'started'>
  readonly calls: Pick<CallCounts, 'list'>
  /** Open connections of all kinds. */
  readonly connections: () => number
  /** Wrong and expired tokens that were shown. */
  readonly refusedTokens: () => number
}

type PromClient = typeof Library

const PHASES: readonly Phase[] = ['starting', 'configuring', 'running', 'stopped', 'ended']
const KINDS: readonly Exclude<ClientKind, 'surface'>[] = ['editor', 'terminal', 'agent']
/** What of a session's cost is counted in bytes. */
const BYTES = [
  ['output', 'output_bytes'],
  ['unread', 'unread_bytes'],
  ['journal', 'journal_bytes'],
  ['recording', 'recording_bytes'],
  ['processes', 'memory_bytes'],
] as const

/** What `/metrics` answers: the text format of Prometheus. Its library is loaded at the first scrape. */
export class MetricsPage {
  readonly #sources: MetricSources
  /** Metrics of the Node process, collected from the first scrape on. */
  #process: Library.Registry | undefined

  constructor(sources: MetricSources) {
    this.#sources = sources
  }

  async render(): Promise<{ readonly type: string; readonly text: string }> {
    const library = await import('prom-client')
    this.#process ??= processMetrics(library)
    const ofDaemon = new library.Registry()
    this.#fill(ofDaemon, library)
    return { type: ofDaemon.contentType, text: `${await ofDaemon.metrics()}${await this.#process.metrics()}` }
  }

  #fill(register: Library.Registry, { Counter, Gauge }: PromClient): void {
    const { registry, version, connections, refusedTokens, calls: counts } = this.#sources
    const gauge = (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name, help, labelNames, registers: [register] })
    const counter = (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers: [register] })
    const sessions = registry.list().map((session) => session.view())
    const clients = sessions.filter(({ phase }) => phase !== 'ended').flatMap((view) => view.clients)
    gauge('dapplex_info', 'The daemon and its version', ['version']).set({ version }, 1)
    gauge('dapplex_connections', 'Open connections').set(connections())
    const inPhase = gauge('dapplex_sessions', 'Debug sessions, including ended ones that can still be read', ['phase'])
    for (const phase of PHASES) inPhase.set({ phase }, sessions.filter((view) => view.phase === phase).length)
    const ofKind = gauge('dapplex_clients', 'Clients of live sessions', ['kind'])
    for (const kind of KINDS) ofKind.set({ kind }, clients.filter((client) => client.kind === kind).length)
    counter('dapplex_sessions_started_total', 'Debug sessions started').inc(registry.started)
    counter('dapplex_tokens_refused_total', 'Wrong and expired tokens that were shown').inc(refusedTokens())
    const messages = counter('dapplex_session_messages_total', 'DAP messages of a live session', ['session', 'way'])
    const bytes = gauge('dapplex_session_bytes', 'What a live session takes', ['session', 'of'])
    const processes = gauge('dapplex_session_processes', 'Processes of a live session', ['session'])
    for (const cost of costsOf(registry)) {
      const { session_id: session } = cost
      for (const [way, count] of Object.entries(cost.messages)) messages.inc({ session, way }, count)
      for (const [of, key] of BYTES) if (cost[key] !== undefined) bytes.set({ session, of }, cost[key])
      processes.set({ session }, cost.processes)
    }
    const calls = counter('dapplex_calls_total', 'Tool calls answered', ['method', 'outcome'])
    const seconds = counter('dapplex_call_seconds_total', 'Total duration of the answered tool calls', [
      'method',
      'outcome',
    ])
    for (const { method, outcome, ...count } of counts.list()) {
      calls.inc({ method, outcome }, count.calls)
      seconds.inc({ method, outcome }, count.seconds)
    }
  }
}

function processMetrics({ collectDefaultMetrics, Registry }: PromClient): Library.Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}
