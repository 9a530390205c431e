import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Presence } from '@dapplex/mux'
import { webSocketPort } from '@dapplex/transport'
import { WebSocketServer, type WebSocket } from 'ws'
import { checkOrigin, checkToken, requestUrl, type Admission, type Ingress } from '../access/check-request.js'
import { identityOf, type Identity } from '../access/identity.js'
import type { Principal } from '../access/principals.js'
import { McpHttp } from '../mcp/mcp-http.js'
import { folderIn } from '../access/folder-in.js'
import { readQuery } from '../mcp/read-query.js'
import { serveMcpConnection } from '../mcp/serve-connection.js'
import { RpcConnection, type RpcOptions } from '../rpc/rpc-connection.js'

export type HttpOptions = Omit<RpcOptions, 'identity' | 'node'> & {
  readonly messageBytes: number
  /** The answer of `/healthz`. */
  readonly health: () => Readonly<Record<string, unknown>>
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
/** RFC 6455 7.4.1: going away. */
const GOING_AWAY = 1001

/**
 * HTTP on connections that the front door hands over: `/rpc` (WebSocket), `/mcp` (streamable HTTP, and a WebSocket for
 * `dapplex mcp`), `/healthz` and `/metrics`.
 */
export class HttpEndpoint {
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #options: HttpOptions
  readonly #ingresses = new WeakMap<Duplex, Ingress>()
  readonly #mcp: McpHttp
  #lastAgent = 0

  constructor(options: HttpOptions) {
    this.#options = options
    this.#mcp = new McpHttp(options, { idleMs: options.mcpIdleMs, lostMs: options.mcpLostMs })
    this.#sockets = new WebSocketServer({ noServer: true, maxPayload: options.messageBytes, perMessageDeflate: false })
    this.#server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 32 * 1024 })
    this.#server.on('request', (request, response) => this.#respond(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    this.#server.on('clientError', (_error, socket) => socket.destroy())
  }

  /** Takes over a connection whose first bytes are HTTP. */
  accept(socket: Socket, ingress: Ingress): void {
    this.#ingresses.set(socket, ingress)
    this.#server.emit('connection', socket)
    socket.resume()
  }

  close(why: string): void {
    // A reason fits in 123 bytes (RFC 6455 5.5).
    for (const socket of this.#sockets.clients) socket.close(GOING_AWAY, why.slice(0, 100))
    this.#mcp.close()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const origin = checkOrigin(request)
    if (origin.kind === 'refused') return respond(response, origin.status, { error: origin.why })
    switch (requestUrl(request).pathname) {
      case '/healthz':
        if (request.method !== 'GET' && request.method !== 'HEAD') return respond(response, 405, { error: 'only GET' })
        return respond(response, 200, this.#options.health())
      case '/metrics':
        return this.#respondMetrics(request, response)
      case '/rpc':
        return respond(response, 426, { error: '/rpc is a WebSocket: ask for an upgrade' })
      case '/mcp':
        return this.#respondMcp(request, response)
      default:
        return respond(response, 404, { error: 'there are /rpc, /mcp, /healthz and /metrics' })
    }
  }

  /** Needs the token, like everything that reveals what happens here. */
  #respondMetrics(request: IncomingMessage, response: ServerResponse): void {
    const admission = this.#admit(request, request.socket)
    if (admission.kind === 'refused') return respond(response, admission.status, { error: admission.why })
    if (request.method !== 'GET' && request.method !== 'HEAD') return respond(response, 405, { error: 'only GET' })
    this.#options.metrics().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      (err: unknown) => {
        this.#options.log.error({ err }, 'the metrics could not be read')
        respond(response, 500, { error: 'the metrics could not be read; the log says why' })
      },
    )
  }

  #respondMcp(request: IncomingMessage, response: ServerResponse): void {
    const admission = this.#admit(request, request.socket)
    if (admission.kind === 'refused') return respond(response, admission.status, { error: admission.why })
    const query = readQuery(requestUrl(request).searchParams)
    if (query.kind === 'wrong') return respond(response, 400, { error: query.why })
    this.#mcp.answer(request, response, { principal: admission.principal, query }).catch((err: unknown) => {
      this.#options.log.error({ err }, 'an MCP request failed unexpectedly')
      response.destroy()
    })
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined)
    const admission = this.#admit(request, socket)
    if (admission.kind === 'refused') return refuse(socket, admission.status, admission.why)
    const { principal } = admission
    const { pathname, searchParams } = requestUrl(request)
    switch (pathname) {
      case '/rpc':
        return this.#upgradeRpc(request, principal, (use) => this.#sockets.handleUpgrade(request, socket, head, use))
      case '/mcp': {
        const query = readQuery(searchParams)
        if (query.kind === 'wrong') return refuse(socket, 400, query.why)
        return this.#sockets.handleUpgrade(request, socket, head, (webSocket) =>
          serveMcpConnection(webSocketPort(webSocket, { name: 'an MCP client' }), this.#options, { principal, query }),
        )
      }
      default:
        return refuse(socket, 404, 'the WebSockets are at /rpc and /mcp')
    }
  }

  #upgradeRpc(
    request: IncomingMessage,
    principal: Principal,
    upgrade: (use: (webSocket: WebSocket) => void) => void,
  ): void {
    const identity = this.#identify(request, principal)
    const { shared, version, log, stalledMs } = this.#options
    const node = requestUrl(request).searchParams.get('node')
    const options = { shared, version, log, stalledMs, identity, ...(node === null ? {} : { node }) }
    upgrade((webSocket) => new RpcConnection(webSocketPort(webSocket, { name: identity.name }), options))
  }

  #admit(request: IncomingMessage, socket: Duplex): Admission<{ readonly principal: Principal }> {
    const origin = checkOrigin(request)
    if (origin.kind === 'refused') return origin
    const ingress = this.#ingresses.get(socket)
    return ingress === undefined
      ? { kind: 'refused', status: 403, why: 'unknown connection' }
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
