import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { RequestResult } from '@dapplex/protocol'
import type { Channel } from './channel.js'

type Lines = RequestResult<'dapplex_steppedLines'>['lines']
type Row = Lines[number]['variables'][number]

const ENDS: ReadonlySet<string> = new Set(['continue', 'next', 'stepIn', 'stepOut', 'pause', 'disconnect', 'terminate'])

/** What the steps need of the program that is debugged. */
interface Stepped {
  readonly channel: Channel
  rememberFrames(
    at: { readonly threadId: number; readonly start: number },
    frames: readonly Dap.StackFrame[],
  ): readonly Dap.StackFrame[]
}

/** Where the thread stands, and how deep. */
export interface StepPlace {
  readonly frame: Dap.StackFrame
  readonly depth: number
}

export interface LineStepsSpec {
  readonly threadId: number
  readonly from: StepPlace
  /** The variables there. */
  readonly rows: readonly Row[]
  readonly most: number
  readonly timeoutMs: number
  /** Reads the variables after the statement at `ran`, which was the top frame before. */
  readonly read: (frameId: number, ran: Dap.StackFrame) => Promise<readonly Row[]>
}

/**
 * A `next` that goes on from line to line. netcoredbg steps as for anybody, but the stops on the way are told to nobody: each would
 * cost its messages to the multiplexer and to the tool, which is more than the step itself.
 */
export class LineSteps {
  readonly #debuggee: Stepped
  readonly #spec: LineStepsSpec
  readonly #until: number
  #last: Dap.StackFrame
  #known: ReadonlyMap<string, string>
  #lines: Lines[number][] = []
  #state: 'armed' | 'first' | 'stepping' | 'ending' | 'over' = 'armed'
  /** Gets the stop that ends it. */
  readonly #tell: (event: Dap.StoppedEvent) => void

  constructor(debuggee: Stepped, spec: LineStepsSpec, tell: (event: Dap.StoppedEvent) => void) {
    this.#debuggee = debuggee
    this.#spec = spec
    this.#tell = tell
    this.#until = performance.now() + spec.timeoutMs
    this.#last = spec.from.frame
    this.#known = textsOf(spec.rows)
  }

  /** A client moves or pauses the program: its `next` is the one that goes on, anything else ends it. */
  asked(command: string, threadId: unknown): void {
    if (!ENDS.has(command) || this.#state === 'over') return
    if (this.#state !== 'armed') this.#state = 'ending'
    else this.#state = command === 'next' && threadId === this.#spec.threadId ? 'first' : 'over'
  }

  /** Whether an event is of a step on the way, which no client hears of. */
  hides(event: Dap.Event): boolean {
    if (this.#state === 'armed' || this.#state === 'over') return false
    if (event.event === 'exited' || event.event === 'terminated') this.#state = 'over'
    if (event.event === 'continued') return this.#state !== 'first'
    if (event.event !== 'stopped') return false
    const { body } = event as Dap.StoppedEvent
    if (body.reason !== 'step' || body.threadId !== this.#spec.threadId || this.#state === 'ending') {
      this.#state = 'over'
      return false
    }
    this.#state = 'stepping'
    void this.#goOn(event as Dap.StoppedEvent)
    return true
  }

  take(): Lines {
    const taken = this.#lines
    this.#lines = []
    return taken
  }

  async #goOn(event: Dap.StoppedEvent): Promise<void> {
    const { threadId } = this.#spec
    const isOnItsWay = await this.#noteLine().catch(() => false)
    // A pause has come meanwhile.
    const goes = isOnItsWay && this.#state === 'stepping'
    const moved = goes ? await this.#debuggee.channel.ask('next', { threadId }) : undefined
    if (moved?.success === true) return
    this.#state = 'over'
    this.#tell(event)
  }

  /** False where the steps end. */
  async #noteLine(): Promise<boolean> {
    const { from, most, threadId, read } = this.#spec
    const here = await placeOfTop(this.#debuggee, threadId)
    if (here?.depth !== from.depth || this.#lines.length + 1 >= most || performance.now() >= this.#until) return false
    const { frame } = here
    const place = { path: frame.source?.path ?? '', line: frame.line }
    if (this.#debuggee.channel.breakpointsAt(place) > 0) return false
    const rows = isBrace(this.#last) ? [] : await read(frame.id, this.#last)
    const variables = rows.filter((row) => this.#known.get(row.name) !== textOf(row))
    if (rows.length > 0) this.#known = textsOf(rows)
    this.#last = frame
    this.#lines.push({ line: frame.line, variables })
    return true
  }
}

/** The top frame, which is known of this stop then. Undefined where it cannot be read. */
export async function placeOfTop(debuggee: Stepped, threadId: number): Promise<StepPlace | undefined> {
  const asked = { threadId, startFrame: 0, levels: 1 }
  const body = await debuggee.channel.body<Dap.StackTraceResponse['body']>('stackTrace', asked)
  const [frame] = debuggee.rememberFrames({ threadId, start: 0 }, body.stackFrames)
  return frame === undefined || body.totalFrames === undefined ? undefined : { frame, depth: body.totalFrames }
}

/** A step over `{` or `}` changes nothing: it has one character. */
const isBrace = ({ line, column, endLine, endColumn }: Dap.StackFrame): boolean =>
  endLine === line && endColumn === column + 1

const textOf = ({ value, type, fields }: Row): string =>
  JSON.stringify([value, type, fields?.rows.map((one) => [one.name, one.value])])

/** Of a name that stands twice the first counts, as everywhere. */
const textsOf = (rows: readonly Row[]): Map<string, string> =>
  new Map(rows.toReversed().map((row) => [row.name, textOf(row)]))
