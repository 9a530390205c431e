import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DaemonState } from '@dapplex/daemon'
import { OWNER_VARIABLE, readDaemonState, stateFolder } from '@dapplex/daemon'
import { EXIT } from '../exit-codes.js'
import { CommandError } from '../command-error.js'

/** An automatically started daemon ends itself after this long without sessions and clients. */
const IDLE_EXIT_MS = 10 * 60_000
const START_TIMEOUT_MS = 15_000
const START_POLL_MS = 25

/**
 * The running daemon of this user, started when there is none.
 * Errors: CommandError (exit 3) when it does not come up; the message names its log.
 */
export async function ensureDaemon(env: NodeJS.ProcessEnv): Promise<DaemonState> {
  const home = stateFolder(env)
  return (
    (await readDaemonState(home)) ??
    (await startInBackground({ home, args: ['--idle-exit', String(IDLE_EXIT_MS / 1000)] }))
  )
}

/**
 * Starts `dapplex daemon run` detached and waits until its state file is there.
 * `args` are further arguments of `daemon run`.
 */
export async function startInBackground({
  home,
  args,
}: {
  home: string
  args: readonly string[]
}): Promise<DaemonState> {
  const folder = join(home, 'log')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const logFile = join(folder, 'daemon.out')
  const log = openSync(logFile, 'a', 0o600)
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
  const child = spawn(process.execPath, [main, 'daemon', 'run', ...args], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: ownEnvironment(),
  })
  closeSync(log)
  child.unref()
  const ended = new Promise<'ended'>((resolve) => child.once('exit', () => resolve('ended')))
  const state = await Promise.race([waitForState(home), ended])
  if (state === 'ended') return raceWinner({ home, logFile })
  if (state === undefined)
    throw new CommandError(
      `the daemon did not start within ${START_TIMEOUT_MS / 1000} s; see ${logFile}`,
      EXIT.noDaemon,
    )
  return state
}

/** A daemon that a debugged program starts is not the program's: it must not end with the adapter whose mark it carries. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { [OWNER_VARIABLE]: _owner, ...env } = process.env
  return env
}

/** Two commands may start a daemon at once: the loser's process ends, and the winner's state file serves both. */
async function raceWinner({ home, logFile }: { home: string; logFile: string }): Promise<DaemonState> {
  const state = await readDaemonState(home)
  if (state === undefined) throw new CommandError(`the daemon ended at its start; see ${logFile}`, EXIT.noDaemon)
  return state
}

async function waitForState(home: string): Promise<DaemonState | undefined> {
  const end = Date.now() + START_TIMEOUT_MS
  while (Date.now() < end) {
    const state = await readDaemonState(home)
    if (state !== undefined) return state
    await new Promise((resolve) => setTimeout(resolve, START_POLL_MS))
  }
  return undefined
}
