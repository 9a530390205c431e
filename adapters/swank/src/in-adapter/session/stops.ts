import type { Notice } from '../swank/swank-client.js'
import { RequestFailure } from '../dap/failure.js'
import type { Core } from './core.js'

export interface ConditionFacts {
  readonly type: string
  readonly message: string
  readonly class_precedence: readonly string[]
  readonly object_id?: number
}

/** A line of the program, as the helper tells it. */
interface PlaceFacts {
  readonly function?: string
  readonly path: string
  readonly line: number
  readonly column: number
}

/** What the helper answers to `stop-info`. */
export interface StopInfo {
  readonly level: number
  readonly reason:
    | 'breakpoint'
    | 'function-breakpoint'
    | 'data-breakpoint'
    | 'step'
    | 'entry'
    | 'restart'
    | 'pause'
    | 'signalled'
    | 'exception'
  readonly ids: readonly number[]
  readonly text?: string
  /** Where watched data differs from what it was: the lines of which one has changed it, the innermost first. */
  readonly written?: readonly PlaceFacts[]
  /** The thread is no thread of the program: it serves one evaluation, and the client sees it only while it is stopped. */
  readonly passing: boolean
  readonly can_continue: boolean
  readonly condition?: ConditionFacts
}

const dapReason: Readonly<Record<StopInfo['reason'], string>> = {
  breakpoint: 'breakpoint',
  'function-breakpoint': 'function breakpoint',
  'data-breakpoint': 'data breakpoint',
  step: 'step',
  entry: 'entry',
  restart: 'restart',
  pause: 'pause',
  signalled: 'exception',
  exception: 'exception',
}

/** The stopped threads. Each has a stack of debugger levels, and each level its reason. */
export class Stops {
  private readonly threads = new Map<number, StopInfo[]>()
  /** Threads that a standard request resumes: its response already says so, no `continued` event follows. */
  private readonly resuming = new Set<number>()
  /** Runs before a `stopped` event is sent, so that events that led to the stop come first. */
  beforeStop: () => Promise<void> | void = () => undefined
  private readonly leaving = new Map<number, () => void>()
  private readonly waiting = new Map<number, ((info: StopInfo) => void)[]>()

  constructor(private readonly core: Core) {
    core.hear((notice) => this.notice(notice))
  }

  isStopped(thread: number): boolean {
    return (this.threads.get(thread)?.length ?? 0) > 0
  }

  get stopped(): number[] {
    return [...this.threads.keys()]
  }

  /** The deepest level of a stopped thread. Errors: NOT_PAUSED. */
  of(thread: number): StopInfo {
    const info = this.threads.get(thread)?.at(-1)
    if (info) return info
    throw new RequestFailure('NOT_PAUSED', `Thread ${thread} is not stopped`, {
      thread_id: thread,
      current_state: 'running',
    })
  }

  /** The next stop of a thread deeper than it stands now: an evaluation that enters the debugger. */
  next(thread: number): Promise<StopInfo> {
    return new Promise((resolve) => this.waiting.set(thread, [...(this.waiting.get(thread) ?? []), resolve]))
  }

  /** Runs a request that resumes the thread; the event `continued` is then not sent, once. */
  async resume(thread: number, run: () => Promise<void>): Promise<void> {
    this.resuming.add(thread)
    try {
      await this.resumeTelling(thread, run)
    } catch (error) {
      this.resuming.delete(thread)
      throw error
    }
  }

  /**
   * Runs a request outside the standard that resumes the thread: nobody knows that it does, so `continued` is sent. Both
   * answer when Swank has said that the thread left the debugger, just after it has answered: what is asked next is then
   * asked of a running thread.
   */
  async resumeTelling(thread: number, run: () => Promise<void>): Promise<void> {
    this.of(thread)
    const left = new Promise<void>((resolve) => this.leaving.set(thread, resolve))
    this.core.references.hold(thread)
    try {
      await run()
      await left
    } finally {
      this.leaving.delete(thread)
      this.core.references.release(thread)
    }
  }

  private notice(notice: Notice): void {
    if (notice.kind === 'stopped') {
      // A restart may lead back to the level it was chosen at, which the thread then never leaves.
      this.leaving.get(notice.thread)?.()
      void this.enter(notice.thread, notice.level)
    }
    if (notice.kind === 'resumed') this.leave(notice.thread, notice.level)
  }

  /** Swank says `:debug` again when an inner level ends: the thread stands where it stood. */
  private async enter(thread: number, level: number): Promise<void> {
    const levels = this.threads.get(thread) ?? []
    const known = levels.find((info) => info.level === level)
    if (known) {
      if (this.announced.get(thread) !== level) this.announce(thread, known)
      return
    }
    let info: StopInfo
    try {
      info = await this.core.helper.call<StopInfo>('stop-info', [], thread)
    } catch {
      return
    }
    this.threads.set(thread, [...(this.threads.get(thread) ?? []), info])
    await this.beforeStop()
    // Output that was flushed before the stop is in our pipes by now: one turn of the event loop reads it.
    await new Promise((resolve) => setImmediate(resolve))
    if (this.threads.get(thread)?.includes(info)) this.announce(thread, info)
    const waiting = this.waiting.get(thread) ?? []
    this.waiting.delete(thread)
    for (const resolve of waiting) resolve(info)
  }

  private readonly announced = new Map<number, number>()

  private announce(thread: number, info: StopInfo): void {
    this.announced.set(thread, info.level)
    if (!info.passing) this.core.threads.seen(thread)
    const text = info.condition?.message ?? info.text
    this.core.emit('stopped', {
      reason: dapReason[info.reason],
      threadId: thread,
      allThreadsStopped: false,
      ...(info.ids.length > 0 ? { hitBreakpointIds: info.ids } : {}),
      ...(info.condition ? { description: describeCondition(info) } : info.text ? { description: info.text } : {}),
      ...(text ? { text } : {}),
    })
  }

  private leave(thread: number, level: number): void {
    this.leaving.get(thread)?.()
    const rest = (this.threads.get(thread) ?? []).filter((info) => info.level < level)
    this.core.references.expire(thread, level)
    if (rest.length > 0) {
      this.threads.set(thread, rest)
      return
    }
    const passing = this.threads.get(thread)?.some((info) => info.passing) ?? false
    if (!this.threads.delete(thread)) return
    this.announced.delete(thread)
    if (!this.resuming.delete(thread)) this.core.emit('continued', { threadId: thread, allThreadsContinued: false })
    if (passing) this.core.threads.ended(thread)
  }

  clear(): void {
    for (const resolve of this.leaving.values()) resolve()
    this.threads.clear()
  }
}

function describeCondition(info: StopInfo): string {
  const type = info.condition?.type ?? 'condition'
  return info.level > 1 ? `${type} (debugger level ${info.level})` : type
}
