import {
  type AdapterModule,
  booleanIn,
  type DapMessage,
  flagIn,
  isJsonObject,
  isRequest,
  type JsonObject,
  ScannedAnswer,
  type ToolError,
} from '@dapplex/protocol'
import type { Incoming } from '@dapplex/transport'
import { Greeting } from '../../adapters/supervise/greeting.js'
import { BuildFolder } from '../../adapters/supervise/build-folder.js'
import { childrenOf } from '../../adapters/supervise/process-table.js'
import type { AdapterEnd, ProgramOutput, RunningAdapter } from '../../adapters/supervise/running-adapter.js'
import type { Logger } from '../../state/logger.js'
import type { PathMapping } from '@dapplex/tools'
import { mapSources, toLocal, toRemote, type MapPath } from '../../paths/path-mapping.js'
import { withinMs } from '../../adapters/supervise/within-ms.js'
import { readWithPressure, type BackPressure } from './back-pressure.js'
import type { ClientSink } from './client-sink.js'
import { UnparsedAnswer, type SessionInput } from '../../journal/session-input.js'
import type { OutputFirst } from './output-first.js'
import { refusedAttach } from './refused-attach.js'
import type { Traffic } from './traffic.js'
import { unreadableAnswer } from '@dapplex/transport'

/** After the core has seen the end of a session: how long its adapter may take to end by itself. */
const END_GRACE_MS = 1000
/** An adapter that the core has not ended by then outlives its session, and is ended. */
const OUTLIVED_MS = 10_000
/** How long an adapter may take to end or let go of its program when the session is ended from outside. */
const LET_GO_MS = 3000

export interface UpstreamOptions {
  readonly id: string
  readonly module: AdapterModule
  readonly request: 'launch' | 'attach'
  readonly program: string | undefined
  readonly traffic: Traffic
  readonly log: Logger
  /** Starts the same adapter once more. */
  readonly startAdapter: () => Promise<RunningAdapter>
  readonly refuseAttach: (args: Readonly<Record<string, unknown>>) => ToolError | undefined
  readonly sinks: () => Iterable<ClientSink>
  readonly feed: (input: SessionInput) => void
  /** Output of the program that arrives outside the protocol. */
  readonly programSaid: (output: ProgramOutput) => void
  readonly order: OutputFirst
}

/** The adapter side of a session: one adapter at a time, until its last process has ended. It decides nothing about DAP. */
export class Upstream {
  readonly #options: UpstreamOptions
  #adapter: RunningAdapter | undefined
  #cleanUps: Promise<void>[] = []
  #lastEnd: AdapterEnd | undefined
  /** The last disconnect detached from the program. */
  #isProgramSpared = false
  #tellsOutput = false
  #phase: 'open' | 'closing' = 'open'
  #lastSeq = 0
  #launchSeq: number | undefined
  #paths: { readonly toLocal: MapPath; readonly toRemote: MapPath } | undefined
  #outlived: NodeJS.Timeout | undefined
  #pressure: BackPressure | undefined
  readonly #build = new BuildFolder()

  constructor(options: UpstreamOptions) {
    this.#options = options
  }

  /** Undefined without an adapter. */
  get adapter(): RunningAdapter | undefined {
    return this.#adapter
  }

  /** How the adapter ended by itself; undefined while it runs, and when the core ended it. */
  get lastEnd(): AdapterEnd | undefined {
    return this.#lastEnd
  }

  /** Whether the adapter tells the output of a terminal too, so that it would come twice. */
  get tellsOutput(): boolean {
    return this.#tellsOutput
  }

  /**
   * The configuration of a child (mux 14). A child writes to the streams of the program: where the adapter tells what comes there, it
   * must not tell it for the child too.
   */
  childConfiguration(configuration: JsonObject): JsonObject {
    const name = this.#options.module.definition.launch?.tellsOutput
    return name === undefined || !this.#tellsOutput ? configuration : { ...configuration, [name]: false }
  }

  /** The adapter's last words on its standard error stream. */
  stderr(): string {
    return this.#adapter?.stderr() ?? this.#lastEnd?.stderr ?? ''
  }

  /** Takes over a started adapter. */
  use(adapter: RunningAdapter): void {
    const { id, module, log, sinks, feed, programSaid } = this.#options
    this.#adapter = adapter
    this.#isProgramSpared = false
    const greeting = new Greeting()
    adapter.port.onMalformed(({ reason, bytes }) => {
      log.warn({ session: id, reason }, 'the adapter sent a message that cannot be read')
      const message = unreadableAnswer(bytes, reason)
      if (message !== undefined && this.#adapter === adapter) feed({ kind: 'adapterMessage', message })
    })
    this.#pressure = readWithPressure(adapter.port, {
      sinks,
      take: (incoming) => {
        if (this.#adapter !== adapter) return
        greeting.messageCame()
        if (!this.#takeUnparsed(incoming)) this.#take(incoming)
      },
    })
    adapter.onEnd((end) => this.#ended(adapter, greeting.explain(end)))
    if (hasProgramStreams(module)) adapter.onProgramOutput(programSaid)
    feed({ kind: 'adapterStarted' })
    adapter.onStrayText((text) => {
      greeting.textCame(text)
      log.warn({ session: id, text }, 'the adapter wrote text before its first message')
      const body = { category: 'console', output: `${text}\n` }
      feed({ kind: 'adapterMessage', message: { seq: 0, type: 'event', event: 'output', body } })
    })
  }

  #take({ value, bytes }: Incoming): void {
    const { traffic, order, feed } = this.#options
    traffic.received(value)
    order.take(value, () => {
      const message = this.#toLocal(value)
      feed({ kind: 'adapterMessage', message, printed: message === value ? bytes : undefined })
    })
    if (isAnswerTo(value, this.#launchSeq)) this.#identifyProgram()
  }

  /**
   * An answer that was recognized is a read that has run no code: nobody here looks into it. False where it has to be parsed, since
   * paths are mapped.
   */
  #takeUnparsed(incoming: Incoming): boolean {
    const { recognized } = incoming
    if (!(recognized instanceof ScannedAnswer) || this.#paths !== undefined) return false
    const { order, feed } = this.#options
    order.pass(() => feed(new UnparsedAnswer(incoming, recognized)))
    return true
  }

  async restart(): Promise<void> {
    try {
      this.use(await this.#options.startAdapter())
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#options.feed({ kind: 'adapterClosed', why: `could not be started again: ${why}`, stderr: '' })
    }
  }

  send(message: DapMessage): void {
    if (this.#phase === 'closing') return
    this.#lastSeq = Math.max(this.#lastSeq, message.seq)
    const refused = refusedAttach(message, this.#options.refuseAttach)
    if (refused !== undefined) return this.#options.feed({ kind: 'adapterMessage', message: refused })
    if (isCommand(message, 'launch')) {
      this.#launchSeq = message.seq
      this.#tellsOutput = tellsOutput(this.#options.module, message)
      message = this.#withBuildFolder(message)
    }
    if (isCommand(message, 'disconnect')) this.#isProgramSpared = letsProgramGo(message)
    this.#options.traffic.sent(message)
    this.#adapter?.port.send(this.#paths === undefined ? message : mapSources(message, this.#paths.toRemote))
  }

  #withBuildFolder(message: DapMessage): DapMessage {
    const args = this.#build.withOutput(this.#options.module.definition, argumentsIn(message))
    return { ...message, arguments: args }
  }

  /** From now on all clients see the adapter's source paths as paths of this machine. */
  mapPaths(mappings: readonly PathMapping[]): void {
    this.#paths = mappings.length === 0 ? undefined : { toLocal: toLocal(mappings), toRemote: toRemote(mappings) }
  }

  #toLocal(message: unknown): unknown {
    return this.#paths === undefined ? message : mapSources(message, this.#paths.toLocal)
  }

  /** Call it when the unread bytes of a client may have changed. */
  lookAtPressure(): void {
    this.#pressure?.look()
  }

  /** Ends the adapter, by order of the core. */
  end(graceMs: number): void {
    const adapter = this.#adapter
    if (adapter === undefined) return
    const spare = this.#isProgramSpared && this.#options.request === 'launch'
    this.#cleanUps.push(
      adapter.end({ graceMs, spare }).then(() => this.#close(adapter, { why: 'was ended', stderr: adapter.stderr() })),
    )
  }

  /** The core has already asked the adapter to end where it could. An adapter that stays is ended here. */
  sessionEnded(): void {
    this.#outlived = setTimeout(() => this.end(END_GRACE_MS), OUTLIVED_MS).unref()
  }

  /** Ends the adapter and its processes, after the core was told to shut down. */
  async shutDown(why: string): Promise<void> {
    const adapter = this.#adapter
    if (adapter === undefined) return
    await withinMs(new Promise<void>((resolve) => adapter.onEnd(() => resolve())), LET_GO_MS)
    await adapter.end({ graceMs: END_GRACE_MS, spare: false })
    await this.#close(adapter, { why, stderr: adapter.stderr() })
  }

  /** Ends the adapter and detaches from its program, which goes on. */
  async letGo(why: string): Promise<void> {
    const adapter = this.#adapter
    if (adapter === undefined) return
    this.#phase = 'closing'
    this.#isProgramSpared = true
    await this.#disconnect(adapter)
    await adapter.end({ graceMs: END_GRACE_MS, spare: this.#options.request === 'launch' })
    await this.#close(adapter, { why, stderr: adapter.stderr() })
    await this.settled()
  }

  /** Resolves when no process of an ended adapter is left. */
  async settled(): Promise<void> {
    await Promise.all(this.#cleanUps)
  }

  /** Resolves when the adapter, which the core ends or has ended, has gone with its processes. */
  async gone(): Promise<void> {
    const adapter = this.#adapter
    if (adapter !== undefined) await new Promise<void>((resolve) => adapter.onEnd(() => resolve()))
    await this.settled()
  }

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#outlived)
  }

  /**
   * The program was launched, or launched again: reports its process if the adapter does not (`tellsProcess`) and only one can
   * be it.
   */
  #identifyProgram(): void {
    const { program, request, module, feed } = this.#options
    const pid = this.#adapter?.pid
    if (pid === undefined || program === undefined || request !== 'launch') return
    if (module.definition.traits.tellsProcess) return
    const [only, ...others] = childrenOf(pid)
    if (only === undefined || others.length > 0) return
    const body = { name: program, systemProcessId: only, isLocalProcess: true, startMethod: 'launch' }
    feed({ kind: 'adapterMessage', message: { seq: 0, type: 'event', event: 'process', body } })
  }

  /** Sends `disconnect` past the core, which sends nothing more. Resolves at the answer, the adapter's end, or the time-out. */
  async #disconnect(adapter: RunningAdapter): Promise<void> {
    const seq = this.#lastSeq + 1
    const done = new Promise<void>((resolve) => {
      adapter.onEnd(() => resolve())
      adapter.port.onMessage(({ value }) => (isAnswerTo(value, seq) ? resolve() : undefined))
    })
    adapter.port.send({ seq, type: 'request', command: 'disconnect', arguments: { terminateDebuggee: false } })
    await withinMs(done, LET_GO_MS)
  }

  /** The connection or the process ended by itself: the remaining processes are ended. */
  #ended(adapter: RunningAdapter, end: AdapterEnd): void {
    if (this.#adapter !== adapter) return
    if (this.#phase === 'open') this.#lastEnd = end
    const spare = this.#isProgramSpared && this.#options.request === 'launch'
    // Its pipes are closed with it.
    this.#cleanUps.push(this.#close(adapter, end).then(() => adapter.end({ graceMs: 0, spare })))
  }

  async #close(adapter: RunningAdapter, { why, stderr }: AdapterEnd): Promise<void> {
    if (this.#adapter !== adapter) return
    this.#adapter = undefined
    clearTimeout(this.#outlived)
    this.#build.remove()
    const { order, feed } = this.#options
    await order.afterOutput(() => feed({ kind: 'adapterClosed', why, stderr }))
  }
}

function hasProgramStreams({ definition }: AdapterModule): boolean {
  const { start } = definition
  return (start.kind === 'listen' || start.kind === 'dial-back') && start.streams === 'program'
}

const isCommand = (message: DapMessage, command: string): boolean => isRequest(message) && message.command === command

const argumentsIn = (message: DapMessage): JsonObject =>
  isRequest(message) && isJsonObject(message.arguments) ? message.arguments : {}

function tellsOutput({ definition }: AdapterModule, message: DapMessage): boolean {
  const name = definition.launch?.tellsOutput
  return name !== undefined && flagIn(argumentsIn(message), name)
}

const letsProgramGo = (message: DapMessage): boolean => booleanIn(argumentsIn(message), 'terminateDebuggee') === false

function isAnswerTo(value: unknown, seq: number | undefined): boolean {
  return isJsonObject(value) && value['request_seq'] === seq
}
