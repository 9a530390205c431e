import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childProcessPort, connectTcp } from '@dapplex/transport'
import { BenchClient } from './bench-client.js'
import { cpuMicroseconds } from './process-usage.js'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** Starts the adapter of the benchmark, which speaks DAP on its standard streams. */
export const ADAPTER_COMMAND: readonly [string, string] = [process.execPath, here('adapter.js')]

/** One route to the same adapter. */
export interface BenchRoute {
  readonly name: string
  /** A client in a stopped session. */
  open(): Promise<BenchClient>
  end(): void
}

/** A route through a process of its own. */
export interface ServedRoute extends BenchRoute {
  /** CPU time that this process has spent, in microseconds. */
  cpuMicroseconds(): number
}

/** The adapter's own stdin and stdout. */
export const directRoute = (): BenchRoute => stdioRoute('direct', ADAPTER_COMMAND)

/** Through a command that starts the adapter and speaks DAP on its own stdin and stdout: `{node}` and `{adapter}` stand for its two words. */
export function peerRoute(words: readonly string[]): BenchRoute {
  const [node, adapter] = ADAPTER_COMMAND
  const command = words.map((word) => word.replaceAll('{node}', node).replaceAll('{adapter}', adapter))
  return stdioRoute('peer', command)
}

/** A process of its own for each session. */
function stdioRoute(name: string, [command = '', ...args]: readonly string[]): BenchRoute {
  const children: ChildProcess[] = []
  return {
    name,
    open: async () => {
      const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
      // One that does not start closes its streams: the client says so.
      child.on('error', (error) => process.stderr.write(`${name}: ${error.message}\n`))
      child.stdin.on('error', () => undefined)
      children.push(child)
      const client = new BenchClient(childProcessPort(child))
      await client.open({ args: {} })
      return client
    },
    end: () => children.forEach((child) => child.kill()),
  }
}

/** Through a process that only copies bytes. */
export async function relayRoute(): Promise<ServedRoute> {
  const relay = spawn(process.execPath, [here('relay.js')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(await firstLine(relay))
  return {
    name: 'relay',
    open: async () => {
      const client = new BenchClient(await connectTcp({ host: '127.0.0.1', port }))
      await client.open({ args: {} })
      return client
    },
    cpuMicroseconds: () => cpuMicroseconds(relay.pid ?? 0),
    end: () => relay.kill(),
  }
}

/** The first line that a process prints. @throws Error when it ends before */
export function firstLine(child: ChildProcess): Promise<string> {
  const stream = child.stdout ?? child.stderr
  if (stream === null) throw new Error('the process has no output to read')
  return new Promise((resolve, reject) => {
    createInterface({ input: stream }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the process ended with ${String(code)} before it was ready`)))
  })
}
