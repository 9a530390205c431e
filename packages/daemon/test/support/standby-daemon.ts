import { must } from '@dapplex/testkit'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const built = new URL('../../dist/index.js', import.meta.url).href
const script = `
  import { once } from 'node:events'
  const { startDaemon } = await import('${built}')
  process.stdin.resume()
  await once(process.stdin, 'data')
  const { state } = await startDaemon({ version: '0.0.0-test' })
  process.stdout.write(state.socket + '\\n')`

/** A process that has loaded the daemon and starts it when it is told to: what loading costs is over by then. */
export interface StandbyDaemon {
  /** Starts it; resolves with its socket. */
  start(): Promise<string>
  /** SIGKILL: it gets no chance to write anything more. Resolves when the process has gone. */
  kill(): Promise<void>
}

export function standbyDaemon(env: NodeJS.ProcessEnv): StandbyDaemon {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  return {
    start: async () => {
      child.stdin?.write('start\n')
      const lines = createInterface({ input: must(child.stdout) })
      const [socket] = (await Promise.race([
        once(lines, 'line'),
        gone.then(() => Promise.reject(new Error('the daemon has ended before it began'))),
      ])) as [string]
      lines.close()
      return socket
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
