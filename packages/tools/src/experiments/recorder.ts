import type { SessionCall } from '../call/call.js'
import { isEnd } from '../digest/wait-for-stop.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { readStack } from '../stop/read-stack.js'
import { isStopped } from '../stop/threads.js'
import { cut } from '../text/cut.js'
import type { Job, JobStep } from './job.js'
import { recordingOf, type Recording } from './recorded-lines.js'
import { LONGEST_TRACED, type Change } from './trace-steps.js'

/** What has changed until the call reached a line. */
export interface RecordedLine {
  readonly line: number
  readonly changes: readonly Change[]
  readonly isFlagged: boolean
}

/** What was recorded. `isWhole`: all of it was read in time. */
export interface Recorded {
  readonly lines: readonly RecordedLine[]
  readonly isWhole: boolean
}

interface Wanted {
  readonly frame: Frame
  readonly threadId: number
  /** Most lines. */
  readonly most: number
  readonly flag: string | undefined
}

/** For reading what was recorded after the time of the call is over: less than the call has beyond that (`call-tool.ts`). */
const READING_MS = 3_000

/** Recorded lines that are read at once. */
const PAGE = 2_000

/**
 * A call records its own lines while it runs (`recorded-lines.ts`): a step costs a hundred times as much. The conditions are
 * breakpoints of the job, so the core takes them away whatever becomes of the caller.
 */
export class Recorder {
  readonly #on: SessionCall
  readonly #job: Job
  readonly #how: Recording
  readonly #threadId: number
  #breakpoints: readonly number[] = []

  private constructor(on: SessionCall, job: Job, { how, threadId }: { how: Recording; threadId: number }) {
    this.#on = on
    this.#job = job
    this.#how = how
    this.#threadId = threadId
  }

  /** Undefined where the adapter has no way, or none for this call. */
  static async begin(on: SessionCall, job: Job, wanted: Wanted): Promise<Recorder | undefined> {
    const how = recordingOf(on)
    const { frame, threadId, most, flag } = wanted
    const { path } = frame
    if (how === undefined || path === undefined) return undefined
    const places = await how.begin({ frameId: frame.id, most, flag })
    if (places.length === 0) return undefined
    const recorder = new Recorder(on, job, { how, threadId })
    const views = await Promise.all(places.map((place) => job.breakpoint(present({ path, ...place }))))
    recorder.#breakpoints = views.map(({ id }) => id)
    return recorder
  }

  /** Whether a stop is there because as many lines are recorded as were wanted. */
  isFullAt({ breakpoints = [] }: JobStep): boolean {
    return breakpoints.some((id) => this.#breakpoints.includes(id))
  }

  /** What was recorded, if the program stands, so that it can be read. Nothing is left of the recorder then. */
  async end(): Promise<Recorded> {
    const { call } = this.#on
    const until = Math.max(call.context.now(), this.#job.until) + READING_MS
    call.extend(until - call.context.now())
    if (this.#job.isOver && !(await this.#stands())) return { lines: [], isWhole: false }
    const { frames } = await readStack(this.#on, { threadId: this.#threadId, start: 0, count: 1 })
    const frameId = frames[0]?.id
    const recorded = frameId === undefined ? { lines: [], isWhole: false } : await this.#takeAll(frameId, until)
    await Promise.all(this.#breakpoints.map((id) => this.#job.remove(id)))
    return recorded
  }

  /** At the time-out the core stops a program again that it had found stopped: that takes a moment. */
  async #stands(): Promise<boolean> {
    const { session, call, view } = this.#on
    if (this.#job.ending === 'timeout' && this.#job.found === 'stopped' && view.phase === 'running')
      await session.waitFor((event) => event.kind === 'stopped' || isEnd(event), call.rest())
    return isStopped(this.#on, this.#threadId)
  }

  /** A call can record more in its time than can be read soon after it: the lines that come first are told. */
  async #takeAll(frameId: number, until: number): Promise<Recorded> {
    const lines: RecordedLine[] = []
    try {
      while (this.#on.call.context.now() < until) {
        const page = await this.#how.take(frameId, PAGE)
        if (page.length === 0) return { lines, isWhole: true }
        for (const { line, changes, flagged } of page)
          lines.push({ line, changes: changes.flatMap(shownChange), isFlagged: flagged === true })
      }
      await this.#how.take(frameId, 0)
    } catch (error) {
      // The end of the job has moved the program, or the time is over: what was read before stays.
      if (!this.#job.notesEnd()) throw error
    }
    this.#job.notesEnd()
    return { lines, isWhole: false }
  }
}

/** What differs only behind the part of a value that is shown is no change, as between two steps. */
function shownChange({
  name,
  before,
  after,
}: Readonly<Record<'name' | 'after', string>> & { before?: string | undefined }) {
  const shown = (text: string) => cut(text, LONGEST_TRACED).text
  const change: Change = present({
    name,
    before: before === undefined ? undefined : shown(before),
    after: shown(after),
  })
  return change.before === change.after ? [] : [change]
}
