import { type AdapterTraits, type JsonObject } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { decodeText } from '../objects/describe-definition.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { readStack } from '../stop/read-stack.js'
import { isStopped } from '../stop/threads.js'
import { cut } from '../text/cut.js'
import type { Job } from './job.js'
import { LONGEST_TRACED, type Change } from './trace-steps.js'

type Recording = NonNullable<AdapterTraits['evaluation']['recording']>

/** What has changed until the call reached a line. */
export interface RecordedLine {
  readonly line: number
  readonly changes: readonly Change[]
  readonly isFlagged: boolean
}

interface Wanted {
  readonly frame: Frame
  readonly threadId: number
  /** Most lines. */
  readonly most: number
  readonly flag: string | undefined
}

/** Lines of a function that conditions are set on. A longer function is stepped through. */
const MOST_LINES = 300
/** Recorded lines that one evaluation reads. */
const PAGE = 2_000

/**
 * A call records its own lines while it runs (`evaluation.recording`): a step costs a hundred times as much. The conditions are
 * breakpoints of the job, so the core takes them away whatever becomes of the caller.
 */
export class Recorder {
  readonly #on: SessionCall
  readonly #job: Job
  readonly #how: Recording
  readonly #threadId: number
  readonly #breakpoints: readonly number[]

  private constructor(on: SessionCall, job: Job, { how, threadId, breakpoints }: Begun) {
    this.#on = on
    this.#job = job
    this.#how = how
    this.#threadId = threadId
    this.#breakpoints = breakpoints
  }

  /** Undefined where the adapter has no way, or refuses it for this call. */
  static async begin(on: SessionCall, job: Job, wanted: Wanted): Promise<Recorder | undefined> {
    const { recording: how } = on.traits.evaluation
    const { frame, threadId } = wanted
    const { path } = frame
    if (how === undefined || path === undefined) return undefined
    const begun = await evaluated(on, how, { expression: filled(how.begin, wanted), frameId: frame.id })
    const lines = listOfNumbers(begun?.['lines'])
    if (lines.length === 0 || lines.length > MOST_LINES) {
      if (begun !== undefined) await evaluated(on, how, { expression: how.end, frameId: frame.id })
      return undefined
    }
    const views = await Promise.all(
      lines.map((line) =>
        job.breakpoint({ path, line, condition: how.condition.replaceAll('{{line}}', String(line)) }),
      ),
    )
    return new Recorder(on, job, { how, threadId, breakpoints: views.map(({ id }) => id) })
  }

  /** What was recorded, if the program stands, so that it can be read. Nothing is left of the recorder then. */
  async end(): Promise<readonly RecordedLine[]> {
    if (!isStopped(this.#on, this.#threadId) && this.#job.isOver) return []
    const { frames } = await readStack(this.#on, { threadId: this.#threadId, start: 0, count: 1 })
    const frameId = frames[0]?.id
    if (frameId === undefined) return []
    const lines = await this.#read(frameId)
    await evaluated(this.#on, this.#how, { expression: this.#how.end, frameId })
    await Promise.all(this.#breakpoints.map((id) => this.#job.remove(id)))
    return lines
  }

  async #read(frameId: number): Promise<readonly RecordedLine[]> {
    const lines: RecordedLine[] = []
    for (;;) {
      const expression = this.#how.read
        .replaceAll('{{start}}', String(lines.length))
        .replaceAll('{{end}}', String(lines.length + PAGE))
      const page = await evaluated(this.#on, this.#how, { expression, frameId })
      const rows = rowsIn(page?.['rows'])
      lines.push(...rows)
      if (rows.length < PAGE) return lines
    }
  }
}

interface Begun {
  readonly how: Recording
  readonly threadId: number
  readonly breakpoints: readonly number[]
}

const filled = (template: string, { flag, most }: Wanted): string =>
  template.replaceAll('{{most}}', String(most)).replaceAll('{{flag}}', () => JSON.stringify(flag ?? ''))

/** What an expression of the adapter's definition tells; undefined where it fails. */
async function evaluated(
  on: SessionCall,
  { context }: Recording,
  { expression, frameId }: { readonly expression: string; readonly frameId: number },
): Promise<JsonObject | undefined> {
  const answer = await on.send('evaluate', { expression, frameId, context })
  return answer.success ? decodeText(answer.body['result']) : undefined
}

const listOfNumbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

const rowsIn = (value: unknown): RecordedLine[] =>
  Array.isArray(value)
    ? value.flatMap((row: unknown) => {
        if (!Array.isArray(row)) return []
        const [line, changes, isFlagged]: unknown[] = row
        return typeof line === 'number' ? [{ line, changes: changesIn(changes), isFlagged: isFlagged === true }] : []
      })
    : []

const changesIn = (value: unknown): Change[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => {
        if (!Array.isArray(one)) return []
        const [name, before, after]: unknown[] = one
        if (typeof name !== 'string' || typeof after !== 'string') return []
        const change = present({
          name,
          before: typeof before === 'string' ? shown(before) : undefined,
          after: shown(after),
        })
        // What differs behind the part that is shown is no change, as between two steps.
        return change.before === change.after ? [] : [change]
      })
    : []

const shown = (text: string): string => cut(text, LONGEST_TRACED).text
