import { Buffer } from 'node:buffer'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { WebSocket, type RawData } from 'ws'
import { DEFAULT_FRAMING_LIMITS } from './framing/limits.js'
import { parseBody } from './framing/parse-body.js'
import { Inbox } from './inbox.js'
import { ListenedPort } from './listened-port.js'
import type { CloseReason, MessagePort, Printed } from './port/message-port.js'
import { Outbox } from './outbox.js'
import type { ConnectOptions } from './socket-port.js'
import { TransportError } from './port/transport-error.js'

/** RFC 6455 7.4.1: no status was given; the connection broke. Neither is ever on the wire. */
const NO_STATUS = 1005
const ABNORMAL = 1006
/** RFC 6455 7.4.1: a message too big to take. */
const TOO_BIG = 1009
const NORMAL = 1000
/** How long `close()` waits for the other side's closing frame, in ms. */
const CLOSE_MS = 1000

export interface WebSocketPortOptions {
  /** Names the other side in errors. */
  readonly name?: string
}

export interface WebSocketConnectOptions extends ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly protocols?: readonly string[]
  /** A Unix socket to connect through, whatever host the URL names. Any path works here (a `ws+unix:` URL allows no spaces). */
  readonly socketPath?: string
}

/**
 * One JSON message per text frame, over an open WebSocket of `ws` (client or server side). It owns the socket.
 * The largest message is the socket's own `maxPayload`: a server sets it, 64 MiB as in mux 23.
 */
export function webSocketPort(socket: WebSocket, options: WebSocketPortOptions = {}): MessagePort {
  return new WebSocketPort(socket, options.name ?? 'the WebSocket')
}

/**
 * Opens a WebSocket.
 * @throws TransportError CONNECT_FAILED, with the HTTP status if the server refused
 */
export function connectWebSocket(url: string, options: WebSocketConnectOptions = {}): Promise<MessagePort> {
  const { socketPath } = options
  const socket = new WebSocket(url, [...(options.protocols ?? [])], {
    headers: options.headers ?? {},
    handshakeTimeout: options.timeoutMs ?? 5000,
    maxPayload: (options.limits ?? DEFAULT_FRAMING_LIMITS).bodyBytes,
    perMessageDeflate: false,
    ...(socketPath === undefined ? {} : { agent: new SocketAgent(socketPath) }),
  })
  return new Promise((resolve, reject) => {
    // Wrapped inside the event: a message that arrives with the handshake is emitted before any promise continues.
    socket.once('open', () => resolve(webSocketPort(socket, { name: options.name ?? url })))
    socket.once('error', (cause) => {
      reject(new TransportError('CONNECT_FAILED', `cannot connect to ${url}: ${cause.message}`, { cause }))
    })
  })
}

/**
 * Connects every request to one Unix socket. An agent, and not `createConnection`: inside VS Code `http.request` goes through the
 * editor's proxy settings, which keep the agent of a request to this machine and drop its `createConnection`.
 */
class SocketAgent extends Agent {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override createConnection(): Socket {
    return connect(this.#path)
  }
}

class WebSocketPort extends ListenedPort {
  readonly #socket: WebSocket
  readonly #name: string
  protected readonly inbox: Inbox
  protected readonly outbox: Outbox

  constructor(socket: WebSocket, name: string) {
    super()
    this.#socket = socket
    this.#name = name
    this.inbox = new Inbox({ pause: () => socket.pause(), resume: () => socket.resume() })
    this.outbox = new Outbox(() => this.bufferedBytes)
    socket.pause()
    socket.on('message', (data, isBinary) => this.#take(data, isBinary))
    socket.on('error', (cause) => this.#failed(cause))
    socket.on('close', (code, reason) => this.#closed(code, reason.toString('utf8')))
    if (socket.readyState === WebSocket.CLOSED) this.#closed(NO_STATUS, '')
  }

  get bufferedBytes(): number {
    return this.inbox.isOpen ? this.#socket.bufferedAmount : 0
  }

  sendPrinted(...parts: readonly Printed[]): boolean {
    if (!this.inbox.isOpen || this.#socket.readyState !== WebSocket.OPEN) return false
    this.#socket.send(join(parts), { binary: false }, this.outbox.wrote)
    this.outbox.sent()
    return true
  }

  close(): void {
    this.inbox.close()
    this.outbox.close()
    const socket = this.#socket
    if (socket.readyState === WebSocket.CLOSED) return
    // A paused socket would never see the other side's closing frame.
    socket.resume()
    socket.close(NORMAL)
    const timer = setTimeout(() => socket.terminate(), CLOSE_MS)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
  }

  #take(data: RawData, isBinary: boolean): void {
    const bytes = joinRaw(data)
    if (!isBinary) return this.inbox.receive(parseBody(bytes))
    const reason = `a binary frame (${bytes.byteLength} bytes); JSON goes in text frames`
    this.inbox.receive({ kind: 'malformed', reason, bytes })
  }

  #failed(cause: Error & { readonly code?: string }): void {
    const code = cause.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' ? 'BODY_TOO_LARGE' : 'STREAM_FAILED'
    this.#end({ kind: 'failed', error: new TransportError(code, `${this.#name} failed: ${cause.message}`, { cause }) })
  }

  #closed(code: number, text: string): void {
    if (code === ABNORMAL || code === TOO_BIG) {
      const problem =
        code === TOO_BIG ? 'the other side refused a message as too large' : 'closed without a closing frame'
      const error = new TransportError(
        code === TOO_BIG ? 'BODY_TOO_LARGE' : 'STREAM_FAILED',
        `${this.#name}: ${problem}`,
      )
      return this.#end({ kind: 'failed', error })
    }
    const detail = text === '' && (code === NORMAL || code === NO_STATUS) ? '' : `${code} ${text}`.trim()
    this.#end(detail === '' ? { kind: 'ended' } : { kind: 'ended', detail })
  }

  #end(reason: CloseReason): void {
    this.outbox.close()
    this.inbox.end(reason)
  }
}

/** One string or one buffer. Pieces are cut anywhere, so bytes are joined before they are decoded. */
function join(parts: readonly Printed[]): Printed {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

function joinRaw(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
