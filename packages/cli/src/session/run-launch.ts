import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { withClient } from '../daemon/open-client.js'
import { runTerminalView } from '../terminal/terminal-view.js'
import { parsePlace } from '../arguments/place.js'
import { UsageError } from '../exit/command-error.js'
import { shown } from '../output/escape-text.js'
import { print, printJson } from '../output/print.js'
import { makePaint } from '../output/paint.js'
import type { Client } from '@dapplex/client'
import { reportStop, type ShownStop } from '../terminal/stop-report.js'
import { newMemory } from '../terminal/view-context.js'
import { passThrough } from './pass-through.js'
import { awaitFirstStop, describeFirstStop, sayingSo, stateAfter, type FirstStop } from './await-first-stop.js'

export interface LaunchOptions {
  readonly adapter?: string
  readonly break?: readonly string[]
  readonly stopAtEntry?: boolean
  readonly config?: string
  readonly cwd?: string
  readonly env?: readonly string[]
  readonly attach?: boolean
  readonly io?: boolean
  readonly detach?: boolean
  readonly json?: boolean
}

interface Launched extends ShownStop {
  readonly session_id: string
  readonly state: string
  readonly pid?: number
  readonly message: string
  readonly reason?: string
}

/** Launches a program, prints the session, and opens the terminal view if asked. */
export async function runLaunch({
  file,
  args,
  options,
}: {
  file?: string
  args: readonly string[]
  options: LaunchOptions
}): Promise<void> {
  if (file === undefined && options.config === undefined)
    throw new UsageError('give a program, or --config with a named configuration')
  const params = {
    ...launchParams({ ...(file === undefined ? {} : { file }), args, options }),
    wait_ms: returnsAtOnce(options) ? 0 : OUTCOME_MS,
  }
  await withClient({ name: 'terminal', kind: 'terminal', start: 'if-needed' }, async (client) => {
    if (options.io === true) {
      // Where nobody is left who could look at it, nothing of it is left.
      const request = { ...params, on_abandon: 'end' }
      const launch = async (signal: AbortSignal) => sessionOf(await client.call('debug_launch', request, { signal }))
      process.exitCode = await passThrough(client, launch)
      return
    }
    const answer = client.call('debug_launch', params)
    const launch = returnsAtOnce(options) ? answer : sayingSo('waiting for the program to stop or end …', answer)
    const launched = (await launch) as unknown as Launched
    const { session_id: sessionId, state, message } = launched
    const stop = state === 'running' && awaitsStop(options) ? await awaitFirstStop(client, sessionId) : undefined
    const told = stop ?? stopOf(launched)
    if (options.json === true)
      printJson(
        stop === undefined
          ? launched
          : { ...launched, message: describeFirstStop(stop), state: stateAfter(stop), ...stop },
      )
    else if (options.detach === true) print(shown`${sessionId}`)
    else {
      print(`${shown`${sessionId}`}: ${told === undefined ? shown`${message}` : describeFirstStop(told)}`)
      if (told?.stopped === true && !opensLiveView(options)) await printStop(client, sessionId, told)
    }
    if (options.attach === true) process.exitCode = await runTerminalView({ client, sessionId })
  })
}

const sessionOf = (launched: Readonly<Record<string, unknown>>): string => String(launched['session_id'])

/** The stop at which the launch itself has ended. */
const stopOf = ({ state, reason, ...launched }: Launched): FirstStop | undefined =>
  state === 'stopped' && reason !== undefined && launched.location !== undefined
    ? { ...launched, stopped: true, reason }
    : undefined

/** Exception, source and changed values of the stop at which the launch has ended. */
async function printStop(client: Client, sessionId: string, stop: ShownStop): Promise<void> {
  const view = { client, sessionId, memory: newMemory(), paint: makePaint() }
  for (const line of await reportStop(view, stop)) print(line)
}

/** The live view shows the stop itself. */
const opensLiveView = ({ attach }: LaunchOptions): boolean => attach === true && process.stdin.isTTY

/** A launch with breakpoints waits for the stop, except with `--detach` and before the interactive view, which shows it. */
const awaitsStop = (options: LaunchOptions): boolean =>
  options.io !== true &&
  (options.break !== undefined || options.stopAtEntry === true) &&
  options.detach !== true &&
  !opensLiveView(options)

/** Somebody else waits: the view, or what waits for the first breakpoint. */
const returnsAtOnce = (options: LaunchOptions): boolean =>
  options.io === true || options.detach === true || options.attach === true || awaitsStop(options)

/** Milliseconds from the program's beginning in which a short one ends. debugpy takes more than one to tell the end. */
const OUTCOME_MS = 5_000

function launchParams({
  file,
  args,
  options,
}: {
  file?: string
  args: readonly string[]
  options: LaunchOptions
}): Record<string, unknown> {
  const breakpoints = (options.break ?? []).map(parsePlace)
  for (const { file: source } of breakpoints)
    if (!existsSync(source)) throw new UsageError(`--break: there is no file ${source}`)
  return {
    ...(file === undefined ? {} : { program: resolve(file) }),
    ...(args.length === 0 ? {} : { args }),
    ...(options.config === undefined && options.cwd === undefined ? { cwd: process.cwd() } : {}),
    ...(options.cwd === undefined ? {} : { cwd: resolve(options.cwd) }),
    ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
    ...(options.config === undefined ? {} : { configuration: options.config }),
    ...(options.env === undefined ? {} : { env: Object.fromEntries(options.env.map(parseVariable)) }),
    ...(options.stopAtEntry === true ? { stop_at_entry: true } : {}),
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
  }
}

function parseVariable(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at <= 0) throw new UsageError(`"${text}" is not NAME=VALUE`)
  return [text.slice(0, at), text.slice(at + 1)]
}
