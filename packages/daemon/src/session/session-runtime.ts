import type { AdapterModule, DapMessage, SessionEvent, SessionView } from '@dapplex/protocol'
import {
  clientId,
  createSession,
  transition,
  viewOf,
  type ClientProfile,
  type Effect,
  type Input,
  type Policies,
  type Session,
} from '@dapplex/mux'
import { childrenOf } from '../adapters/supervise/process-table.js'
import type { AdapterEnd, RunningAdapter } from '../adapters/supervise/running-adapter.js'
import type { Logger } from '../log/logger.js'
import { withinMs } from '../within-ms.js'
import { readWithPressure, type BackPressure } from './back-pressure.js'
import { ChildOpenings } from './child-openings.js'
import type { ChildWish, OpenedChild } from './child-wish.js'
import type { ClientLine, ClientSink } from './client-sink.js'
import { ConfiguredEditors } from './configured-editors.js'
import { EventLog } from './event-log.js'
import { InputQueue } from './input-queue.js'
import { pathNormalizer } from './normalize-path.js'
import { OutputHistory } from './output-history.js'
import { TerminalCommands } from './terminal-commands.js'
import { Timers } from './timers.js'

/** After the core has seen the end of a session: how long its adapter may take to end by itself. */
const END_GRACE_MS = 1000
/** An adapter that the core has not ended by then outlives its session, and is ended. */
const OUTLIVED_MS = 10_000
/** How long an adapter may take to end or let go of its program when the session is ended from outside. */
const LET_GO_MS = 3000

export interface RuntimeOptions {
  readonly id: string
  readonly module: AdapterModule
  readonly request: 'launch' | 'attach'
  readonly program: string | undefined
  /** Folder of the program; relative paths of callers are meant from here. */
  readonly cwd: string
  readonly firstBreakpointId: number
  /** What the user has configured; the rest is the core's. */
  readonly policies: Partial<Policies>
  readonly log: Logger
  /** Daemon-wide numbers of connections. */
  readonly nextClient: () => number
  /** Starts the same adapter once more. */
  readonly startAdapter: () => Promise<RunningAdapter>
  /** The session whose adapter asked for this one (mux 14). */
  readonly parentId: string | undefined
  readonly openChild: (wish: ChildWish) => Promise<OpenedChild>
  /** Live sessions that this one's adapter asked for. */
  readonly children: () => readonly SessionRuntime[]
}

/** What is left of `Input` for whoever feeds it: the runtime adds the time. */
type Happening = Input extends infer I ? (I extends { readonly now: number } ? Omit<I, 'now'> : never) : never

/**
 * One session alive: feeds the core one input at a time and does what the core orders. It decides nothing about DAP.
 * After the end it stays, readable.
 */
export class SessionRuntime {
  readonly events = new EventLog()
  readonly output = new OutputHistory()
  readonly startedAt = Date.now()
  readonly #options: RuntimeOptions
  readonly #core: Session
  readonly #queue: InputQueue<Happening>
  readonly #timers: Timers
  readonly #clients = new Map<number, ClientSink>()
  #adapter: RunningAdapter | undefined
  #cleanUps: Promise<void>[] = []
  #lastAdapterEnd: AdapterEnd | undefined
  /** The last disconnect let the program go on without a debugger. */
  #isProgramSpared = false
  #upstream: 'open' | 'closing' = 'open'
  #lastSeq = 0
  #outlived: NodeJS.Timeout | undefined
  readonly configured = new ConfiguredEditors((client) => this.#isEditor(client))
  readonly #commands: TerminalCommands
  readonly #children: ChildOpenings
  #pressure: BackPressure | undefined

  constructor(options: RuntimeOptions) {
    this.#options = options
    this.#core = createSession({
      adapterTitle: options.module.definition.title,
      traits: options.module.definition.traits,
      firstBreakpointId: options.firstBreakpointId,
      normalizePath: pathNormalizer(),
      policies: { ...options.policies, runsCommands: true, opensChildren: true },
    })
    this.#commands = new TerminalCommands(({ category, text }) => this.#programSaid(category, text))
    this.#children = new ChildOpenings(options.openChild)
    this.#timers = new Timers((timer) => this.#feed({ kind: 'timerFired', timer }))
    this.#queue = new InputQueue((happening) => this.#take(happening))
  }

  get id(): string {
    return this.#options.id
  }

  get module(): AdapterModule {
    return this.#options.module
  }

  get program(): string | undefined {
    return this.#options.program
  }

  get cwd(): string {
    return this.#options.cwd
  }

  /** How the adapter went, where it went by itself; undefined while it runs and where the core has ended it. */
  get adapterEnd(): AdapterEnd | undefined {
    return this.#lastAdapterEnd
  }

  get parentId(): string | undefined {
    return this.#options.parentId
  }

  /** The adapter while there is one. */
  get adapter(): RunningAdapter | undefined {
    return this.#adapter
  }

  view(): SessionView {
    return viewOf(this.#core)
  }

  /** The adapter's last words on its standard error stream. */
  stderr(): string {
    return this.#adapter?.stderr() ?? this.#lastAdapterEnd?.stderr ?? ''
  }

  /** Takes over a started adapter: the session begins, or goes on after a restart. */
  useAdapter(adapter: RunningAdapter): void {
    this.#adapter = adapter
    this.#isProgramSpared = false
    adapter.port.onMalformed(({ reason }) =>
      this.#options.log.warn({ session: this.id, reason }, 'adapter sent no JSON'),
    )
    this.#pressure = readWithPressure(adapter.port, {
      sinks: () => this.#clients.values(),
      take: (message) => {
        if (this.#adapter === adapter) this.#feed({ kind: 'adapterMessage', message })
      },
    })
    adapter.onEnd((end) => this.#adapterEnded(adapter, end))
    if (hasProgramStreams(this.module))
      adapter.onProgramOutput(({ category, text }) => this.#programSaid(category, text))
    this.#feed({ kind: 'adapterStarted' })
  }

  connect(profile: ClientProfile, sink: ClientSink): ClientLine {
    const client = clientId(this.#options.nextClient())
    this.#clients.set(client, sink)
    this.#feed({ kind: 'clientConnected', client, profile })
    return {
      client,
      receive: (message, answered = false) =>
        this.#feed({ kind: 'clientMessage', client, message, ...(answered ? { answered } : {}) }),
      closed: (why) => {
        if (this.#clients.delete(client)) this.#feed({ kind: 'clientClosed', client, why })
        this.#pressure?.look()
      },
      drained: (bytes) => {
        this.#feed({ kind: 'clientDrained', client, bytes })
        this.#pressure?.look()
      },
    }
  }

  /**
   * Ends the session from outside (the daemon ends, a start has failed), whatever state it is in: a launched program is
   * ended, an attached one let go. Resolves when no process is left and the clients have been told (mux 27).
   */
  async shutDown(why: string): Promise<void> {
    this.#feed({ kind: 'shutDown', why })
    const children = this.endChildren()
    const adapter = this.#adapter
    if (adapter !== undefined) {
      await withinMs(new Promise<void>((resolve) => adapter.onEnd(() => resolve())), LET_GO_MS)
      await adapter.end({ graceMs: END_GRACE_MS, spare: false })
      this.#closeAdapter(adapter, { why, stderr: adapter.stderr() })
    }
    await Promise.all([children, this.settled()])
    this.#timers.close()
    clearTimeout(this.#outlived)
    this.#commands.endAll()
  }

  async endChildren(): Promise<void> {
    const why = `its parent, session ${this.id}, was ended`
    await Promise.all(this.#options.children().map((child) => child.shutDown(why)))
  }

  /** Ends the session and leaves its program running without a debugger, whoever else is in it. */
  async letGo(why: string): Promise<void> {
    const adapter = this.#adapter
    if (adapter === undefined) return
    this.#upstream = 'closing'
    this.#isProgramSpared = true
    await this.#disconnect(adapter, false)
    await adapter.end({ graceMs: END_GRACE_MS, spare: this.#options.request === 'launch' })
    this.#closeAdapter(adapter, { why, stderr: adapter.stderr() })
    await this.settled()
  }

  /** Tells which process was launched, where the adapter does not (`tellsProcess`) and there can be no doubt. */
  identifyProgram(): void {
    const { program, request, module } = this.#options
    const pid = this.#adapter?.pid
    if (pid === undefined || program === undefined || request !== 'launch') return
    if (module.definition.traits.tellsProcess) return
    const [only, ...others] = childrenOf(pid)
    if (only === undefined || others.length > 0) return
    const body = { name: program, systemProcessId: only, isLocalProcess: true, startMethod: 'launch' }
    this.#feed({ kind: 'adapterMessage', message: { seq: 0, type: 'event', event: 'process', body } })
  }

  /** Text for the standard input of a program that runs in the daemon's own terminal; false where there is none. */
  sendInput(text: string): Promise<boolean> {
    return this.#commands.sendInput(text)
  }

  /** Asks the adapter itself, past the core: from here on the core sends it nothing. Resolves at its answer, its end, or in time. */
  async #disconnect(adapter: RunningAdapter, terminateDebuggee: boolean): Promise<void> {
    const seq = this.#lastSeq + 1
    const done = new Promise<void>((resolve) => {
      adapter.onEnd(() => resolve())
      adapter.port.onMessage(({ value }) => (isAnswerTo(value, seq) ? resolve() : undefined))
    })
    adapter.port.send({ seq, type: 'request', command: 'disconnect', arguments: { terminateDebuggee } })
    await withinMs(done, LET_GO_MS)
  }

  /** Resolves when no process of an adapter that was ended is left. */
  async settled(): Promise<void> {
    await Promise.all(this.#cleanUps)
  }

  #feed(happening: Happening): void {
    this.#queue.push(happening)
  }

  #take(happening: Happening): void {
    // A wall clock that never goes back: events carry it to people.
    const now = performance.timeOrigin + performance.now()
    let effects: readonly Effect[]
    try {
      effects = transition(this.#core, { ...happening, now })
    } catch (error) {
      this.#options.log.error({ session: this.id, input: happening.kind, err: error }, 'the core failed on an input')
      return
    }
    for (const effect of effects) this.#apply(effect)
    if (happening.kind === 'childOpened') this.#children.told(happening.child, effects)
  }

  #apply(effect: Effect): void {
    switch (effect.kind) {
      case 'sendToClient':
        this.#clients.get(effect.client)?.send(effect.message)
        this.configured.sent(effect.client, effect.message)
        return
      case 'sendToAdapter':
        return this.#sendToAdapter(effect.message)
      case 'closeClient': {
        const sink = this.#clients.get(effect.client)
        this.#clients.delete(effect.client)
        return sink?.close(effect.why)
      }
      case 'startTimer':
        return this.#timers.start(effect.timer, effect.ms)
      case 'cancelTimer':
        return this.#timers.cancel(effect.timer)
      case 'startAdapter':
        return void this.#restartAdapter()
      case 'endAdapter':
        return this.#endAdapter(effect.graceMs)
      case 'record':
        return this.#record(effect.event)
      case 'measureClient': {
        const bytes = this.#clients.get(effect.client)?.waitingBytes() ?? 0
        return this.#feed({ kind: 'clientDrained', client: effect.client, bytes })
      }
      case 'runCommand':
        return void this.#runCommand(effect.run, effect.args)
      case 'openChild':
        return void this.#openChild(effect)
      case 'log':
        return this.#options.log[effect.level]({ session: this.id, ...effect.data }, effect.text)
    }
  }

  #sendToAdapter(message: DapMessage): void {
    if (this.#upstream === 'closing') return
    this.#lastSeq = Math.max(this.#lastSeq, message.seq)
    if (isRequest(message, 'disconnect')) this.#isProgramSpared = letsProgramGo(message)
    this.#adapter?.port.send(message)
  }

  #record(event: SessionEvent): void {
    if (event.kind === 'output' && event.category !== 'telemetry') this.output.add(event.category, event.text)
    this.events.add(event)
    // The core has asked for this already where it could; an adapter that stays must not outlive its session.
    if (event.kind === 'ended') this.#outlived = setTimeout(() => this.#endAdapter(END_GRACE_MS), OUTLIVED_MS).unref()
  }

  #endAdapter(graceMs: number): void {
    const adapter = this.#adapter
    if (adapter === undefined) return
    const spare = this.#isProgramSpared && this.#options.request === 'launch'
    this.#cleanUps.push(
      adapter
        .end({ graceMs, spare })
        .then(() => this.#closeAdapter(adapter, { why: 'was ended', stderr: adapter.stderr() })),
    )
  }

  /** The connection or the process has gone by itself: what it leaves behind is ended. */
  #adapterEnded(adapter: RunningAdapter, end: AdapterEnd): void {
    if (this.#adapter !== adapter) return
    if (this.#upstream === 'open') this.#lastAdapterEnd = end
    const spare = this.#isProgramSpared && this.#options.request === 'launch'
    this.#cleanUps.push(adapter.end({ graceMs: 0, spare }))
    this.#closeAdapter(adapter, end)
  }

  #closeAdapter(adapter: RunningAdapter, { why, stderr }: AdapterEnd): void {
    if (this.#adapter !== adapter) return
    this.#adapter = undefined
    clearTimeout(this.#outlived)
    this.#feed({ kind: 'adapterClosed', why, stderr })
  }

  async #restartAdapter(): Promise<void> {
    try {
      this.useAdapter(await this.#options.startAdapter())
    } catch (error) {
      this.#feed({ kind: 'adapterClosed', why: error instanceof Error ? error.message : String(error), stderr: '' })
    }
  }

  #programSaid(category: 'stdout' | 'stderr', output: string): void {
    this.#feed({
      kind: 'adapterMessage',
      message: { seq: 0, type: 'event', event: 'output', body: { category, output } },
    })
  }

  #isEditor(client: number): boolean {
    return this.view().clients.some((one) => one.client === client && one.kind === 'editor')
  }

  async #openChild({ child, request, configuration }: Extract<Effect, { kind: 'openChild' }>): Promise<void> {
    this.#feed({ kind: 'childOpened', child, outcome: await this.#children.open(child, { request, configuration }) })
  }

  async #runCommand(run: number, args: Readonly<Record<string, unknown>>): Promise<void> {
    this.#feed({ kind: 'commandRan', run, outcome: await this.#commands.run(args, this.#adapter?.owner) })
  }
}

function hasProgramStreams({ definition }: AdapterModule): boolean {
  const { start } = definition
  return (start.kind === 'listen' || start.kind === 'dial-back') && start.streams === 'program'
}

function isRequest(message: DapMessage, command: string): boolean {
  return message.type === 'request' && 'command' in message && message.command === command
}

function letsProgramGo(message: DapMessage): boolean {
  const args: unknown = 'arguments' in message ? message.arguments : undefined
  return typeof args === 'object' && args !== null && 'terminateDebuggee' in args && args.terminateDebuggee === false
}

function isAnswerTo(value: unknown, seq: number): boolean {
  return typeof value === 'object' && value !== null && 'request_seq' in value && value.request_seq === seq
}
