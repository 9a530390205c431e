import { setTimeout as delay } from 'node:timers/promises'
import { decodeMessage, isJsonObject, toolError, type DapMessage, type DapRequest } from '@dapplex/protocol'
import { decideConventions, servedCapabilities, type PassedAnswer } from '@dapplex/mux'
import type { Incoming, MessagePort } from '@dapplex/transport'
import type { Verdict } from '../access/gate.js'
import type { Ingress } from '../access/ingress.js'
import type { Principal } from '../access/principals.js'
import type { Logger } from '../state/logger.js'
import type { OfferedFilters } from '../state/offered-filters.js'
import type { ClientLine } from '../session/runtime/client-sink.js'
import { messageOf, printPassed } from '../session/runtime/passed-answer.js'
import type { SharedState } from '../surface/shared-state.js'
import type { SessionRuntime } from '../session/runtime/session-runtime.js'
import { workspaceOfStart } from '../session/registry/workspace-of-start.js'
import { readMappings } from '../paths/read-mappings.js'
import { ConnectionNumbers } from './connection-numbers.js'
import { failedResponse, isAnswerable, succeeded } from './dap-failure.js'
import { editorProfile } from './editor-profile.js'
import { printMessage } from './print-message.js'
import { argumentsOf, isElsewhere, pickTexts, startArguments, withArguments } from './start-arguments.js'
import type { TokenRefusals } from './token-refusals.js'
import { sessionStart, targetAtInitialize, targetAtStart, textOf, type DapTarget, type Hello } from './dap-target.js'

export interface DapConnectionOptions {
  readonly shared: SharedState
  readonly ingress: Ingress
  /** What initialize is answered with before the adapter is known. */
  readonly filters: OfferedFilters
  readonly refusals: TokenRefusals
  readonly version: string
  readonly log: Logger
}

/** How long a client that was refused for its token may still be answered what it has sent along. */
const REFUSED_MS = 1000

/**
 * `lobby`: no session yet. `opening`: an adapter is starting, messages wait. `early`: in a session, before launch or attach.
 * `refused`: without the token; nothing more is done for it.
 */
type Place =
  | { readonly kind: 'lobby' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'early'; readonly line: ClientLine; readonly runtime: SessionRuntime; readonly isStarter: boolean }
  | { readonly kind: 'joined'; readonly line: ClientLine }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'closed' }

/** One DAP client. The lobby answers it until its session is known; then it talks to the core of that session. */
export class DapConnection {
  readonly #port: MessagePort
  readonly #options: DapConnectionOptions
  readonly #waiting: Incoming[] = []
  #place: Place = { kind: 'lobby' }
  /** Undefined on TCP until the client has sent a token. */
  #principal: Principal | undefined
  #hello: Hello = {}
  /** The client wants to know the id of its session (`dapplex_session`). */
  #isTold = false
  #initialize: DapRequest | undefined
  /** The exception filters that the lobby has offered with its answer. */
  #offered: readonly string[] = []
  readonly #numbers = new ConnectionNumbers()
  #stopReading: () => void
  /** Messages that were no DAP. Only the first is logged: a stranger must not fill the log. */
  #nonsense = 0

  constructor(port: MessagePort, options: DapConnectionOptions) {
    this.#port = port
    this.#options = options
    this.#principal = options.ingress.kind === 'unix' ? options.ingress.gate.local : undefined
    port.onClose((reason) => this.#closed(reason.kind === 'failed' ? reason.error : undefined))
    port.onDrain(() => this.#line()?.drained(port.bufferedBytes))
    port.onMalformed(({ reason }) => this.#notJson(reason))
    options.ingress.closeWith((why) => this.#expelled(why))
    this.#stopReading = this.#read()
  }

  #read(): () => void {
    return this.#port.onMessage((incoming) => this.#take(incoming))
  }

  #take(incoming: Incoming): void {
    switch (this.#place.kind) {
      case 'joined':
        return this.#pass(incoming, this.#place.line)
      case 'opening':
        return void this.#waiting.push(incoming)
      case 'early':
        return this.#takeEarly(incoming, this.#place)
      case 'lobby':
        return this.#takeInLobby(incoming.value)
      case 'refused':
        return this.#takeRefused(incoming.value, this.#place.why)
      case 'closed':
        return
    }
  }

  /** What was sent in one go with a refused request is answered too (mux 20). */
  #takeRefused(value: unknown, why: string): void {
    const decoded = decodeMessage(value)
    if (decoded.kind !== 'request') return
    const request = decoded.message
    const isGoing = request.command === 'disconnect'
    this.#send(isGoing ? succeeded(request) : failedResponse(request, why))
    if (isGoing) this.#port.close()
  }

  /** Passes a message on to the session, with its bytes if it goes as it came. */
  #pass({ value, bytes }: Incoming, line: ClientLine): void {
    const message = this.#numbers.toCore(value)
    line.receive(message, message === value ? bytes : undefined)
  }

  #takeInLobby(value: unknown): void {
    const decoded = decodeMessage(value)
    if (decoded.kind === 'malformed' && isAnswerable(value)) return this.#refuseNonsense(decoded)
    if (decoded.kind !== 'request') return
    const request = decoded.message
    switch (request.command) {
      case 'dapplex_hello':
        return void this.#open(request, () => this.#takeHello(request))
      case 'initialize':
        return void this.#open(request, () => this.#takeInitialize(request))
      case 'launch':
      case 'attach':
        return void this.#open(request, () => this.#takeStart(request))
      case 'disconnect':
      case 'terminate':
        this.#send(succeeded(request))
        return this.#port.close()
      default:
        return this.#send(failedResponse(request, `${request.command} needs a session: send launch or attach first`))
    }
  }

  async #takeHello(request: DapRequest): Promise<void> {
    const args = argumentsOf(request)
    const verdict = this.#check(textOf(args['token']))
    if (verdict?.kind === 'refused') return this.#refuse(request, verdict)
    this.#hello = pickTexts(args, ['adapter', 'session', 'name', 'cwd'])
    this.#isTold = args['tellSession'] === true
    this.#send(succeeded(request, { version: this.#options.version }))
  }

  async #takeInitialize(request: DapRequest): Promise<void> {
    if (this.#initialize !== undefined) throw new Error('initialize was sent already')
    const decided = decideConventions(argumentsOf(request))
    if (decided.kind === 'refused') throw new Error(decided.why)
    const { shared } = this.#options
    // A client that may not launch starts nothing here: its attach names the session that it joins.
    const mayKnow =
      this.#principal?.role === 'owner' || (this.#principal !== undefined && this.#hello.session !== undefined)
    const target = mayKnow ? targetAtInitialize(shared, this.#hello, argumentsOf(request)['adapterID']) : undefined
    this.#initialize = request
    if (target === undefined) {
      // The adapter is not known yet: answer with the multiplexer's capabilities (mux 9).
      const offered = this.#options.filters.of(argumentsOf(request)['adapterID'])
      this.#offered = offered.map(({ filter }) => filter)
      const known = offered.length === 0 ? {} : { exceptionBreakpointFilters: offered }
      this.#send(succeeded(request, { ...servedCapabilities, ...known }))
      return
    }
    try {
      await this.#enter(target, { request, command: 'launch', args: {} })
    } catch (error) {
      this.#initialize = undefined
      throw error
    }
  }

  async #takeStart(request: DapRequest): Promise<void> {
    const args = argumentsOf(request)
    const verdict = this.#check(textOf(args['dapplexToken']))
    if (verdict?.kind === 'refused') return this.#refuse(request, verdict)
    if (this.#principal === undefined) return this.#refuse(request, { why: 'missing', afterMs: 0 })
    const initialize = this.#initialize
    if (initialize === undefined) throw new Error('initialize must come before launch and attach')
    const adapterId = argumentsOf(initialize)['adapterID']
    const target = await targetAtStart(this.#options.shared, { ...this.#hello, adapterId }, args)
    const command = request.command === 'attach' ? 'attach' : 'launch'
    await this.#enter(target, { request, command, args })
  }

  /** Joins a session, or starts the adapter and a session on it. */
  async #enter(
    target: DapTarget,
    {
      request,
      command,
      args,
    }: { readonly request: DapRequest; readonly command: 'launch' | 'attach'; readonly args: Args },
  ): Promise<void> {
    const isStarter = target.kind === 'adapter'
    const { role } = this.#who()
    if (isStarter && role !== 'owner') throw toolError('FORBIDDEN', { what: request.command, needed: 'owner', role })
    const runtime = isStarter
      ? await this.#options.shared.registry.start(
          sessionStart({ module: target.module, cwd: this.#hello.cwd }, { command, args }),
        )
      : target.runtime
    if (this.#place.kind === 'closed') {
      if (isStarter) await this.#options.shared.registry.discard(runtime, 'the editor has disconnected')
      return
    }
    if (this.#isTold) this.#send({ type: 'event', event: 'dapplex_session', body: { session_id: runtime.id } })
    const isAnswered = request.command !== 'initialize'
    // The lobby has answered the initialize; the core's numbers go on from there.
    this.#numbers.coreGoesOn(isAnswered)
    const line = runtime.connect(
      editorProfile(this.#who(), { hello: this.#hello, initialize: this.#initialize, args }),
      {
        send: (message) => this.#deliver(message),
        pass: (answer) => this.#passOn(answer),
        waitingBytes: () => this.#port.bufferedBytes,
        close: () => this.#port.close(),
      },
    )
    const initialize = this.#initialize
    if (!isAnswered || initialize === undefined) {
      this.#place = { kind: 'early', line, runtime, isStarter }
      return line.receive(request)
    }
    this.#place = { kind: 'joined', line }
    line.introduce(initialize, this.#offered)
    line.receive(this.#numbers.toCore(withArguments(request, startArguments({ runtime, isStarter }, args))))
  }

  /** The session was chosen at `initialize`. Launch or attach may still name another session, or an adapter that already runs. */
  #takeEarly(incoming: Incoming, place: Extract<Place, { kind: 'early' }>): void {
    const decoded = decodeMessage(incoming.value)
    const isStart = decoded.kind === 'request' && ['launch', 'attach'].includes(decoded.message.command)
    if (!isStart) return this.#pass(incoming, place.line)
    const request = decoded.message
    const args = argumentsOf(request)
    const isMoved = isElsewhere(place.runtime, request, args) || this.#isOtherWorkspace(place.runtime, request)
    if (!place.isStarter || !isMoved) {
      const program = textOf(args['program'])
      if (place.isStarter && program !== undefined) place.runtime.programIs(program)
      try {
        if (place.isStarter) place.runtime.mapPaths(readMappings(args))
      } catch (error) {
        return this.#send(failedResponse(request, error))
      }
      this.#place = { kind: 'joined', line: place.line }
      return place.line.receive(this.#numbers.toCore(withArguments(request, startArguments(place, args))))
    }
    place.line.closed('went to another adapter')
    void this.#options.shared.registry.discard(place.runtime, 'its editor went to another adapter')
    return void this.#open(request, () => this.#takeStart(request))
  }

  /** The adapter was started before the program was known: the kept breakpoints may be those of another workspace. */
  #isOtherWorkspace(started: SessionRuntime, request: DapRequest): boolean {
    const { module } = started
    const command = request.command === 'attach' ? 'attach' : 'launch'
    const start = sessionStart({ module, cwd: this.#hello.cwd }, { command, args: argumentsOf(request) })
    return !this.#options.shared.workspace.isSameFor(started.workspace, workspaceOfStart(start))
  }

  /** Runs one step of the lobby. Messages that arrive meanwhile are handled afterwards, in order. */
  async #open(request: DapRequest, step: () => Promise<void>): Promise<void> {
    this.#place = { kind: 'opening' }
    try {
      await step()
    } catch (error) {
      this.#options.log.info({ command: request.command, err: error }, 'a DAP client could not be given a session')
      this.#send(failedResponse(request, error))
    }
    if (this.#is('opening')) this.#place = { kind: 'lobby' }
    while (!this.#is('opening')) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#take(next)
    }
  }

  #is(kind: Place['kind']): boolean {
    return this.#place.kind === kind
  }

  /** With a right token its owner is the client from now on. Undefined without a token. */
  #check(token: string | undefined): Verdict | undefined {
    if (token === undefined) return undefined
    const { gate, address, admit } = this.#options.ingress
    const verdict = gate.find(token, address)
    if (verdict.kind === 'refused') return verdict
    this.#principal = verdict.grant.principal
    admit(verdict.grant)
    return verdict
  }

  /** Its token is good no more. */
  #expelled(why: string): void {
    const output = `dapplex has closed this connection: ${why}\n`
    this.#send({ type: 'event', event: 'output', body: { category: 'important', output } })
    this.#port.close()
  }

  #who(): Principal {
    if (this.#principal === undefined) throw new Error(this.#options.refusals.missing)
    return this.#principal
  }

  /** Answers when it is time to. Until then nothing more is read, so that nothing piles up. */
  async #refuse(
    request: DapRequest,
    { why, afterMs }: { readonly why: keyof TokenRefusals; readonly afterMs: number },
  ): Promise<void> {
    if (afterMs > 0) {
      this.#stopReading()
      await delay(afterMs, undefined, { ref: false })
      if (this.#is('closed')) return
      this.#stopReading = this.#read()
    }
    const text = this.#options.refusals[why]
    this.#send(failedResponse(request, text))
    this.#place = { kind: 'refused', why: text }
    setTimeout(() => this.#port.close(), REFUSED_MS).unref()
  }

  #deliver(told: DapMessage): void {
    this.#learnFilters(told)
    const message = this.#mayNotSeeSecrets ? this.#options.shared.secrets.hide(told) : told
    const seq = this.#numbers.ofCore(message.seq)
    this.#port.sendPrinted(...printMessage(seq === message.seq ? message : { ...message, seq }))
  }

  get #mayNotSeeSecrets(): boolean {
    return this.#options.shared.secrets.areHiddenFrom({ role: this.#who().role, kind: 'editor' })
  }

  /** What may hold secrets that are hidden from this client is looked at. */
  #passOn(answer: PassedAnswer): void {
    if (this.#mayNotSeeSecrets) return this.#deliver(messageOf(answer))
    this.#port.sendPrinted(...printPassed(answer, this.#numbers.ofCore(answer.seq)))
  }

  #learnFilters(told: DapMessage): void {
    if (this.#initialize === undefined || !('event' in told) || told.event !== 'capabilities') return
    const { adapterID } = argumentsOf(this.#initialize)
    if (isJsonObject(told.body)) this.#options.filters.learn(adapterID, told.body['capabilities'])
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    this.#port.send({ seq: this.#numbers.next(), ...message })
  }

  #line(): ClientLine | undefined {
    return this.#place.kind === 'joined' || this.#place.kind === 'early' ? this.#place.line : undefined
  }

  #notJson(reason: string): void {
    if (this.#is('lobby') || this.#is('opening')) return this.#refuseNonsense({ seq: 0, command: '', why: reason })
    this.#logNonsense(reason)
    this.#line()?.receive(undefined)
  }

  #refuseNonsense({
    seq,
    command,
    why,
  }: {
    readonly seq: number
    readonly command: string
    readonly why: string
  }): void {
    this.#logNonsense(why)
    this.#send(failedResponse({ seq, type: 'request', command }, why))
  }

  #logNonsense(reason: string): void {
    this.#nonsense += 1
    if (this.#nonsense === 1) this.#options.log.info({ reason }, 'a DAP client sent a message that is not DAP')
  }

  #closed(fault: Error | undefined): void {
    if (fault !== undefined) this.#options.log.info({ why: fault.message }, 'the connection of a DAP client broke')
    const place = this.#place
    this.#place = { kind: 'closed' }
    if (place.kind !== 'joined' && place.kind !== 'early') return
    place.line.closed(fault?.message ?? 'closed its connection')
    if (place.kind === 'early' && place.isStarter)
      void this.#options.shared.registry.discard(place.runtime, 'the editor has disconnected')
  }
}

type Args = Readonly<Record<string, unknown>>
