import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import type { Fields } from '@dapplex/protocol/dap'
import { RequestFailure } from '../dap/request-failure.js'
import { lacksInspector } from './lacks-inspector.js'
import { scriptOf } from './script-of.js'

export interface LaunchArguments {
  /** Absolute, with its extension. */
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly runtimeExecutable: string
  readonly runtimeArgs: readonly string[]
  readonly stopOnEntry: boolean
  /** Whether the program itself is debugged: not with `noDebug`, and not where Node gives it no inspector. */
  readonly hasInspector: boolean
  /** The processes and workers that it starts are debugged too (js-debug's name: `autoAttachChildProcesses`). */
  readonly followsChildren: boolean
  /** Removed when the adapter dies. */
  readonly guardedFolder?: string
}

const INSPECTOR_OPTION = /^--(inspect|debug)(-brk|-wait|-port)?(=|$)/

/**
 * Reads the arguments of `launch` and checks what can be checked before anything is started.
 * @throws RequestFailure that names the argument
 */
export function readLaunchArguments(args: Fields, environment: NodeJS.ProcessEnv): LaunchArguments {
  const cwd = resolve(args.textOr('cwd') ?? process.cwd())
  if (!isFolder(cwd)) throw new RequestFailure(`launch: cwd ${cwd} is not a folder`)
  const runtimeArgs = args.texts('runtimeArgs')
  const inspectorOption = runtimeArgs.find((one) => INSPECTOR_OPTION.test(one))
  if (inspectorOption !== undefined) {
    throw new RequestFailure(
      `launch: runtimeArgs must not have ${inspectorOption}: the adapter opens the inspector itself`,
    )
  }
  const env = mergeEnvironment(environment, args.entries('env'))
  const what = whatRuns(args, { cwd, env })
  const noDebug = args.flagOr('noDebug') ?? false
  return {
    ...what,
    cwd,
    env,
    stopOnEntry: args.flagOr('stopOnEntry') ?? false,
    hasInspector: !noDebug && !lacksInspector(what.runtimeArgs),
    followsChildren: !noDebug && (args.flagOr('autoAttachChildProcesses') ?? true),
  }
}

/**
 * The program with its arguments, and the Node that runs it. `runtimeExecutable` may be a script itself, as VS Code's
 * configurations write `npm` with `runtimeArgs: ["run", "test"]`: then that script is the program.
 */
function whatRuns(args: Fields, place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
  const program = args.textOr('program') ?? ''
  const runtimeExecutable = args.textOr('runtimeExecutable')
  const runtimeArgs = args.texts('runtimeArgs')
  const script = runtimeExecutable === undefined ? undefined : scriptOf(runtimeExecutable, place)
  if (script !== undefined) {
    const all = [...runtimeArgs, ...(program === '' ? [] : [program]), ...args.texts('args')]
    return { program: script, args: all, runtimeExecutable: process.execPath, runtimeArgs: [] }
  }
  if (program === '') throw new RequestFailure('launch: program is missing; give the path of a JavaScript file')
  return {
    program: findProgram(program, place.cwd),
    args: args.texts('args'),
    runtimeExecutable: runtimeExecutable ?? process.execPath,
    runtimeArgs,
  }
}

/** Finds a program as Node does: with or without its extension, or a folder with a package in it. */
function findProgram(program: string, cwd: string): string {
  const path = isAbsolute(program) ? program : resolve(cwd, program)
  try {
    return createRequire(join(cwd, 'launch')).resolve(path)
  } catch {
    if (existsSync(path) && !isFolder(path)) return path
    throw new RequestFailure(`launch: program ${path} does not exist; give the path of a JavaScript file`)
  }
}

/**
 * The program's environment: the adapter's, with `env` over it (null takes a variable off), without what would open a second
 * inspector in it.
 * @throws RequestFailure for a value that is no text
 */
export function mergeEnvironment(
  base: NodeJS.ProcessEnv,
  changes: readonly (readonly [string, unknown])[],
): NodeJS.ProcessEnv {
  const merged: NodeJS.ProcessEnv = { ...base }
  for (const [name, value] of changes) {
    if (value === null) Reflect.deleteProperty(merged, name)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      merged[name] = String(value)
    } else throw new RequestFailure(`launch: env.${name} must be a string, not ${JSON.stringify(value)}`)
  }
  Reflect.deleteProperty(merged, 'VSCODE_INSPECTOR_OPTIONS')
  const options = merged['NODE_OPTIONS']
  if (options !== undefined) merged['NODE_OPTIONS'] = withoutInspectorOptions(options)
  return merged
}

const withoutInspectorOptions = (options: string): string =>
  options
    .split(/\s+/)
    .filter((one) => !INSPECTOR_OPTION.test(one))
    .join(' ')

/**
 * Opens the inspector; stands before the program's own arguments. Its address holds a secret, which is printed on stderr alone:
 * by default every user of this machine could ask for it (`/json/list`).
 */
export const INSPECTOR_ARGUMENTS = ['--inspect-brk=127.0.0.1:0', '--inspect-publish-uid=stderr']

/** The whole command line after the executable. */
export function commandLine({ runtimeArgs, program, args, hasInspector }: LaunchArguments): string[] {
  return [...(!hasInspector ? [] : INSPECTOR_ARGUMENTS), ...runtimeArgs, program, ...args]
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
