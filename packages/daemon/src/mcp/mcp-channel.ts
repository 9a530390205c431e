import { ERROR_CODES, isJsonObject } from '@dapplex/protocol'
import type { MessagePort } from '@dapplex/transport'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from '@modelcontextprotocol/server'
import { listenInTurns } from '../surface/listen-in-turns.js'
import { UnreadBudget, type UnreadOptions } from '../surface/unread-budget.js'
import { clientNameIn } from './client-info.js'

/** MCP messages over a port, for one client as long as the port is open. Other messages are refused here. */
export class McpChannel implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #port: MessagePort
  readonly #unread: UnreadBudget
  #clientName = ''

  constructor(port: MessagePort, options: UnreadOptions) {
    this.#port = port
    this.#unread = new UnreadBudget(port, options)
  }

  /** From the first message that carries it. */
  get clientName(): string {
    return this.#clientName
  }

  start(): Promise<void> {
    this.#port.onMalformed(({ reason }) => this.#refuse(null, ERROR_CODES.parse, `Parse error: ${reason}`))
    this.#port.onClose(() => this.onclose?.())
    const begin = (value: unknown) => {
      this.#take(value)
      return undefined
    }
    listenInTurns(this.#port, { begin, turn: () => this.#unread.turn() })
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#port.send(message)
    this.#unread.sent()
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.#port.close()
    return Promise.resolve()
  }

  #take(value: unknown): void {
    if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)) {
      if (this.#clientName === '') this.#clientName = clientNameIn(value)
      return this.onmessage?.(value)
    }
    const why = Array.isArray(value)
      ? 'batches are not part of this protocol; send the messages one by one'
      : 'a message is a JSON-RPC 2.0 request, notification or response with "jsonrpc", and "id" a text or a number'
    this.#refuse(isJsonObject(value) ? value['id'] : null, ERROR_CODES.invalidRequest, `Invalid request: ${why}`)
  }

  #refuse(id: unknown, code: number, message: string): void {
    const known = typeof id === 'string' || typeof id === 'number' ? id : null
    this.#port.send({ jsonrpc: '2.0', id: known, error: { code, message } })
    this.#unread.sent()
  }
}
