import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

export interface CommandOutcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** A state folder of its own, and the command that uses it: as a user who has run nothing yet. */
export interface DaemonHome {
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  /** The command line of `dapplex` for whoever starts a process by itself. */
  readonly command: readonly [string, string]
  dapplex(...args: string[]): Promise<CommandOutcome>
  /** Stops the daemon, if there is one, and removes the folder. */
  end(): Promise<void>
}

export async function makeDaemonHome(): Promise<DaemonHome> {
  const home = await mkdtemp(join(tmpdir(), 'dapplex-cli-'))
  const env: NodeJS.ProcessEnv = { ...process.env, DAPPLEX_HOME: home, NO_COLOR: '1' }
  const dapplex = async (...args: string[]): Promise<CommandOutcome> => {
    try {
      return { exitCode: 0, ...(await run(process.execPath, [MAIN, ...args], { env, maxBuffer: 64 * 1024 * 1024 })) }
    } catch (error) {
      const failed = error as { code: number; stdout: string; stderr: string }
      return { exitCode: failed.code, stdout: failed.stdout, stderr: failed.stderr }
    }
  }
  return {
    home,
    env,
    command: [process.execPath, MAIN],
    dapplex,
    end: async () => {
      await dapplex('daemon', 'stop')
      await rm(home, { recursive: true, force: true })
    },
  }
}
