import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DaemonState } from '@dapplex/daemon/files'
import { makeStateFolders, OWNER_VARIABLE, readDaemonState, stateFolder, statePaths } from '@dapplex/daemon/files'
import { EXIT } from '../exit/exit-codes.js'
import { CommandError } from '../exit/command-error.js'

/** An automatically started daemon ends itself after this long without sessions and clients. */
const IDLE_EXIT_MS = 10 * 60_000
const START_TIMEOUT_MS = 15_000
const START_POLL_MS = 25

/**
 * The daemon of this user. Starts it if none runs.
 * Errors: CommandError (exit 3) if it does not start; the message names its log.
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
  const paths = statePaths(home)
  makeStateFolders(paths)
  const logFile = join(dirname(paths.log), 'daemon.out')
  const log = openSync(logFile, 'a', 0o600)
  const saidBefore = fstatSync(log).size
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
  const child = spawn(process.execPath, [main, 'daemon', 'run', ...args], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: ownEnvironment(),
  })
  closeSync(log)
  child.unref()
  const gone = new AbortController()
  child.once('exit', () => gone.abort())
  const state = await waitForState(home, gone.signal)
  if (state === undefined && gone.signal.aborted) return raceWinner({ home, logFile, saidBefore })
  if (state === undefined)
    throw new CommandError(
      `the daemon did not start within ${START_TIMEOUT_MS / 1000} s; see ${logFile}`,
      EXIT.noDaemon,
    )
  return state
}

/**
 * A debugged program may start a daemon. Without the owner mark it does not end with the adapter of that program. A token is not handed
 * on: adapters and programs would inherit it.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { [OWNER_VARIABLE]: _owner, DAPPLEX_TOKEN: _token, ...env } = process.env
  return env
}

/**
 * Two commands may start a daemon at once: one process ends, and the state file of the other serves both commands. If no
 * daemon runs, the log says why it ended.
 */
async function raceWinner({ home, logFile, saidBefore }: Ended): Promise<DaemonState> {
  const state = await readDaemonState(home)
  if (state !== undefined) return state
  const said = readFileSync(logFile).subarray(saidBefore).toString('utf8')
  const reason = said
    .split('\n')
    .findLast((line) => line.startsWith('error: '))
    ?.slice('error: '.length)
  throw new CommandError(reason ?? `the daemon ended at its start; see ${logFile}`, EXIT.noDaemon)
}

interface Ended {
  readonly home: string
  readonly logFile: string
  /** Length of the log before this daemon wrote into it. */
  readonly saidBefore: number
}

async function waitForState(home: string, gone: AbortSignal): Promise<DaemonState | undefined> {
  const end = Date.now() + START_TIMEOUT_MS
  while (Date.now() < end && !gone.aborted) {
    const state = await readDaemonState(home)
    if (state !== undefined) return state
    await new Promise((resolve) => setTimeout(resolve, START_POLL_MS))
  }
  return undefined
}
