import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Presence } from '@dapplex/mux'
import { openRpcDocument } from '@dapplex/protocol'
import { webSocketPort, type MessagePort } from '@dapplex/transport'
import { WebSocketServer } from 'ws'
import { checkOrigin, checkToken, requestUrl, type Admission, type Refusal } from '../access/check-request.js'
import { identityOf, type Identity } from '../access/identity.js'
import type { Ingress } from '../access/ingress.js'
import type { Principal } from '../access/principals.js'
import { LazyMcp } from '../mcp/lazy-mcp.js'
import { folderIn } from '../access/folder-in.js'
import { readQuery } from '../mcp/read-query.js'
import { RpcConnection, type RpcOptions } from '../rpc/rpc-connection.js'
import { printOnce } from '../surface/print-once.js'

export type HttpOptions = Omit<RpcOptions, 'identity' | 'node' | 'discover'> & {
  readonly version: string
  readonly messageBytes: number
  /** The answer of `/healthz` to who may read; strangers learn only that the daemon runs. */
  readonly health: () => Readonly<Record<string, unknown>>
  /** The answer of `/status`. */
  readonly status: () => Readonly<Record<string, unknown>>
  /** The answer of `/metrics`. */
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>
  /** An MCP client over HTTP that sends nothing for this long is forgotten, in ms. */
  readonly mcpIdleMs: number
  readonly mcpLostMs: number
}

const KINDS: ReadonlySet<string> = new Set(['agent', 'terminal', 'editor'])
const PRESENCES: readonly Presence[] = ['connection', 'named', 'oneCall']
/** A refused client may take this long to read why. */
const REFUSED_MS = 1000
/** RFC 6455 7.4.1: going away; the client is not allowed here. */
const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008
/** Of a reason, at most (RFC 6455 5.5: 123). */
const REASON_BYTES = 100

/**
 * HTTP on connections that the front door hands over: `/rpc` (WebSocket), `/mcp` (streamable HTTP, and a WebSocket for
 * `dapplex mcp`), `/healthz`, `/metrics` and `/status`.
 */
export class HttpEndpoint {
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #options: HttpOptions
  readonly #ingresses = new WeakMap<Duplex, Ingress>()
  /** Connections of which a request was refused. Nothing more is taken from them. */
  readonly #refused = new WeakSet<Duplex>()
  readonly #mcp: LazyMcp
  /** The description of all tools takes 0.1 s to build. */
  readonly #discover: () => string
  #lastAgent = 0

  constructor(options: HttpOptions) {
    this.#options = options
    this.#discover = printOnce(() => openRpcDocument(options.version))
    this.#mcp = new LazyMcp(options, { idleMs: options.mcpIdleMs, lostMs: options.mcpLostMs })
    this.#sockets = new WebSocketServer({ noServer: true, maxPayload: options.messageBytes, perMessageDeflate: false })
    this.#server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 32 * 1024 })
    this.#server.on('request', (request, response) => {
      this.#guarded(request.socket, () => this.#respond(request, response))
    })
    this.#server.on('upgrade', (request, socket, head) => {
      this.#guarded(socket, () => this.#upgrade(request, socket, head))
    })
    this.#server.on('clientError', (_error, socket) => socket.destroy())
  }

  /** Takes over a connection whose first bytes are HTTP. */
  accept(socket: Socket, ingress: Ingress): void {
    this.#ingresses.set(socket, ingress)
    this.#server.emit('connection', socket)
    socket.resume()
  }

  close(why: string): void {
    for (const socket of this.#sockets.clients) socket.close(GOING_AWAY, why.slice(0, REASON_BYTES))
    this.#mcp.close()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** A fault of dapplex ends this connection, not the daemon. */
  #guarded(socket: Duplex, answer: () => void): void {
    try {
      answer()
    } catch (err) {
      this.#options.log.error({ err }, 'a request over HTTP failed unexpectedly')
      socket.destroy()
    }
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    if (this.#refused.has(request.socket)) return void request.socket.destroy()
    const origin = checkOrigin(request)
    if (origin.kind === 'refused') return this.#refuse(request, response, origin)
    switch (requestUrl(request).pathname) {
      case '/healthz':
        return this.#respondHealth(request, response)
      case '/metrics':
        return this.#respondMetrics(request, response)
      case '/status':
        return this.#read(request, response, () => respond(response, 200, this.#options.status()))
      case '/rpc':
        return respond(response, 426, { error: '/rpc is a WebSocket: ask for an upgrade' })
      case '/mcp':
        return this.#respondMcp(request, response)
      default:
        return respond(response, 404, { error: 'there are /rpc, /mcp, /healthz, /metrics and /status' })
    }
  }

  /** Without a token it says only that the daemon runs: whoever can connect knows that. */
  #respondHealth(request: IncomingMessage, response: ServerResponse): void {
    const isStranger = this.#ingresses.get(request.socket)?.kind !== 'unix' && !('authorization' in request.headers)
    if (!isStranger) return this.#read(request, response, () => respond(response, 200, this.#options.health()))
    if (!isReading(request)) return respond(response, 405, { error: 'only GET' })
    respond(response, 200, { status: 'ok' })
  }

  #respondMetrics(request: IncomingMessage, response: ServerResponse): void {
    this.#read(request, response, () => {
      this.#options.metrics().then(
        ({ type, text }) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
        (err: unknown) => {
          this.#options.log.error({ err }, 'the metrics could not be read')
          respond(response, 500, { error: 'the metrics could not be read; the log says why' })
        },
      )
    })
  }

  /** Answers who shows a token, as everything needs that reveals what happens here. */
  #read(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const admission = this.#admit(request, request.socket)
    if (admission.kind === 'refused') return this.#refuse(request, response, admission)
    if (!isReading(request)) return respond(response, 405, { error: 'only GET' })
    answer()
  }

  #refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    this.#later(request.socket, refusal, () => respond(response, refusal.status, { error: refusal.why }))
  }

  /** Refuses when it is time to. */
  #later(socket: Duplex, { afterMs }: Refusal, refuse: () => void): void {
    this.#refused.add(socket)
    if (afterMs === 0) return refuse()
    const timer = setTimeout(refuse, afterMs).unref()
    socket.once('close', () => clearTimeout(timer))
  }

  #respondMcp(request: IncomingMessage, response: ServerResponse): void {
    const admission = this.#admit(request, request.socket)
    if (admission.kind === 'refused') return this.#refuse(request, response, admission)
    const query = readQuery(requestUrl(request).searchParams)
    if (query.kind === 'wrong') return respond(response, 400, { error: query.why })
    this.#mcp.answer(request, response, { principal: admission.principal, query }).catch((err: unknown) => {
      this.#options.log.error({ err }, 'an MCP request failed unexpectedly')
      response.destroy()
    })
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined)
    if (this.#refused.has(socket)) return void socket.destroy()
    const admission = this.#admit(request, socket)
    if (admission.kind === 'refused')
      return this.#later(socket, admission, () => refuse(socket, admission.status, admission.why))
    const { principal } = admission
    const { pathname, searchParams } = requestUrl(request)
    const upgrade = (use: (port: MessagePort) => void, name: string) =>
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const port = webSocketPort(webSocket, { name })
        this.#ingresses.get(socket)?.closeWith((why) => {
          webSocket.close(POLICY_VIOLATION, why.slice(0, REASON_BYTES))
          port.close()
        })
        use(port)
      })
    switch (pathname) {
      case '/rpc': {
        const options = this.#rpcOptions(request, principal)
        return upgrade((port) => new RpcConnection(port, options), options.identity.name)
      }
      case '/mcp': {
        const query = readQuery(searchParams)
        if (query.kind === 'wrong') return refuse(socket, 400, query.why)
        return upgrade((port) => {
          this.#mcp.serve(port, { principal, query }).catch((err: unknown) => {
            this.#options.log.error({ err }, 'an MCP connection failed unexpectedly')
            port.close()
          })
        }, 'an MCP client')
      }
      default:
        return refuse(socket, 404, 'the WebSockets are at /rpc and /mcp')
    }
  }

  #rpcOptions(request: IncomingMessage, principal: Principal): RpcOptions {
    const identity = this.#identify(request, principal)
    const { shared, log, stalledMs } = this.#options
    const node = requestUrl(request).searchParams.get('node')
    return { shared, discover: this.#discover, log, stalledMs, identity, ...(node === null ? {} : { node }) }
  }

  #admit(request: IncomingMessage, socket: Duplex): Admission<{ readonly principal: Principal }> {
    const origin = checkOrigin(request)
    if (origin.kind === 'refused') return origin
    const ingress = this.#ingresses.get(socket)
    return ingress === undefined
      ? { kind: 'refused', status: 403, why: 'unknown connection', afterMs: 0 }
      : checkToken(request, ingress)
  }

  /** The connection may name itself: `?name=agent-1&kind=agent`, with `presence=oneCall` when it makes one call. */
  #identify(request: IncomingMessage, principal: Principal): Identity {
    const { searchParams } = requestUrl(request)
    const kind = searchParams.get('kind') ?? 'agent'
    const name = searchParams.get('name') ?? ''
    const known = (KINDS.has(kind) ? kind : 'agent') as Identity['kind']
    const asked = searchParams.get('presence')
    const presence = name === '' ? 'connection' : (PRESENCES.find((one) => one === asked) ?? 'named')
    const identity = identityOf(principal, { name, kind: known, presence, ...folderIn(searchParams) })
    return identity.name === '' ? { ...identity, name: `${known}-${(this.#lastAgent += 1)}` } : identity
  }
}

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

function respond(response: ServerResponse, status: number, body: Readonly<Record<string, unknown>>): void {
  if (status >= 400) closeAfter(response)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(`${JSON.stringify(body)}\n`)
}

/** The body of a refused request is not waited for. */
function closeAfter(response: ServerResponse): void {
  response.setHeader('connection', 'close')
  const { socket } = response
  if (socket === null) return
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS)
  socket.once('close', () => clearTimeout(timer))
}

function refuse(socket: Duplex, status: number, why: string): void {
  const body = `${JSON.stringify({ error: why })}\n`
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // What it still sends is read and dropped, because closing a socket with unread bytes resets it. It is not waited for.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS)
  socket.once('close', () => clearTimeout(timer))
}
