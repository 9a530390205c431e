import {
  coreCatalogue,
  toolError,
  type BreakpointView,
  type RequestParams,
  type RequestResult,
} from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { failureText, type DapFailure } from '../call/dap-failure.js'
import { viewIn } from '../breakpoints/breakpoint-home.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'

/** The next stop of a job, or its end. */
export type JobStep = RequestResult<'dapplex_jobMove'>
/** How an experiment ended. */
export type Ending = 'exit' | 'stopped' | 'timeout' | 'cancelled'

const ENDINGS: Readonly<Record<NonNullable<JobStep['why']>, Ending>> = {
  exited: 'exit',
  stopped: 'stopped',
  paused: 'stopped',
  timeout: 'timeout',
  control: 'cancelled',
  cancelled: 'cancelled',
  ownerLeft: 'cancelled',
  done: 'cancelled',
}

export type JobCommand = RequestParams<'dapplex_jobMove'>['command']
export type JobPlace = RequestParams<'dapplex_jobBreakpoint'>

/** Of a stack: one step returns from few functions. */
const MOST_CALLERS = 10
/** Time for the end of a job, however the call has ended. */
const CLEAN_UP_MS = 5_000

/**
 * A job of this call (docs/rules.md, "Jobs"): the program is moved without the other clients being stopped. Whatever becomes of the
 * call, the core ends the job and leaves nothing behind.
 */
export class Job {
  readonly found: 'running' | 'stopped'
  /** When the core ends it at the latest. */
  readonly until: number
  readonly #on: SessionCall
  #step: JobStep

  private constructor(on: SessionCall, until: number, { found, threadId }: RequestResult<'dapplex_jobBegin'>) {
    this.#on = on
    this.until = until
    this.found = found
    this.#step = present({ state: 'stopped' as const, threadId })
  }

  /** @throws ToolError CONTROL_HELD, STOP_CHANGED, FORBIDDEN, STEP_FAILED */
  static async begin(on: SessionCall, expectedStopId?: number): Promise<Job> {
    const { timeoutMs } = on.call.rest()
    const until = on.call.context.now() + timeoutMs
    const body = await ask(on, 'dapplex_jobBegin', { tool: on.call.tool.name, timeoutMs, expectedStopId })
    return new Job(on, until, coreCatalogue.dapplex_jobBegin.result.parse(body))
  }

  /** Where it stands, or how it has ended. */
  get step(): JobStep {
    return this.#step
  }

  /** Whether it has come to an end by itself. */
  get isOver(): boolean {
    return this.#step.state === 'ended'
  }

  /** How it has ended by itself; undefined while it goes on. */
  get ending(): Ending | undefined {
    return this.isOver ? ENDINGS[this.#step.why ?? 'done'] : undefined
  }

  /** Whether something has ended it since it was last asked, so that what was being read is stale. */
  notesEnd(): boolean {
    const { view, call } = this.#on
    if (this.isOver || view.job !== undefined) return this.isOver
    const isLate = call.context.now() >= this.until
    this.#step = { state: 'ended', why: view.phase === 'ended' ? 'exited' : isLate ? 'timeout' : 'stopped' }
    return true
  }

  /** Lets the program go on to the first stop of the job. */
  first(): Promise<JobStep> {
    return this.found === 'stopped' ? this.move('continue', this.#step.threadId) : this.#next('dapplex_jobWait', {})
  }

  /**
   * Moves one thread, or all where they stop together, to the next stop of the job.
   * @param callers the frames that a step may return to: their breakpoints were passed before
   * @throws ToolError STEP_FAILED
   */
  move(command: JobCommand, threadId: number | undefined, callers: readonly Frame[] = []): Promise<JobStep> {
    const returnsTo = callers.slice(0, MOST_CALLERS).map(({ path, line }) => present({ path, line }))
    return this.#next('dapplex_jobMove', { command, threadId, returnsTo })
  }

  async breakpoint(place: JobPlace): Promise<BreakpointView> {
    return viewIn(await ask(this.#on, 'dapplex_jobBreakpoint', { ...place }))
  }

  async remove(id: number): Promise<void> {
    if (!this.isOver) await ask(this.#on, 'dapplex_jobBreakpointRemove', { id })
  }

  /** Ends it. One that is over already, or that nobody can end any more, stays as it is. */
  async end(how: RequestParams<'dapplex_jobEnd'> = {}): Promise<void> {
    // The core ends it by itself where its owner has left: a request would bring the owner back.
    if (this.notesEnd()) return
    this.#step = { state: 'ended', why: 'done' }
    await this.#on.session.request('dapplex_jobEnd', how, { timeoutMs: CLEAN_UP_MS }).catch(() => undefined)
  }

  async #next(
    command: 'dapplex_jobMove' | 'dapplex_jobWait',
    args: Readonly<Record<string, unknown>>,
  ): Promise<JobStep> {
    // The core ends the job at the time-out of the call, and says so: its answer is waited for a little longer.
    this.#on.call.extend(Math.max(0, this.until - this.#on.call.context.now()) + CLEAN_UP_MS)
    const answer = await this.#on.send(command, present({ ...args }))
    if (answer.success) this.#step = coreCatalogue.dapplex_jobMove.result.parse(answer.body)
    // Else it may have been ended while the program stood for it.
    else if (!this.notesEnd()) throw refusal(this.#on, answer)
    return this.#step
  }
}

const ask = (on: SessionCall, command: string, args: Readonly<Record<string, unknown>>) =>
  send(on, command, present({ ...args }))

async function send(on: SessionCall, command: string, args: Readonly<Record<string, unknown>>) {
  const answer = await on.send(command, args)
  if (answer.success) return answer.body
  throw refusal(on, answer)
}

const refusal = (on: SessionCall, answer: DapFailure) =>
  toolError('STEP_FAILED', { command: on.call.tool.name, reason: failureText(answer) })
