import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AdapterModule } from '@dapplex/protocol'
import { must, openWait, parseJson, z } from '@dapplex/testkit'
import { locateAdapter } from '../../src/adapters/locate/locate-adapter.js'
import { adapterModules } from '../../src/adapters/modules.js'
import { Lines } from './lines.js'

const PROXY = fileURLToPath(new URL('adapter-proxy.mjs', import.meta.url))

const hello = z.object({ adapter: z.string(), pid: z.number(), child: z.number(), owner: z.string() })

/** A faulty adapter that runs: a proxy in front of a real one. */
export interface Proxy {
  readonly adapter: string
  readonly pid: number
  /** The process of the real adapter. */
  readonly child: number
  /** The mark of everything that the adapter has started. */
  readonly owner: string
  /** Tells it to spoil something; resolves when it has. @throws Error when it has gone */
  order(order: string, more?: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** Stands for every adapter of a daemon: writes what the configuration names as their paths, and hears of each that starts. */
export class Proxies {
  readonly #folder: string
  readonly #server: Server
  readonly #running = new Set<Proxy>()
  readonly #waiting = new Map<string, (proxy: Proxy) => void>()

  private constructor(folder: string, server: Server) {
    this.#folder = folder
    this.#server = server
    server.on('connection', (socket) => this.#greet(socket))
  }

  /** Listens in this folder, which must be there. */
  static async open(folder: string): Promise<Proxies> {
    const server = createServer()
    server.listen(join(folder, 'orders.sock'))
    await once(server, 'listening')
    return new Proxies(folder, server)
  }

  close(): void {
    this.#server.close()
  }

  /** The file that stands for an adapter. @throws Error where the adapter is not on this machine */
  async standFor(adapter: string): Promise<string> {
    const module = must(adapterModules.find(({ definition }) => definition.id === adapter))
    const found = await locateAdapter(behindNothing(module), { env: process.env })
    if (found.kind === 'missing') throw new Error(`${adapter}: ${found.tried.join('; ')}`)
    const real = [found.location.command, ...found.location.args].map(quoted).join(' ')
    const how = module.definition.start.kind === 'dial-back' ? 'dial-back' : 'stdio'
    const proxy = [process.execPath, PROXY, join(this.#folder, 'orders.sock'), adapter, how].map(quoted).join(' ')
    mkdirSync(join(this.#folder, 'bin'), { recursive: true })
    const path = join(this.#folder, 'bin', adapter)
    // An adapter that is asked for its version is not spoken to.
    const lines = [
      '#!/bin/sh',
      `case "$1" in version|--version) exec ${real} "$@";; esac`,
      `exec ${proxy} ${real} "$@"`,
    ]
    writeFileSync(path, `${lines.join('\n')}\n`)
    chmodSync(path, 0o755)
    return path
  }

  /** The proxy that was started last for an adapter; waits for one where none runs. One that ends may be there as well. */
  of(adapter: string): Promise<Proxy> {
    const [latest] = [...this.#running].filter((one) => one.adapter === adapter).sort((a, b) => startOf(b) - startOf(a))
    if (latest !== undefined) return Promise.resolve(latest)
    const forget = openWait(() => `no proxy for ${adapter} has started`)
    return new Promise<Proxy>((resolve) => this.#waiting.set(adapter, resolve)).finally(forget)
  }

  #greet(socket: Socket): void {
    let proxy: Proxy | undefined
    socket.on('error', () => undefined)
    const lines = new Lines(socket, socket, (line) => {
      const { adapter, pid, child, owner } = parseJson(hello, line)
      proxy = { adapter, pid, child, owner, order: (order, more) => lines.ask({ order, ...more }) }
      this.#running.add(proxy)
      this.#waiting.get(adapter)?.(proxy)
      this.#waiting.delete(adapter)
    })
    socket.once('close', () => {
      lines.gone('the proxy has gone')
      if (proxy !== undefined) this.#running.delete(proxy)
    })
  }
}

/** A daemon counts the adapters that it starts. */
const startOf = ({ owner }: Proxy): number => Number(/\d+$/.exec(owner)?.[0])

/** Its own entry stands before an adapter (`start: {through: 'shim'}`) in the daemon: the proxy stands behind it. */
function behindNothing(module: AdapterModule): AdapterModule {
  const { start } = module.definition
  if (start.kind !== 'stdio' || start.through !== 'shim') return module
  const { entry: _entry, ...rest } = module
  return rest
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
