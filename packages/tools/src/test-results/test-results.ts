import { readFile } from 'node:fs/promises'
import {
  readTestProgress,
  type FailedTest,
  type TestCase,
  type TestProgress,
  type TestSummary,
} from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { SessionTests } from '../port/session-tests.js'
import type { Frame } from '../stop/frame.js'
import { outputOf } from './failed-check.js'

/** Of the message of a failure, in characters. */
const LONGEST_MESSAGE = 400
/** Failures that are told, at most; `failed` counts all. */
const MOST_FAILURES = 50

/** What is told of the tests of a session (`testFields` of the registry). */
export interface TestOutcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: FailedTest[]
}

/** What became of the tests of a session; nothing where it runs none, and for its children. */
export async function testOutcome(on: SessionCall): Promise<Partial<TestOutcome>> {
  const { tests, parentId } = on.session
  if (tests === undefined || parentId !== undefined) return {}
  const summary = await summaryOf(on, tests)
  if (summary === undefined) return {}
  const { passed, failed, skipped, failures } = summary
  return { passed, failed, skipped, failures: failures.slice(0, MOST_FAILURES).map(shown) }
}

const shown = ({ message, ...one }: FailedTest): FailedTest => ({
  ...one,
  message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
})

async function summaryOf({ session }: SessionCall, { run }: SessionTests): Promise<TestSummary | undefined> {
  const read = await progressOf(run.progress, true)
  if (read !== undefined) return read.summary
  return run.readOutput?.(outputOf(session))
}

async function progressOf(file: string | undefined, isOver: boolean): Promise<TestProgress | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : readTestProgress(text, isOver)
}

/** The test that runs at a stop: the one that the run has told, else the only one, else the one whose lines the stack is in. */
export async function currentTest({ session }: SessionCall, frames: readonly Frame[]): Promise<TestCase | undefined> {
  const { tests } = session
  if (tests === undefined) return undefined
  const told = (await progressOf(tests.run.progress, false))?.current
  const { cases = [] } = tests.run
  const known = told === undefined ? undefined : cases.find(({ name }) => name === told.name)
  if (told !== undefined) return { ...known, ...told }
  return cases.length === 1 ? cases[0] : testAround(cases, frames)
}

/** The last test that begins above a frame in the same file, for the outermost frame that has one. */
function testAround(cases: readonly TestCase[], frames: readonly Frame[]): TestCase | undefined {
  for (const frame of frames.toReversed()) {
    const above = cases.filter(({ file, line = 0 }) => file === frame.path && line <= (frame.line ?? 0))
    const nearest = above.toSorted((a, b) => (b.line ?? 0) - (a.line ?? 0))[0]
    if (nearest !== undefined) return nearest
  }
  return undefined
}

/**
 * The frame that explains a failed assertion: that of the test, even where a helper of the user raises it. It is the outermost
 * one in the file of the test; undefined where the exception is no assertion or the stack has no such frame.
 */
export function testFrame(
  { session }: SessionCall,
  at: { readonly test: TestCase | undefined; readonly type: string | undefined; readonly frames: readonly Frame[] },
): number | undefined {
  const { test, type, frames } = at
  if (test?.file === undefined || type === undefined) return undefined
  if (session.tests?.run.assertions.includes(type) !== true) return undefined
  const { file, line = 0 } = test
  // Behind a label stand calls that have returned: their values are gone.
  const label = frames.findIndex(({ path, line: at }) => path === undefined && at === undefined)
  const live = label === -1 ? frames : frames.slice(0, label)
  const index = live.findLastIndex((frame) => frame.path === file && (frame.line ?? 0) >= line)
  return index === -1 ? undefined : index
}
