import type { JsonObject } from '@dapplex/protocol'

/** What the launch or attach arguments ask of the shim itself. They are taken out before netcoredbg sees them. */
export interface ShimOptions {
  /** The inspector is brought into the debuggee; false leaves everything as netcoredbg has it. */
  readonly inspector: boolean
  /** Values as netcoredbg shows them: fields of collections, type names. */
  readonly rawValues: boolean
  /** What an evaluation may take, in ms; below netcoredbg's own 5 s. */
  readonly evaluationTimeoutMs: number
}

export const DEFAULT_OPTIONS: ShimOptions = { inspector: true, rawValues: false, evaluationTimeoutMs: 3000 }

const LONGEST = 4000

/** Takes the shim's options out of launch or attach arguments. */
export function takeOptions(args: JsonObject): { readonly options: ShimOptions; readonly others: JsonObject } {
  const { inspector, rawValues, evaluationTimeoutMs, ...others } = args
  const limit = typeof evaluationTimeoutMs === 'number' ? evaluationTimeoutMs : DEFAULT_OPTIONS.evaluationTimeoutMs
  return {
    options: {
      inspector: inspector !== false,
      rawValues: rawValues === true || inspector === false,
      evaluationTimeoutMs: Math.min(LONGEST, Math.max(100, limit)),
    },
    others,
  }
}

const VARIABLE = 'DOTNET_STARTUP_HOOKS'

/** dncdbg starts the program with nothing but what it is given (measured, 1.1.0): the environment of the adapter goes along. */
export function withEnvironment(args: JsonObject, env: NodeJS.ProcessEnv): JsonObject {
  const given: JsonObject = typeof args['env'] === 'object' && args['env'] !== null ? (args['env'] as JsonObject) : {}
  return Object.keys(given).length === 0 ? args : { ...args, env: { ...env, ...given } }
}

/** Adds the inspector to what the runtime calls before Main; hooks that the user has stay, before ours. */
export function withStartupHook(
  args: JsonObject,
  { path, separator }: { path: string; separator: string },
): JsonObject {
  const given: JsonObject = typeof args['env'] === 'object' && args['env'] !== null ? (args['env'] as JsonObject) : {}
  const before = typeof given[VARIABLE] === 'string' ? given[VARIABLE] : process.env[VARIABLE]
  const hooks = before === undefined || before === '' ? path : `${before}${separator}${path}`
  return { ...args, env: { ...given, [VARIABLE]: hooks } }
}
