import { countIn, isJsonObject, listIn, textIn, type JsonObject } from '../dap/index.js'

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
  for (const event of readTestEvents(text)) {
    const one = caseOf(event)
    const { name } = one
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

/** What a run has written: a `TestEvent` a line. A line that is none is left out. */
export const readTestEvents = (text: string): TestEvent[] => text.split('\n').flatMap(decodeEvent)

function decodeEvent(line: string): TestEvent[] {
  const value = parse(line)
  if (!isJsonObject(value) || textIn(value, 'name') === undefined) return []
  const one = decodeCase(value)
  if (value['event'] === 'begin') return [{ event: 'begin', ...one }]
  const outcome = value['outcome']
  if (outcome !== 'passed' && outcome !== 'failed' && outcome !== 'skipped') return []
  const message = textIn(value, 'message')
  return [{ event: 'end', outcome, ...one, ...(message === undefined ? {} : { message }) }]
}

const decodeCase = (value: JsonObject): TestCase =>
  caseOf({ name: textIn(value, 'name') ?? '', file: textIn(value, 'file'), line: countIn(value, 'line') })

interface Place {
  readonly name: string
  readonly file?: string | undefined
  readonly line?: number | undefined
}

const caseOf = ({ name, file, line }: Place): TestCase => ({
  name,
  ...(file === undefined ? {} : { file }),
  ...(line === undefined ? {} : { line }),
})

/** The list that a program prints, and why some tests could not be read. */
export interface TestList {
  readonly tests: readonly TestCase[]
  readonly problems: readonly string[]
}

/** How the line begins that has a `TestList` as JSON. The files of the tests may print too. */
const LISTED = 'dapplex-tests:'

/** The list that a program has printed last; undefined where there is none. */
export function readTestList(output: string): TestList | undefined {
  const line = output.split('\n').findLast((one) => one.startsWith(LISTED))
  const value = line === undefined ? undefined : parse(line.slice(LISTED.length))
  if (!isJsonObject(value)) return undefined
  const { problems } = value
  return {
    tests: listIn(value, 'tests').map(decodeCase),
    problems: Array.isArray(problems) ? problems.filter((one) => typeof one === 'string') : [],
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
