import { connect, type Socket } from 'node:net'
import { WebSocket, type RawData } from 'ws'
import { PromptSender } from './prompt-sender.js'
import type { Wire } from './wire.js'

/**
 * Connects to an inspector that listens, within 10 s.
 * @param url `ws://host:port/uuid`, as Node prints it
 * @throws Error if nobody listens there or the inspector refuses
 */
export async function openWebSocket(url: string): Promise<Wire> {
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
  return new WebSocketWire(websocket, socket)
}

class WebSocketWire implements Wire {
  readonly #websocket: WebSocket
  readonly #sender: PromptSender

  constructor(websocket: WebSocket, socket: Socket) {
    this.#websocket = websocket
    this.#sender = new PromptSender((bytes) => {
      if (socket.writable) socket.write(bytes)
    })
    websocket.on('error', () => websocket.terminate())
  }

  get isOpen(): boolean {
    return this.#websocket.readyState === WebSocket.OPEN
  }

  send(text: string): void {
    this.#sender.send(text)
  }

  onMessage(listener: (text: string) => void): void {
    this.#websocket.on('message', (data) => {
      this.#sender.acknowledge()
      listener(textOf(data))
    })
  }

  onClose(listener: () => void): void {
    this.#websocket.once('close', listener)
  }

  close(): void {
    this.#websocket.terminate()
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}
