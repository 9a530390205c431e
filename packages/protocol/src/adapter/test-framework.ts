import type { ExceptionSpec } from '../session/view.js'
import type { LaunchSpec } from './launch-spec.js'
import type { TestCase, TestSummary } from './test-progress.js'

/** What a caller points at, as it was found on this machine. */
export interface TestTarget {
  /** Absolute path of a file or folder. */
  readonly path: string
  readonly isFolder: boolean
  /** The file, or the files below the folder: a limited number, without hidden folders and those of dependencies. */
  readonly files: readonly string[]
  /** Its folder and those above it up to the root of the repository, the nearest first: where configuration may stand. */
  readonly folders: readonly string[]
}

/** One test framework. It belongs to the adapter that debugs its programs, and knows how its tests are found, listed and run. */
export interface TestFramework {
  /** Value of `framework`, such as `pytest`. */
  readonly id: string
  /** The adapter that debugs its tests. */
  readonly adapter: string
  /** What `find` looks for, for the error that nothing fits. */
  readonly looksFor: string
  /**
   * The tests of a target; undefined where they are not of this framework. `isAsked`: the caller has named the framework, so all
   * that it could run fits.
   */
  find(target: TestTarget, isAsked: boolean): Promise<TestSuite | undefined>
}

/** The tests of one target. */
export interface TestSuite {
  /** The folder where they are run. */
  readonly root: string
  /** By what the framework was recognized, such as `pytest.ini`. */
  readonly why: string
  /**
   * All tests of the target, in their order.
   * @throws ToolError TESTS_UNREADABLE when they cannot be listed
   */
  list(limits: TestLimits): Promise<readonly TestCase[]>
  /**
   * How they are run under the debugger.
   * @throws ToolError TESTS_UNREADABLE when something that a run needs is missing
   */
  run(request: TestRunRequest, limits: TestLimits): Promise<TestRun>
}

export interface TestLimits {
  readonly timeoutMs: number
}

export interface TestRunRequest {
  /** Those to run, as `list` gave them; undefined: all of the target. */
  readonly tests: readonly TestCase[] | undefined
  /** Further arguments for the framework. */
  readonly args: readonly string[]
  /** A folder of this run alone. It lives as long as the session. */
  readonly folder: string
}

/** What stops the program at a failing assertion, in the adapter's terms; one of the members is there. */
export interface TestStop {
  readonly filter?: string
  readonly exception?: ExceptionSpec
  /** A function of the framework that tells a failure. Where it is called, a check of the test has failed. */
  readonly function?: string
  /** Of the function: when it stops, in the language of the adapter. */
  readonly condition?: string
}

/** How one run is started under the debugger, and how it is followed. */
export interface TestRun {
  readonly spec: LaunchSpec
  /** Set for the session where `break_on` is `uncaught`. Nobody sees them in a list. */
  readonly stops: readonly TestStop[]
  /** Unqualified types of exceptions that mean a failed assertion: the frame of the test explains them, not that of a helper. */
  readonly assertions: readonly string[]
  /**
   * The tests of the run, with their places: by these a stop is told to be in one of them. Absent where `progress` tells which
   * test has begun.
   */
  readonly cases?: readonly TestCase[]
  /** The file to which the run writes what happens to its tests: a `TestEvent` a line, as JSON. */
  readonly progress?: string
  /** Reads what became of the tests from all that the program has written, where the run writes no such file. */
  readonly readOutput?: (output: string) => TestSummary | undefined
  /** Where a function stops: what the test has said of its failure, from all that the program has written. */
  readonly readFailure?: (output: string) => string | undefined
}
