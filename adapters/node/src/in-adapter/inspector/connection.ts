import { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket, type RawData } from 'ws'
import type { InspectorEvents, InspectorMethods } from './methods.js'
import { PromptSender } from './prompt-sender.js'

/** The inspector refused a method. `message` is its own text. */
export class InspectorError extends Error {
  override readonly name = 'InspectorError'

  constructor(
    readonly method: string,
    message: string,
  ) {
    super(message)
  }
}

interface Pending {
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** One connection to the inspector of a Node process: method calls with their answers, and events. */
export class InspectorConnection {
  readonly #websocket: WebSocket
  readonly #sender: PromptSender
  readonly #pending = new Map<number, Pending>()
  readonly #events = new EventEmitter()
  #lastId = 0

  /**
   * Connects, within 10 s.
   * @param url `ws://host:port/uuid`, as Node prints it
   * @throws Error if nobody listens there or the inspector refuses
   */
  static async open(url: string): Promise<InspectorConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true })
    const websocket = new WebSocket(url, {
      createConnection: () => socket,
      // One message per turn of the event loop: code that awaits an answer runs before the next event is handled.
      allowSynchronousEvents: false,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
      maxPayload: 0,
    })
    await new Promise<void>((resolve, reject) => {
      websocket.once('open', resolve)
      websocket.once('error', reject)
    })
    return new InspectorConnection(websocket, socket)
  }

  private constructor(websocket: WebSocket, socket: Socket) {
    this.#websocket = websocket
    this.#sender = new PromptSender((bytes) => {
      if (socket.writable) socket.write(bytes)
    })
    websocket.on('message', (data) => this.#take(data))
    websocket.on('error', () => websocket.terminate())
    websocket.once('close', () => this.#ended())
  }

  /**
   * Calls a method.
   * @throws InspectorError if the inspector refuses it, or the connection ends first
   */
  send<M extends keyof InspectorMethods>(method: M, params: InspectorMethods[M][0]): Promise<InspectorMethods[M][1]> {
    if (!this.isOpen) return Promise.reject(gone(method))
    const id = ++this.#lastId
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { method, resolve, reject }))
    this.#sender.send(JSON.stringify({ id, method, params }))
    // V8's protocol fixes the shape. The tests against a real Node show a version that breaks it.
    return answer as Promise<InspectorMethods[M][1]>
  }

  on<E extends keyof InspectorEvents>(event: E, listener: (params: InspectorEvents[E]) => void): void {
    this.#events.on(event, listener)
  }

  get isOpen(): boolean {
    return this.#websocket.readyState === WebSocket.OPEN
  }

  /** Called once, however the connection ends. */
  onClose(listener: () => void): void {
    this.#events.once('close', listener)
  }

  /** Ends the connection: V8 removes this client's breakpoints and resumes the program. */
  close(): void {
    this.#websocket.terminate()
  }

  #take(data: RawData): void {
    this.#sender.acknowledge()
    const message = JSON.parse(textOf(data)) as Incoming
    if (message.id === undefined) {
      if (message.method !== undefined) this.#events.emit(message.method, message.params)
      return
    }
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.error === undefined) pending?.resolve(message.result)
    else pending?.reject(new InspectorError(pending.method, message.error.message))
  }

  #ended(): void {
    for (const { method, reject } of this.#pending.values()) reject(gone(method))
    this.#pending.clear()
    this.#events.emit('close')
  }
}

interface Incoming {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const gone = (method: string) =>
  new InspectorError(method, 'the connection to the program is closed: the program has ended, or ended its inspector')

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}
