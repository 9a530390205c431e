import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BOOTSTRAP } from '../injected/injected-files.js'

/** Where `in-program/bootstrap.cts` looks for the address of this adapter. */
const ADDRESS_VARIABLE = 'DAPPLEX_NODE_CHILDREN'

export interface Visitors {
  /** A process of the program has connected. */
  onProcess(socket: Socket): void
  /** A client has connected that wants to speak DAP about one of them. */
  onClient(socket: Socket): void
}

/**
 * The two sockets of this adapter, for the processes of a program and for their clients, in a folder that only this account
 * can enter (on Windows: named pipes with a random name).
 */
export class Door {
  /** Where clients connect. */
  readonly clients: string
  readonly #processes: string
  readonly #folder: string
  readonly #servers: readonly Server[]

  static async open(visitors: Visitors): Promise<Door> {
    const door = new Door(visitors)
    await door.#listen()
    return door
  }

  private constructor(visitors: Visitors) {
    this.#folder = mkdtempSync(join(tmpdir(), 'dapplex-node-'))
    const place =
      process.platform === 'win32' ? `\\\\.\\pipe\\${this.#folder.replace(/\W/g, '-')}-` : `${this.#folder}/`
    this.clients = `${place}clients`
    this.#processes = `${place}processes`
    this.#servers = [
      createServer((socket) => visitors.onProcess(socket)),
      createServer((socket) => visitors.onClient(socket)),
    ]
  }

  async #listen(): Promise<void> {
    const places = [this.#processes, this.clients]
    await Promise.all(
      this.#servers.map(
        (server, index) =>
          new Promise<void>((resolve, reject) => {
            server.once('error', reject)
            server.listen(places[index], resolve)
          }),
      ),
    )
  }

  /** The folder, which must not outlive this process. */
  get folder(): string {
    return this.#folder
  }

  /** The environment with which the processes of the program find this adapter. */
  environment(base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const options = [`--require ${quoted(BOOTSTRAP)}`, base['NODE_OPTIONS'] ?? ''].filter((one) => one !== '')
    return { ...base, NODE_OPTIONS: options.join(' '), [ADDRESS_VARIABLE]: this.#processes }
  }

  close(): void {
    for (const server of this.#servers) server.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Node's documentation, "NODE_OPTIONS": a value with spaces stands in double quotes, in which a backslash escapes. */
const quoted = (path: string): string => (/[\s"\\]/.test(path) ? JSON.stringify(path) : path)
