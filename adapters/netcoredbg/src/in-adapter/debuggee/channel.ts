import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { decodeMessage, isJsonObject, type JsonObject } from '@dapplex/protocol'
import { unreadableAnswer, type MessagePort } from '@dapplex/transport'
import { ActiveBreakpoints, entriesIn, type Place } from './active-breakpoints.js'
import { LeavingBreakpoints, type ProgramState } from './leaving-breakpoints.js'
import { canHear, readable } from './message-shape.js'
import { QuietPause } from './quiet-pause.js'
import { judgeArrival, type ArrivalPort, type Depth } from './step-arrival.js'

/** A request to netcoredbg was not answered with success. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  constructor(
    readonly command: string,
    readonly response: Dap.Response | undefined,
  ) {
    super(response?.message ?? `netcoredbg ended before it answered ${command}`)
  }
}

type Settle = (response: Dap.Response | undefined) => void

interface Pending {
  readonly command: string
  readonly args: unknown
  readonly message: object
  readonly settle: Settle
  isSent: boolean
}

interface Listeners {
  readonly onEvent: (event: Dap.Event) => void
  /** An event that is not as DAP says. */
  readonly onStrangeEvent?: (event: Dap.Event) => void
  /** Interrupts a read of netcoredbg that waits on the wrong file. */
  readonly wake: () => void
  /** Breakpoints were taken out for a pause, and are back with other ids. */
  readonly onRestored?: (args: JsonObject, breakpoints: readonly Dap.Breakpoint[]) => void
}

const STEPS: ReadonlySet<string> = new Set(['next', 'stepIn', 'stepOut'])

/** netcoredbg cancels what it was asked before when one of these comes, at once, and also where it then refuses the move. */
const CANCELS: ReadonlySet<string> = new Set(['continue', ...STEPS])

/** A `pause` waits for the answers of these, and they wait for the answer of a `pause` (see `QuietPause`). */
const BEFORE_PAUSE: ReadonlySet<string> = new Set([
  ...CANCELS,
  'setBreakpoints',
  'setFunctionBreakpoints',
  'setExceptionBreakpoints',
])

/** They replace a list, and netcoredbg evaluates the conditions in it. */
const LISTS: ReadonlySet<string> = new Set(['setBreakpoints', 'setFunctionBreakpoints'])

const WAS_CANCELLED = /The operation was canceled\.$/

/**
 * In ms. While netcoredbg starts a program, it replaces its own standard input by a pipe for a moment. A read that begins in
 * that moment waits on the pipe forever (measured, netcoredbg 3.1.3: 4 of 100 launches under load hang at the first request
 * after the stop). A stop signal and a continue signal make the system restart the read, now on the right file. On a busy machine
 * the moment may not be over yet: it is done again, each time after twice the silence.
 */
const WAKE_AFTER = 600

/**
 * The connection to netcoredbg. Requests of the client and of the shim share one sequence of numbers. Each response goes back
 * to its sender.
 */
export class Channel {
  readonly #port: MessagePort
  readonly #pending = new Map<number, Pending>()
  /** The numbers of requests that are not sent yet. */
  readonly #held: number[] = []
  readonly #active = new ActiveBreakpoints()
  readonly #leaving = new LeavingBreakpoints(this.#active)
  readonly #quietPause: QuietPause
  /** What moves the program or sets breakpoints waits: for a quiet pause, or for a stop that nobody may be told of. */
  #isBusy: false | 'pausing' | 'passing' = false
  #program: ProgramState = 'running'
  /** Called at the next stop. */
  readonly #stopping = new Set<() => void>()
  /** Answers to what a move has cancelled, until the move is answered. */
  readonly #cancelled: Dap.Response[] = []
  #seq = 0
  /** What the symbols say about a line. */
  lineColumn: ArrivalPort['lineColumn'] = () => Promise.resolve(undefined)
  readonly #stepped = new Map<number | undefined, Depth>()
  readonly #listeners: Listeners
  #timer: NodeJS.Timeout | undefined

  constructor(port: MessagePort, listeners: Listeners) {
    this.#port = port
    this.#listeners = listeners
    this.#quietPause = new QuietPause(
      {
        ask: (command, args) => this.#askNow(command, args),
        stopsWithin: (ms) => this.#stopsWithin(ms),
      },
      this.#active,
    )
    port.onMessage(({ value }) => {
      const decoded = decodeMessage(value)
      if (decoded.kind === 'event') this.#hearAny(decoded.message)
      if (decoded.kind === 'response') this.#settle(decoded.message)
      this.#watch()
    })
    port.onMalformed(({ reason, bytes }) => {
      const decoded = decodeMessage(unreadableAnswer(bytes, reason))
      if (decoded.kind === 'response') this.#settle(decoded.message)
      this.#watch()
    })
    port.onClose(() => {
      clearTimeout(this.#timer)
      const waiting = [...this.#pending.values()]
      this.#pending.clear()
      this.#held.length = 0
      for (const { settle } of waiting) settle(undefined)
    })
  }

  /** The number of the next request. A `cancel` names a request by it. */
  get nextSeq(): number {
    return this.#seq + 1
  }

  /** How many breakpoints netcoredbg was asked for at a place. */
  breakpointsAt(place: Place): number {
    return this.#active.at(place).length
  }

  /**
   * Sends a request and calls back while the response is being delivered. So later messages of netcoredbg are passed on
   * after it. The response is undefined when netcoredbg has ended.
   */
  forward(request: { readonly command: string; readonly args: unknown }, settle: Settle): void {
    this.#dispatch(
      this.#enter(request, (response) => {
        if (LISTS.has(request.command)) this.#learnBreakpoints(request.args, response)
        settle(response)
      }),
    )
  }

  #enter({ command, args }: { readonly command: string; readonly args: unknown }, settle: Settle): number {
    const seq = ++this.#seq
    const message = { seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) }
    this.#pending.set(seq, { command, args, message, settle, isSent: false })
    return seq
  }

  /** Sends a request at once, or when it is its turn. */
  #dispatch(seq: number): void {
    const command = this.#pending.get(seq)?.command ?? ''
    const isPause = command === 'pause'
    if (this.#isBusy !== false && (isPause || BEFORE_PAUSE.has(command))) this.#held.push(seq)
    else if (isPause && this.#isPending(BEFORE_PAUSE)) this.#held.push(seq)
    else if (isPause && this.#program !== 'stopped') void this.#pause(seq)
    else this.#send(seq)
  }

  #release(): void {
    for (const seq of this.#held.splice(0)) this.#dispatch(seq)
  }

  async #pause(seq: number): Promise<void> {
    this.#isBusy = 'pausing'
    const { args } = this.#pending.get(seq) ?? {}
    const threadId = isJsonObject(args) ? args['threadId'] : undefined
    const sent = { threadId, isStepping: this.#program === 'stepping' }
    await this.#quietPause.run(
      sent,
      () => this.#sendPause(seq),
      (whole, response) => {
        const restored = this.#learnBreakpoints(whole, response)
        if (restored !== undefined) this.#listeners.onRestored?.(whole, restored)
      },
    )
    this.#isBusy = false
    if (this.#program === 'stopped') void this.#leaving.takeOut(this.#askNow)
    this.#release()
  }

  #sendPause(seq: number): Promise<void> {
    return new Promise((resolve) => {
      const pending = this.#pending.get(seq)
      if (pending === undefined) return resolve()
      const settle: Settle = (response) => {
        pending.settle(response)
        resolve()
      }
      this.#pending.set(seq, { ...pending, settle })
      this.#send(seq)
    })
  }

  #send(seq: number): void {
    const pending = this.#pending.get(seq)
    if (pending === undefined) return
    pending.isSent = true
    const isSent = this.#port.send(this.#messageFor(pending))
    this.#watch()
    if (!isSent) this.#take(seq)?.settle(undefined)
  }

  #messageFor({ command, args, message }: Pending): object {
    if (!LISTS.has(command) || !isJsonObject(args)) return message
    const program = this.#program === 'stopped' && this.#isPending(CANCELS) ? 'running' : this.#program
    return { ...message, arguments: this.#leaving.argumentsFor({ command, args }, program) }
  }

  #hearAny(event: Dap.Event): void {
    if (canHear(event)) this.#hear(event)
    else this.#listeners.onStrangeEvent?.(event)
  }

  #hear(event: Dap.Event): void {
    const body: unknown = event.body
    if (event.event === 'breakpoint') this.#active.changed((body as Dap.BreakpointEvent['body']).breakpoint)
    if (event.event === 'continued') {
      this.#program = this.#isPending(STEPS) ? 'stepping' : 'running'
      // Nobody was told of the stop.
      if (this.#isBusy === 'passing') return
    }
    if (event.event === 'stopped') {
      this.#program = 'stopped'
      const stop = event as Dap.StoppedEvent
      const isDoubtful = this.#leaving.isAny || (stop.body.reason === 'step' && this.#active.kinds.lines)
      if (stop.body.reason !== 'step') this.#stepped.clear()
      if (isDoubtful && this.#isBusy === false) return void this.#judge(stop)
    }
    this.#tell(event)
  }

  #tell(event: Dap.Event): void {
    this.#listeners.onEvent(event)
    if (event.event === 'stopped') for (const stopped of this.#stopping) stopped()
  }

  /** A breakpoint that leaves may have made this stop: then the program goes on, and nobody is told. A step may be at a breakpoint. */
  async #judge(event: Dap.StoppedEvent): Promise<void> {
    this.#isBusy = 'passing'
    const { threadId } = event.body
    const isUnwanted = await this.#leaving.isCauseOf(event.body, this.#askNow)
    await this.#leaving.takeOut(this.#askNow)
    const hasGoneOn = this.#program !== 'stopped'
    if (isUnwanted && !hasGoneOn) await this.#askNow('continue', { threadId })
    const told = isUnwanted || hasGoneOn ? undefined : await this.#judged(event)
    this.#isBusy = false
    if (told !== undefined) this.#tell(told)
    this.#release()
  }

  async #judged(event: Dap.StoppedEvent): Promise<Dap.StoppedEvent> {
    const { lines, functions } = this.#active.kinds
    if (event.body.reason !== 'step' || !lines) return event
    return judgeArrival(event, {
      ask: this.#askNow,
      isSure: !functions,
      breakpointsAt: (place) => this.#active.at(place),
      lineColumn: (frame) => this.lineColumn(frame).catch(() => undefined),
      before: this.#stepped,
    })
  }

  /** Whether the program stops within so many ms. */
  #stopsWithin(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isStopped: boolean) => () => {
        clearTimeout(timer)
        this.#stopping.delete(stopped)
        resolve(isStopped)
      }
      const stopped = end(true)
      const timer = setTimeout(end(false), ms)
      this.#stopping.add(stopped)
    })
  }

  #learnBreakpoints(args: unknown, response: Dap.Response | undefined): readonly Dap.Breakpoint[] | undefined {
    if (response?.success !== true || !isJsonObject(args)) return undefined
    const { body } = response as Dap.SetBreakpointsResponse
    // Those that leave come last.
    body.breakpoints = body.breakpoints.slice(0, entriesIn(args).length)
    this.#active.set(args, body.breakpoints)
    return body.breakpoints
  }

  /** As `ask`, also while other requests wait. */
  readonly #askNow = (command: string, args: unknown): Promise<Dap.Response | undefined> =>
    new Promise((resolve) => this.#send(this.#enter({ command, args }, resolve)))

  #isPending(commands: ReadonlySet<string>): boolean {
    return [...this.#pending.values()].some(({ command, isSent }) => isSent && commands.has(command))
  }

  #take(seq: number): Pending | undefined {
    const pending = this.#pending.get(seq)
    this.#pending.delete(seq)
    return pending
  }

  /** Sends a request and resolves with the response, also a failed one. Undefined when netcoredbg has ended. */
  ask(command: string, args?: unknown): Promise<Dap.Response | undefined> {
    return new Promise((resolve) => this.forward({ command, args }, resolve))
  }

  /** As `ask`, but resolves with the body. Throws RequestFailed for a refusal. */
  async body<T>(command: string, args?: unknown): Promise<T> {
    const response = await this.ask(command, args)
    if (response?.success !== true) throw new RequestFailed(command, response)
    return response.body as T
  }

  #settle(given: Dap.Response): void {
    const command = this.#pending.get(given.request_seq)?.command ?? ''
    const response = readable(command, given)
    // A move that a `cancel` has ended cancels nothing any more.
    const isMove = CANCELS.has(command)
    if (!isMove && !response.success && WAS_CANCELLED.test(response.message ?? '') && this.#isPending(CANCELS))
      this.#cancelled.push(response)
    else this.#take(response.request_seq)?.settle(response)
    if (!this.#isPending(CANCELS)) this.#settleCancelled(response)
    if (!this.#isPending(BEFORE_PAUSE)) this.#release()
  }

  /** The stop is over when the move is answered, and who asked can see that. After a refused move it lasts: everything is asked again. */
  #settleCancelled({ success }: Dap.Response): void {
    for (const cancelled of this.#cancelled.splice(0))
      if (success) this.#take(cancelled.request_seq)?.settle(cancelled)
      else this.#send(cancelled.request_seq)
  }

  /** Each message restarts the timer, which wakes netcoredbg for as long as it is silent. */
  #watch(silence = WAKE_AFTER): void {
    clearTimeout(this.#timer)
    if (this.#pending.size === 0) return
    this.#timer = setTimeout(() => {
      this.#listeners.wake()
      this.#watch(2 * silence)
    }, silence)
    this.#timer.unref()
  }
}
