import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { readFirstBytes, socketPort, type MessagePort } from '@dapplex/transport'
import type { Ingress } from '../access/check-request.js'
import type { Gate } from '../access/gate.js'
import type { Logger } from '../state/logger.js'
import { listening, listenOnLoopback } from './listen-on-loopback.js'
import { LobbyLimits } from './lobby-limits.js'

export interface FrontDoorOptions {
  readonly port: number
  readonly socketPath: string
  readonly gate: Gate
  /** Connections at one time. A further connection is closed at once. */
  readonly connections: number
  /** From accepting a connection until its protocol is known. */
  readonly firstBytesMs: number
  /** From then until a DAP client on TCP has shown its token. */
  readonly tokenMs: number
  readonly messageBytes: number
  readonly log: Logger
  /** The connection calls `admit` once its client has shown a token. */
  readonly onDap: (port: MessagePort, ingress: Ingress, admit: () => void) => void
  readonly onHttp: (socket: Socket, ingress: Ingress) => void
}

/** One loopback TCP port, in both families of addresses, and one Unix socket. The first bytes of a connection tell its protocol. */
export class FrontDoor {
  readonly #options: FrontDoorOptions
  readonly #servers: readonly [Server, Server, Server]
  readonly #connections = new Set<Socket>()
  readonly #changed = new Set<() => void>()

  constructor(options: FrontDoorOptions) {
    this.#options = options
    const [tcp, unix] = [ingress('tcp', options.gate), ingress('unix', options.gate)]
    this.#servers = [
      createServer({ noDelay: true }, (socket) => void this.#accept(socket, tcp)),
      createServer({ noDelay: true }, (socket) => void this.#accept(socket, tcp)),
      createServer((socket) => void this.#accept(socket, unix)),
    ]
  }

  get connections(): number {
    return this.#connections.size
  }

  /** Calls back when a connection was opened or closed. */
  onChange(listener: () => void): void {
    this.#changed.add(listener)
  }

  /** Opens them and resolves with the TCP port. An old socket file is replaced: the caller holds the lock. */
  async open(): Promise<number> {
    const [ipv4, ipv6, unix] = this.#servers
    const { port, socketPath } = this.#options
    rmSync(socketPath, { force: true })
    await listening(unix, { path: socketPath })
    chmodSync(socketPath, 0o600)
    return listenOnLoopback(ipv4, ipv6, port)
  }

  /** Accepts no further connections. */
  shut(): void {
    for (const server of this.#servers) server.close()
  }

  /** Waits until the connections have closed by themselves, then closes the rest. */
  async closeAll(graceMs: number): Promise<void> {
    if (this.#connections.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs)
        this.onChange(() => {
          if (this.#connections.size > 0) return
          clearTimeout(timer)
          resolve()
        })
      })
    }
    for (const socket of this.#connections) socket.destroy()
    rmSync(this.#options.socketPath, { force: true })
  }

  async #accept(socket: Socket, ingress: Ingress): Promise<void> {
    socket.on('error', () => undefined)
    const { connections, log } = this.#options
    if (this.#connections.size >= connections) {
      log.warn({ connections }, 'too many connections: one more was refused')
      return void socket.destroy()
    }
    this.#connections.add(socket)
    this.#tellChange()
    socket.once('close', () => {
      this.#connections.delete(socket)
      this.#tellChange()
    })
    await this.#route(socket, ingress)
  }

  async #route(socket: Socket, ingress: Ingress): Promise<void> {
    const { firstBytesMs, log, onHttp } = this.#options
    const first = await readFirstBytes(socket, firstBytesMs)
    switch (first.kind) {
      case 'dap':
        return this.#openDap(socket, ingress)
      case 'http':
        return onHttp(socket, ingress)
      case 'unknown':
      case 'timeout':
        log.info({ how: ingress.kind, kind: first.kind }, 'a connection spoke neither DAP nor HTTP and was closed')
        return void socket.destroy()
      case 'closed':
        return void socket.destroy()
    }
  }

  /** The socket file is this user's alone; on TCP anybody on the machine may speak, so size and time are short there. */
  #openDap(socket: Socket, ingress: Ingress): void {
    const { messageBytes, tokenMs, log, onDap } = this.#options
    const limits = new LobbyLimits(messageBytes)
    if (ingress.kind === 'unix') limits.admit()
    const port = socketPort(socket, { limits })
    const expired = () => {
      log.info({ tokenMs }, 'a DAP client without a token was disconnected')
      port.close()
    }
    const timer = ingress.kind === 'unix' ? undefined : setTimeout(expired, tokenMs)
    socket.once('close', () => clearTimeout(timer))
    onDap(port, ingress, () => {
      clearTimeout(timer)
      limits.admit()
    })
  }

  #tellChange(): void {
    for (const listener of [...this.#changed]) listener()
  }
}

const ingress = (kind: Ingress['kind'], gate: Gate): Ingress => ({ kind, gate })
