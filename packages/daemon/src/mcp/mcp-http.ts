import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_CODES } from '@dapplex/protocol'
import { isTooDeep } from '@dapplex/transport'
import { isLegacyRequest } from '@modelcontextprotocol/server'
import { ConnectedClients } from './connected-clients.js'
import { EnvelopeClients } from './envelope-clients.js'
import type { McpPerson } from './open-caller.js'
import { clientNameIn } from './client-info.js'
import type { IdleLimits } from './idle-clock.js'
import { refusal } from './mcp-exchange.js'
import type { McpOptions } from './mcp-options.js'
import { readBody, sendWebResponse, webRequest } from './web-exchange.js'

/** Tool calls are small; a larger message is refused. */
const MESSAGE_BYTES = 4 * 1024 * 1024
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'DELETE'])

/** MCP over streamable HTTP, in both of its forms: with a session for each client, or an envelope in each request. */
export class McpHttp {
  readonly #connected: ConnectedClients
  readonly #enveloped: EnvelopeClients

  constructor(options: McpOptions, limits: IdleLimits) {
    this.#connected = new ConnectedClients(options, limits)
    this.#enveloped = new EnvelopeClients(options, limits)
  }

  /** Answers one request; never rejects. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    who: Pick<McpPerson, 'principal' | 'query'>,
  ): Promise<void> {
    const send = (answer: Response) => sendWebResponse(answer, response)
    if (!METHODS.has(request.method ?? ''))
      return send(refusal(405, ERROR_CODES.invalidRequest, 'only GET, POST and DELETE'))
    const body = await readBody(request, MESSAGE_BYTES)
    if (body.kind === 'gone') return void response.destroy()
    if (body.kind === 'tooLarge')
      return send(refusal(413, ERROR_CODES.invalidRequest, `a message has at most ${MESSAGE_BYTES} bytes`))
    const parsed = parseJson(body.text)
    if (request.method === 'POST' && parsed === undefined)
      return send(refusal(400, ERROR_CODES.parse, 'Parse error: the body is not JSON, or nested too deep'))
    const web = webRequest(request, response, body.text)
    const person = { ...who, clientName: clientNameIn(parsed) }
    const exchange = { request: web, parsed, person, send }
    const isConnected = await isLegacyRequest(web, parsed)
    await (isConnected ? this.#connected.answer(exchange) : this.#enveloped.answer(exchange))
  }

  close(): void {
    this.#connected.close()
    this.#enveloped.close()
  }
}

function parseJson(text: string): unknown {
  if (isTooDeep(Buffer.from(text))) return undefined
  try {
    return isTooDeep(Buffer.from(text)) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
