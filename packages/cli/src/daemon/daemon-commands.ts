import { isSameProcess, readDaemonState, stateFolder } from '@dapplex/daemon/files'
import { CommandError } from '../exit/command-error.js'
import { EXIT } from '../exit/exit-codes.js'
import { startInBackground } from './ensure-daemon.js'
import { print } from '../output/print.js'

const STOP_TIMEOUT_MS = 15_000
const STOP_POLL_MS = 50

export async function startDaemonCommand(options: {
  port?: number
  idleExit?: number
  logLevel?: string
}): Promise<void> {
  const home = stateFolder(process.env)
  const running = await readDaemonState(home)
  if (running !== undefined) {
    print(`The daemon already runs: pid ${running.pid}, 127.0.0.1:${running.port}`)
    return
  }
  const args = Object.entries({
    '--port': options.port,
    '--idle-exit': options.idleExit,
    '--log-level': options.logLevel,
  })
  const state = await startInBackground({
    home,
    args: args.flatMap(([key, value]) => (value === undefined ? [] : [key, String(value)])),
  })
  print(`Started: pid ${state.pid}, 127.0.0.1:${state.port}, ${state.socket}`)
}

/** Asks the daemon to end and waits until it has; exit code 3 when none runs. */
export async function stopDaemonCommand(): Promise<number> {
  const home = stateFolder(process.env)
  const state = await readDaemonState(home)
  if (state === undefined) {
    print('No daemon is running.')
    return EXIT.noDaemon
  }
  process.kill(state.pid, 'SIGTERM')
  const end = Date.now() + STOP_TIMEOUT_MS
  while (isSameProcess(state.pid, state.started)) {
    if (Date.now() > end)
      throw new CommandError(
        `the daemon (pid ${state.pid}) did not end within ${STOP_TIMEOUT_MS / 1000} s; its log is in ${home}`,
      )
    await new Promise((resolve) => setTimeout(resolve, STOP_POLL_MS))
  }
  print('Stopped.')
  return EXIT.done
}
