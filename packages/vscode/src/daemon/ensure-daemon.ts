import type { Found } from '../command/find-command.js'
import { readRunningDaemon, type RunningDaemon } from './state-file.js'
import { startDaemon } from './start-daemon.js'

export interface DaemonPlace {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly findCommand: () => Found
}

/** The command `dapplex` is not there; `message` says how to get it. */
export class CommandMissingError extends Error {
  override readonly name = 'CommandMissingError'
}

/**
 * The running daemon of this user. If none runs, starts one.
 * @throws CommandMissingError if none runs and the command is not found
 * @throws Error if it does not start
 */
export async function ensureDaemon({ folder, env, findCommand }: DaemonPlace): Promise<RunningDaemon> {
  const running = readRunningDaemon(folder)
  if (running !== undefined) return running
  const found = findCommand()
  if (found.kind === 'missing') throw new CommandMissingError(found.problem)
  await startDaemon(found.path, env)
  const started = readRunningDaemon(folder)
  if (started === undefined) throw new Error(`The Dapplex daemon has started but left no daemon.json in ${folder}`)
  return started
}
