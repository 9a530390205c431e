import { DAP_DEFAULTS, readConventions, type Conventions } from '../dap/conventions.js'
import type { Fields } from '@dapplex/protocol/dap'
import type { Family } from '../children/family.js'
import { Follower, type AskForSession } from '../children/follower.js'
import type { Newcomer } from '../children/newcomer.js'
import { Workers } from '../children/workers.js'
import { findWebSocketUrl } from '../inspector/endpoint.js'
import { openWebSocket } from '../inspector/websocket-wire.js'
import type { Wire } from '../inspector/wire.js'
import { readAttachArguments } from '../program/attach-arguments.js'
import { readLaunchArguments, type LaunchArguments } from '../program/launch-arguments.js'
import {
  KILL_AFTER_MS,
  LaunchedProgram,
  NOT_ENDED,
  type OutputSink,
  type ProgramExit,
} from '../program/launched-program.js'
import { openInspector } from '../program/running-process.js'
import { RequestFailure } from '../dap/request-failure.js'
import type { Body } from '../requests/request-table.js'
import { CAPABILITIES } from './capabilities.js'
import type { Emit } from '../dap/emit.js'
import type { EntryStop } from '../running/pauses.js'
import { killSelf, terminateAttached } from '../target/end-attached.js'
import { endTarget } from '../target/end-target.js'
import { Target, THREAD_ID, type Origin } from '../target/target.js'

/** Where the session is. The program of a `plain` one runs without a debugger: `noDebug`, or a runner of tests. */
export type Phase =
  | { readonly kind: 'new' }
  | { readonly kind: 'starting'; readonly program?: LaunchedProgram }
  | { readonly kind: 'launched'; readonly program: LaunchedProgram; readonly target: Target }
  | { readonly kind: 'attached'; readonly target: Target; readonly inspector: 'close-inspector' | 'keep-inspector' }
  | { readonly kind: 'plain'; readonly program: LaunchedProgram }
  /** Launched, then left running. */
  | { readonly kind: 'released'; readonly remaining: Promise<unknown> | undefined }
  | { readonly kind: 'ended' }

/** How long one evaluation may take, in ms, unless `evaluateTimeout` says otherwise. */
const EVALUATE_TIMEOUT_MS = 10_000
/** How long an ending program is waited for before `disconnect` is answered, in ms. */
const END_WAIT_MS = 1_500

/** What the lifecycle of one session shares with those of the others, and asks of its client. */
export interface Relatives {
  readonly family: Family
  readonly ask: AskForSession
}

/** Starts a program or attaches to one, and ends or leaves it. */
export class Lifecycle {
  readonly #emit: Emit
  readonly #sink: OutputSink
  readonly #family: Family
  readonly #follower: Follower
  /** Undefined where the worker threads of the program are not followed. */
  #workers: Workers | undefined
  /** The client starts the sessions that it is asked for. */
  #clientFollows = false
  #phase: Phase = { kind: 'new' }
  #conventions: Conventions = DAP_DEFAULTS

  constructor(emit: Emit, sink: OutputSink, { family, ask }: Relatives) {
    this.#emit = emit
    this.#sink = sink
    this.#family = family
    this.#follower = new Follower(family, ask, emit)
  }

  get phase(): Phase {
    return this.#phase
  }

  initialize(args: Fields): Body {
    this.#conventions = readConventions(args)
    this.#clientFollows = args.flagOr('supportsStartDebuggingRequest') ?? false
    return CAPABILITIES
  }

  /** @throws RequestFailure that says why the program cannot be started */
  async launch(args: Fields): Promise<Body> {
    return this.#start(async () => {
      const launch = await this.#withDoor(readLaunchArguments(args, process.env))
      const program = await LaunchedProgram.start(launch, {
        sink: this.#sink,
        onForcedEnd: () => this.#emit('output', { category: 'console', output: NOT_ENDED }),
      })
      this.#phase = { kind: 'starting', program }
      if (launch.hasInspector) return this.#debug(program, { args, launch })
      if (launch.followsChildren) this.#announce('launch', { name: launch.program, pid: program.pid })
      return { kind: 'plain', program }
    })
  }

  /** @throws RequestFailure that says why there is nothing to attach to */
  async attach(args: Fields): Promise<Body> {
    const ticket = args.textOr('childTicket')
    if (ticket !== undefined) return this.#start(() => this.#meet(ticket, args))
    return this.#start(async () => {
      const { target: where, stopOnEntry } = readAttachArguments(args)
      const { url, isNew } =
        where.kind === 'process' ? await openInspector(where.pid) : { url: await findWebSocketUrl(where), isNew: false }
      const target = await this.#openTarget(await openWebSocket(url), {
        args,
        origin: 'attach',
        entry: { kind: stopOnEntry ? 'first-code' : 'none' },
      })
      const pid = await processId(target)
      if (where.kind === 'process' && pid !== where.pid) {
        target.connection.close()
        throw new RequestFailure(`attach: the inspector that answers belongs to process ${pid}, not ${where.pid}`)
      }
      this.#announce('attach', { name: `process ${pid}`, pid })
      return { kind: 'attached', target, inspector: isNew ? 'close-inspector' : 'keep-inspector' }
    })
  }

  /** @throws RequestFailure before anything is started */
  async configurationDone(): Promise<Body> {
    if (this.#phase.kind === 'launched' || this.#phase.kind === 'attached') await this.#phase.target.begin()
    if (this.#phase.kind === 'new') throw new RequestFailure('configurationDone: nothing has been launched or attached')
    return undefined
  }

  /** @throws RequestFailure if this adapter does not hold the program's standard input */
  input(args: Fields): Body {
    const phase = this.#phase
    if (phase.kind !== 'launched' && phase.kind !== 'plain') {
      throw new RequestFailure('dapplex_input: only a program that the adapter has launched gets input from it')
    }
    phase.program.sendInput(args.text('text'), args.flagOr('eof') ?? false)
    return { success: true, to: 'program' }
  }

  /** Asks the program to end. */
  async terminate(): Promise<Body> {
    const phase = this.#phase
    switch (phase.kind) {
      case 'launched':
        phase.program.beginEnd()
        await Promise.race([endTarget(phase.target).then((step) => phase.program.end(step)), wait(END_WAIT_MS)])
        return undefined
      case 'plain':
        phase.program.beginEnd()
        phase.program.end('signal')
        return undefined
      case 'attached':
        setTimeout(() => void this.#killAttached(phase.target), KILL_AFTER_MS).unref()
        await Promise.race([terminateAttached(phase.target), wait(END_WAIT_MS)])
        return undefined
      case 'starting':
        phase.program?.kill()
        return undefined
      case 'new':
      case 'released':
      case 'ended':
        return undefined
    }
  }

  /**
   * Leaves the program. A launched program is ended with all its children, an attached one goes on, unless
   * `terminateDebuggee` says otherwise.
   * @returns once it is done, and with what must end before this process may
   */
  async leave(terminateDebuggee: boolean | undefined): Promise<{ readonly remaining: Promise<unknown> | undefined }> {
    const phase = this.#phase
    switch (phase.kind) {
      case 'launched':
      case 'plain':
        if (terminateDebuggee === false) return this.#release(phase)
        phase.program.kill()
        await Promise.race([phase.program.exited, wait(END_WAIT_MS)])
        return { remaining: undefined }
      case 'attached':
        if (terminateDebuggee === true) await this.#endAttached(phase.target)
        this.#letGo()
        await phase.target.detach(phase.inspector)
        return { remaining: undefined }
      case 'starting':
        phase.program?.kill()
        return { remaining: undefined }
      case 'released':
        return { remaining: phase.remaining }
      case 'new':
      case 'ended':
        return { remaining: undefined }
    }
  }

  /** Ends an attached program before the connection to it is closed. */
  async #endAttached(target: Target): Promise<void> {
    const ended = new Promise<void>((resolve) => target.connection.onClose(resolve))
    await Promise.race([terminateAttached(target), wait(END_WAIT_MS)])
    await Promise.race([ended, wait(END_WAIT_MS)])
    await this.#killAttached(target)
  }

  /** Kills an attached program that has not ended, and says so. */
  async #killAttached(target: Target): Promise<void> {
    if (this.#phase.kind !== 'attached' || !target.connection.isOpen) return
    this.#emit('output', { category: 'console', output: NOT_ENDED })
    await Promise.race([killSelf(target, 'SIGKILL'), wait(END_WAIT_MS)])
  }

  /** The program goes on. */
  async #release(
    phase: Extract<Phase, { kind: 'launched' | 'plain' }>,
  ): Promise<{ readonly remaining: Promise<unknown> | undefined }> {
    this.#letGo()
    // Nothing that comes later is followed, and this process may be killed at any time.
    this.#family.close()
    const remaining = phase.program.release()
    this.#phase = { kind: 'released', remaining }
    if (phase.kind === 'launched') await phase.target.detach('close-inspector')
    return { remaining }
  }

  /** What the program starts from now on, and its workers, run without a debugger. */
  #letGo(): void {
    this.#follower.end()
    this.#workers?.release()
  }

  async #start(open: () => Promise<Phase>): Promise<Body> {
    if (this.#phase.kind !== 'new') throw new RequestFailure('this session already has a program; start a new session')
    this.#phase = { kind: 'starting' }
    try {
      this.#phase = await open()
      this.#watch(this.#phase)
      this.#emit('initialized', undefined)
      return undefined
    } catch (error) {
      this.#starting()?.kill()
      this.#phase = { kind: 'new' }
      throw error
    }
  }

  /** The end of the program ends the session. */
  #watch(phase: Phase): void {
    if (phase.kind === 'launched' || phase.kind === 'plain') {
      void phase.program.exited.then((exit) => this.#ended(exit))
    }
    if (phase.kind === 'attached') phase.target.connection.onClose(() => this.#ended(undefined))
  }

  /** The program of a start that is under way. */
  #starting(): LaunchedProgram | undefined {
    return this.#phase.kind === 'starting' ? this.#phase.program : undefined
  }

  async #debug(
    program: LaunchedProgram,
    { args, launch }: { readonly args: Fields; readonly launch: LaunchArguments },
  ): Promise<Phase> {
    const wire = await openWebSocket(await program.inspectorUrl())
    const target = await this.#openTarget(wire, {
      args,
      origin: 'launch',
      entry: launch.stopOnEntry ? { kind: 'file', path: launch.program } : { kind: 'none' },
    })
    if (launch.followsChildren) await this.#watchWorkers(target, { pid: program.pid, cwd: launch.cwd })
    this.#announce('launch', { name: launch.program, pid: program.pid })
    return { kind: 'launched', program, target }
  }

  /** Lets the processes of the program find this adapter, unless they are not to be followed. */
  async #withDoor(launch: LaunchArguments): Promise<LaunchArguments> {
    if (!launch.followsChildren || !this.#clientFollows) return { ...launch, followsChildren: false }
    const door = await this.#family.openDoor((newcomer) => void this.#follower.follow(newcomer))
    return { ...launch, env: door.environment(launch.env), guardedFolder: door.folder }
  }

  /** Debugs a process or a worker for which this adapter has asked for a session. */
  async #meet(ticket: string, args: Fields): Promise<Phase> {
    const newcomer = this.#family.waiting.take(ticket)
    if (newcomer === undefined) throw new RequestFailure('attach: this process or worker has ended, or runs already')
    try {
      const { kind, wire } = newcomer
      const target = await this.#openTarget(wire, { args, origin: kind, entry: { kind: 'none' } })
      if (kind === 'process' && this.#clientFollows) await this.#watchWorkers(target, newcomer)
      this.#announce('attach', newcomer)
      return { kind: 'attached', target, inspector: 'keep-inspector' }
    } catch (error) {
      newcomer.leave()
      throw error
    }
  }

  async #watchWorkers({ connection }: Target, about: Pick<Newcomer, 'pid' | 'cwd'>): Promise<void> {
    this.#workers = new Workers(connection, about, (worker) => void this.#follower.follow(worker))
    await this.#workers.watch()
  }

  #openTarget(
    wire: Wire,
    { args, ...options }: { readonly args: Fields; readonly origin: Origin; readonly entry: EntryStop },
  ): Promise<Target> {
    const evaluateTimeoutMs = args.numberOr('evaluateTimeout') ?? EVALUATE_TIMEOUT_MS
    return Target.open({ wire, conventions: this.#conventions, emit: this.#emit, evaluateTimeoutMs, ...options })
  }

  #announce(startMethod: 'launch' | 'attach', { name, pid }: { readonly name: string; readonly pid: number }): void {
    this.#emit('process', { name, systemProcessId: pid, isLocalProcess: true, startMethod })
    this.#emit('thread', { reason: 'started', threadId: THREAD_ID })
  }

  #ended(exit: ProgramExit | undefined): void {
    if (this.#phase.kind === 'ended') return
    this.#phase = { kind: 'ended' }
    this.#follower.end()
    if (exit !== undefined) this.#emit('exited', exit)
    this.#emit('terminated', undefined)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())

async function processId(target: Target): Promise<number> {
  const { result } = await target.connection.send('Runtime.evaluate', {
    expression: 'process.pid',
    returnByValue: true,
  })
  return Number(result.value)
}
