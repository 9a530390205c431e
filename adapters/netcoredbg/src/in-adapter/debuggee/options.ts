import { objectIn, textIn, type JsonObject } from '@dapplex/protocol'
import type { TestRequest } from '../tests/test-host.js'

/** Launch and attach arguments for the shim. They are removed before netcoredbg sees the arguments. */
export interface ShimOptions {
  /** Whether the inspector is loaded into the program. False shows everything as netcoredbg does. */
  readonly inspector: boolean
  /** Values as netcoredbg shows them: fields of collections, type names. */
  readonly rawValues: boolean
  /** The time limit of an evaluation in ms, below the 5 s of netcoredbg. */
  readonly evaluationTimeoutMs: number
  /** The file that the program reads as its standard input. Without it netcoredbg gives the program an input that never ends. */
  readonly inputFile?: string
  /** The program is an assembly with tests, and the test platform runs them. */
  readonly tests?: TestRequest
}

export const DEFAULT_OPTIONS: ShimOptions = { inspector: true, rawValues: false, evaluationTimeoutMs: 3000 }

const LONGEST = 4000

/** Splits the options of the shim from the other launch or attach arguments. */
export function takeOptions(args: JsonObject): { readonly options: ShimOptions; readonly others: JsonObject } {
  const { inspector, rawValues, evaluationTimeoutMs, inputFile, tests: _tests, ...others } = args
  const tests = testRequest(args)
  const limit = typeof evaluationTimeoutMs === 'number' ? evaluationTimeoutMs : DEFAULT_OPTIONS.evaluationTimeoutMs
  return {
    options: {
      inspector: inspector !== false,
      rawValues: rawValues === true || inspector === false,
      evaluationTimeoutMs: Math.min(LONGEST, Math.max(100, limit)),
      ...(typeof inputFile === 'string' ? { inputFile } : {}),
      ...(tests === undefined ? {} : { tests }),
    },
    others,
  }
}

function testRequest(args: JsonObject): TestRequest | undefined {
  const tests = objectIn(args, 'tests')
  if (tests === undefined) return undefined
  const filter = textIn(tests, 'filter')
  return { progress: textIn(tests, 'progress') ?? '', ...(filter === undefined ? {} : { filter }) }
}

/**
 * Has a shell open the file as the standard input and become the program. The process id stays the same, so netcoredbg finds
 * the runtime in it (measured, netcoredbg 3.1.3). It starts an assembly with `dotnet`, as netcoredbg does.
 */
export function withInput(args: JsonObject, { inputFile }: ShimOptions): JsonObject {
  const program = args['program']
  if (inputFile === undefined || typeof program !== 'string') return args
  const given: readonly unknown[] = Array.isArray(args['args']) ? args['args'] : []
  const command = isAssembly(program) ? ['dotnet', program] : [program]
  return { ...args, program: '/bin/sh', args: ['-c', 'exec "$@" <"$0"', inputFile, ...command, ...given] }
}

const isAssembly = (program: string): boolean => /\.dll$/i.test(program)

/** The name of the process as netcoredbg tells it. With `withInput` it would be that of the shell. */
export function processName({ program }: JsonObject, { inputFile }: ShimOptions): string | undefined {
  if (inputFile === undefined || typeof program !== 'string') return undefined
  return isAssembly(program) ? 'dotnet' : program
}

const VARIABLE = 'DOTNET_STARTUP_HOOKS'

/** dncdbg gives the program only this environment (measured, 1.1.0), so the environment of the adapter is added. */
export function withEnvironment(args: JsonObject, env: NodeJS.ProcessEnv): JsonObject {
  const given: JsonObject = typeof args['env'] === 'object' && args['env'] !== null ? (args['env'] as JsonObject) : {}
  return Object.keys(given).length === 0 ? args : { ...args, env: { ...env, ...given } }
}

/** Adds the inspector to the hooks that the runtime calls before Main, after the user's hooks. */
export function withStartupHook(
  args: JsonObject,
  { path, separator }: { path: string; separator: string },
): JsonObject {
  const given: JsonObject = typeof args['env'] === 'object' && args['env'] !== null ? (args['env'] as JsonObject) : {}
  const before = typeof given[VARIABLE] === 'string' ? given[VARIABLE] : process.env[VARIABLE]
  const hooks = before === undefined || before === '' ? path : `${before}${separator}${path}`
  return { ...args, env: { ...given, [VARIABLE]: hooks } }
}
