import type { TestRun } from '@dapplex/protocol'

/** The tests that a session runs. */
export interface SessionTests {
  readonly framework: string
  readonly run: TestRun
  /** Where they are run: whose kept breakpoints the session has. */
  readonly root: string
  /** What the run writes is here; removed when the session is forgotten. */
  readonly folder: string
}
