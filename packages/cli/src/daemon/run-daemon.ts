import { startDaemon } from '@dapplex/daemon'
import { readVersion } from './version.js'
import { printMessage } from '../output/print.js'

/** Runs the daemon in this process until SIGTERM, SIGINT or a long idle time. */
export async function runDaemon(options: { port?: number; idleExit?: number; logLevel?: string }): Promise<void> {
  const daemon = await startDaemon({
    version: readVersion(),
    port: options.port ?? 0,
    ...(options.idleExit === undefined || options.idleExit === 0 ? {} : { idleExitMs: options.idleExit * 1000 }),
    ...(options.logLevel === undefined ? {} : { logLevel: options.logLevel }),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void daemon.stop(`the daemon got ${signal}`))
  printMessage(`dapplex daemon: pid ${process.pid}, 127.0.0.1:${daemon.state.port}, ${daemon.state.socket}`)
  await daemon.ended
}
