import { execFile } from 'node:child_process'
import { commandEnvironment } from '../command/find-command.js'

/** A daemon that an editor has started ends itself after this long without sessions and clients. */
const IDLE_EXIT_SECONDS = 600

/**
 * Runs `dapplex daemon start`, which leaves a running daemon alone.
 * @throws Error with what the command printed
 */
export function startDaemon(command: string, env: NodeJS.ProcessEnv): Promise<void> {
  const args = ['daemon', 'start', '--idle-exit', String(IDLE_EXIT_SECONDS)]
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: '/', env: commandEnvironment(command, env) }, (error, _stdout, stderr) => {
      if (error === null) return resolve()
      const said = stderr.trim().replace(/^error: /, '')
      reject(new Error(`The Dapplex daemon could not be started by ${command}: ${said === '' ? error.message : said}`))
    })
  })
}
