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
import { awaitFirstStop, describeFirstStop, stateAfter } from './await-first-stop.js'

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
  readonly stopped?: boolean
  readonly state: string
  readonly pid?: number
  readonly message: string
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
  const wait_ms = returnsAtOnce(options) ? 0 : BRIEF_MS
  const params = { ...launchParams({ ...(file === undefined ? {} : { file }), args, options }), wait_ms }
  await withClient({ name: 'terminal', kind: 'terminal', start: 'if-needed' }, async (client) => {
    const launched = (await client.call('debug_launch', params)) as unknown as Launched
    const { session_id: sessionId, state, message } = launched
    if (options.io === true) {
      process.exitCode = await passThrough(client, sessionId)
      return
    }
    const stop = state === 'running' && awaitsStop(options) ? await awaitFirstStop(client, sessionId) : undefined
    if (options.json === true)
      printJson(
        stop === undefined
          ? launched
          : { ...launched, message: describeFirstStop(stop), state: stateAfter(stop), ...stop },
      )
    else if (options.detach === true) print(shown`${sessionId}`)
    else {
      print(`${shown`${sessionId}`}: ${stop === undefined ? shown`${message}` : describeFirstStop(stop)}`)
      await printStop(client, sessionId, stop ?? launched)
    }
    if (options.attach === true) process.exitCode = await runTerminalView({ client, sessionId })
  })
}

/** Exception, source and changed values of the stop at which the launch has ended. */
async function printStop(
  client: Client,
  sessionId: string,
  stop: ShownStop & { readonly stopped?: boolean },
): Promise<void> {
  if (stop.stopped !== true) return
  const view = { client, sessionId, memory: newMemory(), paint: makePaint() }
  for (const line of await reportStop(view, stop)) print(line)
}

/** A launch with breakpoints waits for the stop, except with `--detach` and before the interactive view, which shows it. */
const awaitsStop = ({ break: places, stopAtEntry, attach, detach, io }: LaunchOptions): boolean =>
  io !== true &&
  (places !== undefined || stopAtEntry === true) &&
  detach !== true &&
  !(attach === true && process.stdin.isTTY)

/** Somebody else waits: the view, or what waits for the first breakpoint. */
const returnsAtOnce = (options: LaunchOptions): boolean =>
  options.io === true || options.detach === true || options.attach === true || awaitsStop(options)

/** Long enough to see a program that fails at its start. */
const BRIEF_MS = 1_000

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
