import { decodeMessage, toolError, type DapMessage, type DapRequest } from '@dapplex/protocol'
import { decideConventions, servedCapabilities, type ClientProfile } from '@dapplex/mux'
import type { Incoming, MessagePort } from '@dapplex/transport'
import type { Ingress } from '../access/check-request.js'
import { cleanName, identityOf } from '../access/identity.js'
import type { Principal } from '../access/principals.js'
import { takeAddress, withoutDapplexArguments } from '../adapters/arguments/dapplex-arguments.js'
import type { Logger } from '../state/logger.js'
import type { ClientLine } from '../session/runtime/client-sink.js'
import type { SharedState } from '../surface/shared-state.js'
import type { SessionRuntime } from '../session/runtime/session-runtime.js'
import { workspaceOfStart } from '../session/registry/session-registry.js'
import { readMappings } from '../paths/read-mappings.js'
import { failedResponse, succeeded } from './dap-failure.js'
import { printMessage } from './print-message.js'
import { sessionStart, targetAtInitialize, targetAtStart, textOf, type DapTarget, type Hello } from './dap-target.js'

const TOKEN_NEEDED =
  'dapplex needs its token on TCP: add "dapplexToken" to the launch configuration; it is in the file "token" of the state folder'

const WRONG_TOKEN =
  'the token ("dapplexToken" of the launch configuration) does not belong to this daemon; the right one is in the file "token" of the state folder'

export interface DapConnectionOptions {
  readonly shared: SharedState
  readonly ingress: Ingress
  /** Called once the client has shown its token. */
  readonly admit: () => void
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
  #initialize: DapRequest | undefined
  /** Highest seq sent to the client. */
  #lastSeq = 0
  /** The core numbers its messages from 1. The offset adds the messages that the lobby sent before. */
  #offset = 0

  constructor(port: MessagePort, options: DapConnectionOptions) {
    this.#port = port
    this.#options = options
    this.#principal = options.ingress.kind === 'unix' ? options.ingress.gate.local : undefined
    port.onClose((reason) => this.#closed(reason.kind === 'failed' ? reason.error.message : 'closed its connection'))
    port.onDrain(() => this.#line()?.drained(port.bufferedBytes))
    port.onMalformed(({ reason }) => this.#malformed(reason))
    port.onMessage((incoming) => this.#take(incoming))
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
    const message = this.#toCore(value)
    line.receive(message, message === value ? bytes : undefined)
  }

  #takeInLobby(value: unknown): void {
    const decoded = decodeMessage(value)
    if (decoded.kind === 'malformed' && decoded.isRequest)
      return this.#send(failedResponse(asRequest(decoded), decoded.why))
    if (decoded.kind !== 'request') return
    const request = decoded.message
    switch (request.command) {
      case 'dapplex_hello':
        return this.#takeHello(request)
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

  #takeHello(request: DapRequest): void {
    const args = argumentsOf(request)
    const token = textOf(args['token'])
    if (token !== undefined && !this.#checkToken(token)) return this.#refuse(request, WRONG_TOKEN)
    this.#hello = pickTexts(args, ['adapter', 'session', 'name', 'cwd'])
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
      this.#send(succeeded(request, { ...servedCapabilities }))
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
    const token = textOf(args['dapplexToken'])
    if (token !== undefined && !this.#checkToken(token)) return this.#refuse(request, WRONG_TOKEN)
    if (this.#principal === undefined) return this.#refuse(request, TOKEN_NEEDED)
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
    const isAnswered = request.command !== 'initialize'
    // The lobby has answered the initialize; the core's numbers go on from there.
    this.#offset = this.#lastSeq - (isAnswered ? 1 : 0)
    const line = runtime.connect(this.#profile(args), {
      send: (message) => this.#deliver(message),
      waitingBytes: () => this.#port.bufferedBytes,
      close: () => this.#port.close(),
    })
    if (!isAnswered) {
      this.#place = { kind: 'early', line, runtime, isStarter }
      return line.receive(request)
    }
    this.#place = { kind: 'joined', line }
    line.introduce(this.#initialize)
    line.receive(this.#toCore(withArguments(request, startArguments({ runtime, isStarter }, args))))
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
      return place.line.receive(this.#toCore(withArguments(request, startArguments(place, args))))
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

  #checkToken(token: string): boolean {
    const found = this.#options.ingress.gate.find(token)
    if (found !== undefined) {
      this.#principal = found
      this.#options.admit()
    }
    return found !== undefined
  }

  #who(): Principal {
    if (this.#principal === undefined) throw new Error(TOKEN_NEEDED)
    return this.#principal
  }

  #refuse(request: DapRequest, why: string): void {
    this.#send(failedResponse(request, why))
    this.#place = { kind: 'refused', why }
    setTimeout(() => this.#port.close(), REFUSED_MS).unref()
  }

  #profile(args: Args): ClientProfile {
    const introduced = this.#initialize === undefined ? {} : argumentsOf(this.#initialize)
    const given = textOf(args['dapplexName']) ?? this.#hello.name
    const name = given ?? textOf(introduced['clientName']) ?? textOf(introduced['clientID']) ?? 'editor'
    const presence = given === undefined ? 'connection' : 'named'
    return {
      ...identityOf(this.#who(), { name, kind: 'editor', presence }),
      isLocal: true,
      keepBreakpoints: args['dapplexKeepBreakpoints'] === true,
      foreignBreakpoints: args['dapplexForeignBreakpoints'] === true,
    }
  }

  #deliver(told: DapMessage): void {
    const { secrets } = this.#options.shared
    const message = secrets.areHiddenFrom({ role: this.#who().role, kind: 'editor' }) ? secrets.hide(told) : told
    const seq = message.seq + this.#offset
    this.#lastSeq = Math.max(this.#lastSeq, seq)
    this.#port.sendPrinted(...printMessage(this.#offset === 0 ? message : { ...message, seq }))
  }

  /** A response to a request of the core must carry the core's seq. */
  #toCore(value: unknown): unknown {
    if (this.#offset === 0 || typeof value !== 'object' || value === null || !('request_seq' in value)) return value
    return typeof value.request_seq === 'number' ? { ...value, request_seq: value.request_seq - this.#offset } : value
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    this.#lastSeq += 1
    this.#port.send({ seq: this.#lastSeq, ...message })
  }

  #line(): ClientLine | undefined {
    return this.#place.kind === 'joined' || this.#place.kind === 'early' ? this.#place.line : undefined
  }

  #malformed(reason: string): void {
    this.#options.log.info({ reason }, 'a DAP client sent a message that is not JSON')
    if (this.#is('lobby') || this.#is('opening')) this.#send(failedResponse(asRequest({ seq: 0, command: '' }), reason))
    else this.#line()?.receive(undefined)
  }

  #closed(why: string): void {
    const place = this.#place
    this.#place = { kind: 'closed' }
    if (place.kind !== 'joined' && place.kind !== 'early') return
    place.line.closed(why)
    if (place.kind === 'early' && place.isStarter)
      void this.#options.shared.registry.discard(place.runtime, 'the editor has disconnected')
  }
}

type Args = Readonly<Record<string, unknown>>

const argumentsOf = (request: DapRequest): Args => (request.arguments as Args | undefined) ?? {}

/**
 * The launch or attach arguments for the core. A client that joins says so here: otherwise a session whose launch is still
 * running would take the first `attach` as its own.
 */
function startArguments(
  { runtime, isStarter }: { readonly runtime: SessionRuntime; readonly isStarter: boolean },
  args: Args,
): Args {
  const name = textOf(args['dapplexName'])
  const named = name === undefined ? {} : { dapplexName: cleanName(name) }
  const adapterArgs = { ...withoutDapplexArguments(runtime.module, args), ...named }
  return isStarter ? adapterArgs : { ...adapterArgs, dapplexSession: runtime.id }
}

/** Whether launch or attach names another session than the one started for it, or an adapter that already runs. */
function isElsewhere(started: SessionRuntime, request: DapRequest, args: Args): boolean {
  const session = textOf(args['dapplexSession'])
  if (session !== undefined) return session !== started.id
  const command = request.command === 'attach' ? 'attach' : 'launch'
  return takeAddress(started.module, { command, args }) !== undefined
}

const withArguments = (request: DapRequest, args: Args): DapRequest => ({ ...request, arguments: args })

const asRequest = ({ seq, command }: { readonly seq: number; readonly command: string }): DapRequest => ({
  seq,
  type: 'request',
  command,
})

function pickTexts<K extends string>(from: Args, keys: readonly K[]): Partial<Record<K, string>> {
  const found = keys.flatMap((key) => {
    const text = textOf(from[key])
    return text === undefined ? [] : [[key, text]]
  })
  return Object.fromEntries(found) as Partial<Record<K, string>>
}
