import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { readFirstBytes, socketPort, type MessagePort } from '@dapplex/transport'
import type { Admissions } from '../access/admissions.js'
import type { Gate } from '../access/gate.js'
import type { Ingress } from '../access/ingress.js'
import type { Logger } from '../state/logger.js'
import { listening, listenOnLoopback } from './listen-on-loopback.js'
import { LobbyLimits } from './lobby-limits.js'

export interface FrontDoorOptions {
  readonly port: number
  readonly socketPath: string
  readonly gate: Gate
  readonly admissions: Admissions
  /** Connections at one time. A further connection is closed at once. */
  readonly connections: number
  /** From accepting a connection until its protocol is known. */
  readonly firstBytesMs: number
  /** From then until a DAP client on TCP has shown its token. */
  readonly tokenMs: number
  readonly messageBytes: number
  readonly log: Logger
  readonly onDap: (port: MessagePort, ingress: Ingress) => void
  readonly onHttp: (socket: Socket, ingress: Ingress) => void
}

/** TCP connections without a token at one time, of all connections: strangers must leave room for the others. */
const STRANGERS = 1 / 4

/** One loopback TCP port, in both families of addresses, and one Unix socket. The first bytes of a connection tell its protocol. */
export class FrontDoor {
  readonly #options: FrontDoorOptions
  readonly #servers: readonly [Server, Server, Server]
  readonly #connections = new Set<Socket>()
  /** TCP connections that have shown no token, the oldest first. */
  readonly #strangers = new Set<Socket>()
  readonly #changed = new Set<() => void>()

  constructor(options: FrontDoorOptions) {
    this.#options = options
    this.#servers = [
      createServer({ noDelay: true }, (socket) => void this.#accept(socket, 'tcp')),
      createServer({ noDelay: true }, (socket) => void this.#accept(socket, 'tcp')),
      createServer((socket) => void this.#accept(socket, 'unix')),
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
    const opened = await listenOnLoopback(ipv4, ipv6, port)
    // Where no descriptor is left for a connection: the next one may find one.
    const refused = (err: Error) => this.#options.log.warn({ err }, 'a connection could not be accepted')
    for (const server of this.#servers) server.on('error', refused)
    return opened
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

  async #accept(socket: Socket, kind: Ingress['kind']): Promise<void> {
    socket.on('error', () => undefined)
    const { connections, log } = this.#options
    if (kind === 'tcp') this.#makeRoomFor(socket)
    if (this.#connections.size >= connections) {
      log.warn({ connections }, 'too many connections: one more was refused')
      return void socket.destroy()
    }
    this.#connections.add(socket)
    this.#tellChange()
    socket.once('close', () => {
      this.#connections.delete(socket)
      this.#strangers.delete(socket)
      this.#tellChange()
    })
    await this.#route(socket, this.#ingressOf(socket, kind))
  }

  /** The stranger that was here longest goes: who has a token shows it within moments. */
  #makeRoomFor(stranger: Socket): void {
    const { connections, log } = this.#options
    const [oldest] = this.#strangers
    if (oldest !== undefined && this.#strangers.size >= Math.ceil(connections * STRANGERS)) {
      log.debug({ address: oldest.remoteAddress }, 'too many connections without a token: the oldest was closed')
      this.#strangers.delete(oldest)
      this.#connections.delete(oldest)
      oldest.destroy()
    }
    this.#strangers.add(stranger)
  }

  #ingressOf(socket: Socket, kind: Ingress['kind']): Ingress {
    const { gate, admissions } = this.#options
    let close = (_why: string): void => void socket.destroy()
    let forget = (): void => undefined
    let shown: string | undefined
    socket.once('close', () => forget())
    return {
      kind,
      address: socket.remoteAddress ?? 'socket',
      gate,
      admit: (grant) => {
        this.#strangers.delete(socket)
        // Each request over HTTP shows it again.
        if (shown !== undefined && shown === grant.entry?.sha256) return
        forget()
        shown = grant.entry?.sha256
        forget = admissions.add(grant, (why) => close(why))
      },
      closeWith: (how) => (close = how),
    }
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
    const admit: Ingress['admit'] = (grant) => {
      clearTimeout(timer)
      limits.admit()
      ingress.admit(grant)
    }
    onDap(port, { ...ingress, admit })
  }

  #tellChange(): void {
    for (const listener of [...this.#changed]) listener()
  }
}
