import { countIn, isJsonObject, textIn } from '../dap/index.js'

/** One test. */
export interface TestCase {
  /** What the framework calls it; unique in its target. */
  readonly name: string
  /** Absolute. */
  readonly file?: string
  readonly line?: number
}

export interface FailedTest extends TestCase {
  readonly message: string
}

/** What became of the tests of a run. */
export interface TestSummary {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly FailedTest[]
}

/** What happened to a test, as a run writes it. */
export type TestEvent =
  | ({ readonly event: 'begin' } & TestCase)
  | ({
      readonly event: 'end'
      readonly outcome: 'passed' | 'failed' | 'skipped'
      readonly message?: string
    } & TestCase)

/** How far a run has come. */
export interface TestProgress {
  readonly summary: TestSummary
  /** The test that has begun last and has not ended. */
  readonly current?: TestCase
}

const MESSAGE = 'it did not end'

/**
 * Reads what a run has written: a `TestEvent` a line. A line that is not whole yet is left out. `isOver`: a test that has begun
 * and has not ended has failed.
 */
export function readTestProgress(text: string, isOver: boolean): TestProgress {
  const running = new Map<string, TestCase>()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: FailedTest[] = []
  for (const event of text.split('\n').flatMap(decodeEvent)) {
    const { name, file, line } = event
    const one = { name, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) }
    if (event.event === 'begin') {
      running.set(name, one)
      continue
    }
    const begun = running.get(name)
    running.delete(name)
    counts[event.outcome] += 1
    if (event.outcome === 'failed') failures.push({ ...begun, ...one, message: event.message ?? '' })
  }
  const current = [...running.values()].at(-1)
  if (!isOver) return { summary: { ...counts, failures }, ...(current === undefined ? {} : { current }) }
  const cutOff = [...running.values()].map((one) => ({ ...one, message: MESSAGE }))
  return { summary: { ...counts, failed: counts.failed + cutOff.length, failures: [...failures, ...cutOff] } }
}

function decodeEvent(line: string): TestEvent[] {
  const value = parse(line)
  if (!isJsonObject(value)) return []
  const name = textIn(value, 'name')
  if (name === undefined) return []
  const file = textIn(value, 'file')
  const at = countIn(value, 'line')
  const one = { name, ...(file === undefined ? {} : { file }), ...(at === undefined ? {} : { line: at }) }
  if (value['event'] === 'begin') return [{ event: 'begin', ...one }]
  const outcome = value['outcome']
  if (outcome !== 'passed' && outcome !== 'failed' && outcome !== 'skipped') return []
  const message = textIn(value, 'message')
  return [{ event: 'end', outcome, ...one, ...(message === undefined ? {} : { message }) }]
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
