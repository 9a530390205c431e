import { endTarget } from './end-target.js'
import type { Target } from './target.js'

/**
 * The program sends itself the signal, wherever it runs: its pid may mean another process on this machine. A worker ends alone:
 * a signal would end its process.
 */
export async function killSelf({ connection, isWorker }: Target, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const expression = isWorker ? 'process.exit(1)' : `process.kill(process.pid, '${signal}')`
  // It has already ended, as wanted.
  await connection.send('Runtime.evaluate', { expression, silent: true }).catch(() => undefined)
}

/** Ends an attached program, or begins to. */
export async function terminateAttached(target: Target): Promise<void> {
  const step = await endTarget(target)
  switch (step) {
    case 'signal':
      return killSelf(target, 'SIGTERM')
    case 'kill':
      return killSelf(target, 'SIGKILL')
    case 'wait':
      return
  }
}
