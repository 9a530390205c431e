import type { TestCase, TestRun } from '@dapplex/protocol'

/** The tests that a session runs. */
export interface SessionTests {
  readonly framework: string
  readonly run: TestRun
  /** Those that were asked for; undefined: all of a target. */
  readonly cases?: readonly TestCase[]
  /** Where they are run: whose kept breakpoints the session has. */
  readonly root: string
  /** What the run writes is here; removed when the session is forgotten. */
  readonly folder: string
}
