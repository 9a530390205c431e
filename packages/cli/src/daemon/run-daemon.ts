import { startDaemon } from '@dapplex/daemon'
import { readVersion } from './version.js'
import { printMessage } from '../output/print.js'

/** After its end: the process usually ends at once. */
const LINGER_MS = 1000

/** Runs the daemon in this process until SIGTERM, SIGINT or a long idle time. */
export async function runDaemon(options: { port?: number; idleExit?: number; logLevel?: string }): Promise<void> {
  // Adapters and programs would inherit it.
  delete process.env['DAPPLEX_TOKEN']
  const daemon = await startDaemon({
    version: readVersion(),
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.idleExit === undefined || options.idleExit === 0 ? {} : { idleExitMs: options.idleExit * 1000 }),
    ...(options.logLevel === undefined ? {} : { logLevel: options.logLevel }),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void daemon.stop(`the daemon was stopped (${signal})`))
  printMessage(`dapplex daemon: pid ${process.pid}, 127.0.0.1:${daemon.state.port}, ${daemon.state.socket}`)
  await daemon.ended
  endSoon()
}

/** What is still open when the daemon has ended, such as the timer of a call whose client has gone, must not keep the process. */
function endSoon(): void {
  const end = () => {
    printMessage(`dapplex daemon: ended by force; still open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit()
  }
  setTimeout(end, LINGER_MS).unref()
}
