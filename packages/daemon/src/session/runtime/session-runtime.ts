import type { AdapterModule, ClientView, SessionEvent, SessionView } from '@dapplex/protocol'
import {
  clientId,
  createSession,
  transition,
  viewOf,
  type ClientProfile,
  type Effect,
  type ProgramExit,
  type Session,
} from '@dapplex/mux'
import type { Recording } from '@dapplex/recording'
import { DigestMemory, type BreakOn, type PathMapping, type RefusedBreakpoint, type SessionTests } from '@dapplex/tools'
import type { AdapterEnd, ProgramOutput, RunningAdapter } from '../../adapters/supervise/running-adapter.js'
import { exportSession, type ExportedSession } from '../../journal/export-session.js'
import type { SessionRecorder } from '../../recorder/session-recorder.js'
import { steadyNow } from '../../state/clock.js'
import { ChildOpenings } from './child-openings.js'
import type { ClientLine, ClientSink } from './client-sink.js'
import { eachAlone } from './each-alone.js'
import { coreOptions } from './core-options.js'
import { ConfiguredEditors } from './configured-editors.js'
import { EventLog } from './event-log.js'
import { exportPast } from './export-past.js'
import type { SessionInput } from '../../journal/session-input.js'
import { InputQueue } from './input-queue.js'
import { openRecorder } from './open-recorder.js'
import { OutputFirst } from './output-first.js'
import { OutputHistory } from './output-history.js'
import type { RuntimeOptions } from './runtime-options.js'
import { costOf, MessageCounts, type lookAtProcesses, type SessionCost } from './session-cost.js'
import { ShownRecording } from './shown-recording.js'
import { TerminalCommands } from './terminal-commands.js'
import { Timers } from './timers.js'
import { ToldBytes } from './told-bytes.js'
import { Upstream } from './upstream.js'
import { writeInput } from './write-input.js'

/** One running session: it feeds the core one input at a time and carries out its effects. It can be read after its end. */
export class SessionRuntime {
  readonly events = new EventLog()
  readonly output = new OutputHistory()
  readonly digests = new DigestMemory()
  /** Breakpoints of its launch that the adapter has refused. */
  readonly refused: RefusedBreakpoint[] = []
  readonly startedAt = Date.now()
  readonly configured = new ConfiguredEditors((client) => this.#client(client)?.kind === 'editor')
  /** The client of the tools, which keeps a session of the tools alive; undefined in a session of editors. */
  surfaceClient: { leave(why: string): void } | undefined
  readonly #options: RuntimeOptions
  readonly #core: Session
  #view: SessionView | undefined
  readonly #queue: InputQueue<SessionInput>
  readonly #timers: Timers
  readonly #clients = new Map<number, ClientSink>()
  readonly #told = new ToldBytes((input) => this.#feed(input))
  readonly #upstream: Upstream
  #pathMappings: readonly PathMapping[] = []
  readonly #commands: TerminalCommands
  readonly #children: ChildOpenings
  readonly #recorder: SessionRecorder | undefined
  readonly #shown: ShownRecording
  readonly #messages = new MessageCounts()
  #program: string | undefined

  constructor(options: RuntimeOptions) {
    this.#options = options
    this.#program = options.program
    this.#shown = new ShownRecording(options.module)
    this.#core = createSession(coreOptions(options))
    const order = new OutputFirst()
    const programSaid = order.counted(({ category, text }: ProgramOutput) => this.#said(category, text))
    this.#commands = new TerminalCommands(programSaid)
    this.#children = new ChildOpenings(options.openChild)
    this.#recorder = openRecorder(options, {
      core: this.#core,
      say: (text) => this.say(text),
      look: (look) => this.#feed({ kind: 'look', ...look }),
    })
    this.#timers = new Timers((timer) => this.#feed({ kind: 'timerFired', timer }))
    this.#queue = new InputQueue((input) => this.#take(input), this.#failed)
    this.#upstream = new Upstream({
      ...options,
      sinks: () => this.#clients.values(),
      feed: (input) => this.#feed(input),
      programSaid,
      order,
    })
  }

  get id(): string {
    return this.#options.id
  }

  get module(): AdapterModule {
    return this.#options.module
  }

  get program(): string | undefined {
    return this.#program
  }

  /** Sets the program when the adapter was started before the editor's launch named it. */
  programIs(program: string): void {
    this.#program = program
  }

  get workspace(): string | undefined {
    return this.#options.workspace
  }

  get breakOn(): BreakOn | undefined {
    return this.#options.breakOn
  }

  get tests(): SessionTests | undefined {
    return this.#options.tests
  }

  get cwd(): string {
    return this.#options.cwd
  }

  /** How the adapter went, where it went by itself; undefined while it runs and where the core has ended it. */
  get adapterEnd(): AdapterEnd | undefined {
    return this.#upstream.lastEnd
  }

  get warning(): string | undefined {
    return this.#options.warning
  }

  get parentId(): string | undefined {
    return this.#options.parentId
  }

  /** The adapter while there is one. */
  get adapter(): RunningAdapter | undefined {
    return this.#upstream.adapter
  }

  /** As it is now: made once between two inputs, since a call of a tool looks at it many times. */
  view(): SessionView {
    return (this.#view ??= viewOf(this.#core))
  }

  /** What it takes now. */
  cost(processes: ReturnType<typeof lookAtProcesses>): SessionCost {
    return costOf(this, this.#options, { processes, messages: this.#messages, sinks: this.#clients.values() })
  }

  /** The adapter's last words on its standard error stream. */
  stderr(): string {
    return this.#upstream.stderr()
  }

  /** Sources of the adapter's machine are known by their paths on this one. */
  mapPaths(mappings: readonly PathMapping[]): void {
    this.#pathMappings = mappings
    this.#upstream.mapPaths(mappings)
  }

  get pathMappings(): readonly PathMapping[] {
    return this.#pathMappings
  }

  /** Takes over a started adapter: the session begins, or goes on after a restart. */
  useAdapter(adapter: RunningAdapter): void {
    this.#upstream.use(adapter)
  }

  connect(profile: ClientProfile, sink: ClientSink): ClientLine {
    const client = clientId(this.#options.nextClient())
    this.#clients.set(client, sink)
    this.#feed({ kind: 'clientConnected', client, profile })
    return {
      client,
      receive: (message, printed) => {
        this.#children.heard(client, message)
        this.#messages.fromClients += 1
        this.#feed({ kind: 'clientMessage', client, message, printed })
      },
      introduce: (message, filters) => this.#feed({ kind: 'clientMessage', client, message, answered: { filters } }),
      closed: (why) => {
        this.#children.left(client)
        this.#told.forget(client)
        if (this.#clients.delete(client)) this.#feed({ kind: 'clientClosed', client, why })
        this.#upstream.lookAtPressure()
      },
      drained: (bytes) => {
        this.#told.tell(client, bytes)
        this.#upstream.lookAtPressure()
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
    await this.#upstream.shutDown(why)
    await Promise.all([children, this.settled()])
    this.#timers.close()
    this.#upstream.close()
    this.#commands.endAll()
    this.#options.inputFile?.close()
    await this.#options.journal?.flush()
    this.closeRecording()
  }

  /** The program that started this one was told how it has ended. */
  exited(exit: ProgramExit): void {
    this.#feed({ kind: 'exitLearned', exit })
  }

  async endChildren(): Promise<void> {
    await Promise.all(
      this.#options.children().map((child) => child.shutDown(`its parent, session ${this.id}, was ended`)),
    )
  }

  /**
   * Ends the session in the name of a client and leaves its program running without a debugger, with what it has started, whoever
   * else is in it.
   */
  async letGo(client: number, why: string): Promise<void> {
    this.#feed({ kind: 'letGo', client: clientId(client), why })
    await this.#letChildrenGo(client, why)
    await this.#upstream.letGo(why)
    // Those that came in the meantime.
    await this.#letChildrenGo(client, why)
  }

  async #letChildrenGo(client: number, why: string): Promise<void> {
    await Promise.all(this.#options.children().map((child) => child.letGo(client, why)))
  }

  /**
   * Text for the program's standard input: of the daemon's own terminal, of a file that the program reads, or of the
   * adapter's process, where the program has its streams. False where there is none of them.
   */
  async sendInput(text: string, eof: boolean): Promise<boolean> {
    if (await this.#commands.sendInput(text, eof)) return true
    if (this.#options.inputFile !== undefined) return this.#options.inputFile.write(text, eof)
    return writeInput(this.adapter?.programInput, text, eof)
  }

  /** What was said with the adapter so far; undefined without a journal. @throws Error when it cannot be read */
  async recording(): Promise<ExportedSession | undefined> {
    const { journal } = this.#options
    await journal?.flush()
    return journal === undefined ? undefined : exportSession(journal)
  }

  /** What was recorded of its stops so far, or what the recording has that it shows; undefined if they are not recorded. */
  async past(): Promise<Recording | undefined> {
    return this.#shown.of(this.#program) ?? this.#recorder?.recording()
  }

  /** What was recorded of its stops, in one piece; undefined if they are not. One that shows a recording has no recorder of its own. */
  async exported(form: 'recording' | 'html'): Promise<Buffer | undefined> {
    return exportPast(await this.past(), { form, secrets: this.#options.recorder?.secrets })
  }

  /** Lets go of the file of its recording, or of the one that it shows. */
  closeRecording(): void {
    this.#recorder?.close()
    this.#shown.close()
  }

  /** Resolves when no process of an adapter that was ended is left. */
  async settled(): Promise<void> {
    await this.#upstream.settled()
  }

  /** After the end of the session: resolves when its adapter has gone, and no process of it is left. */
  async gone(): Promise<void> {
    await this.#upstream.gone()
  }

  #feed(input: SessionInput): void {
    this.#queue.push(input)
  }

  #take(input: SessionInput): void {
    const now = steadyNow()
    if (input.kind === 'adapterMessage') this.#messages.fromAdapter += 1
    if (input.kind === 'adapterMessage') this.#recorder?.coming()
    const effects = this.#transition(input, now)
    eachAlone(effects, { act: this.#applyOne, failed: (error) => this.#failed(input, error) })
    // After its effects: nobody waits for the journal, and what an evaluation gave is known after the change that it may have made.
    this.#options.journal?.take(input, now)
    if (input.kind === 'adapterMessage') this.#recorder?.heard(input)
    // A restart opens it again.
    if (input.kind === 'adapterClosed' && this.view().phase === 'ended') this.#options.inputFile?.close()
    if (input.kind === 'childOpened')
      this.#children.told(input.child, effects, (client) => this.#client(client)?.name ?? 'a client')
  }

  #transition(input: SessionInput, now: number): readonly Effect[] {
    this.#view = undefined
    try {
      // Each input is this method's own; a copy of every one is what a request would mostly cost here.
      return transition(this.#core, Object.assign(input, { now }))
    } catch (error) {
      this.#failed(input, error)
      return []
    }
  }

  readonly #failed = ({ kind: input }: SessionInput, err: unknown): void => {
    this.#options.log.error({ session: this.id, input, err }, 'the session failed on an input')
  }

  readonly #applyOne = (effect: Effect): void => {
    switch (effect.kind) {
      case 'sendToClient':
        this.#messages.toClients += 1
        this.#clients.get(effect.client)?.send(effect.message)
        this.configured.sent(effect.client, effect.message)
        return
      case 'passToClient':
        this.#messages.toClients += 1
        return this.#clients.get(effect.client)?.pass(effect.answer)
      case 'sendToAdapter':
        this.#messages.toAdapter += 1
        this.#upstream.send(effect.message)
        this.#options.journal?.asked(effect.message)
        return this.#recorder?.sent(effect.message)
      case 'closeClient': {
        const sink = this.#clients.get(effect.client)
        this.#clients.delete(effect.client)
        return sink?.close(effect.why)
      }
      case 'startTimer':
      case 'cancelTimer':
        return this.#timers.take(effect)
      case 'startAdapter':
        this.#options.inputFile?.reopen()
        this.digests.runBegins(this.output.from(Number.MAX_SAFE_INTEGER).next)
        return void this.#upstream.restart()
      case 'endAdapter':
        return this.#upstream.end(effect.graceMs)
      case 'record':
        return this.#record(effect.event)
      case 'measureClient':
        return this.#told.tell(effect.client, this.#clients.get(effect.client)?.waitingBytes() ?? 0)
      case 'runCommand':
        return void this.#runCommand(effect.run, effect.args)
      case 'openChild':
        return void this.#openChild(effect)
      case 'childExited':
        return this.#options.childExited(effect.session, effect.exit)
      case 'log':
        return this.#options.log[effect.level]({ session: this.id, ...effect.data }, effect.text)
    }
  }

  #record(event: SessionEvent): void {
    if (event.kind === 'output' && event.category !== 'telemetry') {
      this.output.add(event.category, event.text)
      for (const above of this.#options.ancestors()) above.output.add(event.category, event.text, this.id)
    }
    this.events.add(event)
    this.#recorder?.happened(event)
    if (event.kind === 'stopped') this.#shown.open(this.#program)
    if (event.kind !== 'ended') return
    this.#upstream.sessionEnded()
    // With the input that has ended it, which is written after its effects.
    queueMicrotask(() => void this.#options.journal?.flush())
  }

  /** A line of dapplex in the consoles of all clients, and an event. */
  say(text: string): void {
    this.#said('important', `${text}\n`)
  }

  #said(category: string, output: string): void {
    const body = { category, output }
    this.#feed({ kind: 'adapterMessage', message: { seq: 0, type: 'event', event: 'output', body } })
  }

  #client(client: number): ClientView | undefined {
    return this.view().clients.find((one) => one.client === client)
  }

  async #openChild({ child, request, configuration }: Extract<Effect, { kind: 'openChild' }>): Promise<void> {
    const spec = { request, configuration: this.#upstream.childConfiguration(configuration) }
    this.#feed({ kind: 'childOpened', child, outcome: await this.#children.open(child, spec) })
  }

  async #runCommand(run: number, args: Readonly<Record<string, unknown>>): Promise<void> {
    const about = { owner: this.adapter?.owner, tellsOutput: this.#upstream.tellsOutput }
    this.#feed({ kind: 'commandRan', run, outcome: await this.#commands.run(args, about) })
  }
}
