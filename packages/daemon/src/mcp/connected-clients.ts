import { randomUUID } from 'node:crypto'
import { ERROR_CODES } from '@dapplex/protocol'
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Principal } from '../access/principals.js'
import { buildServer } from './build-server.js'
import { IdleClock, type IdleLimits } from './idle-clock.js'
import { refusal, type McpExchange } from './mcp-exchange.js'
import type { McpOptions } from './mcp-options.js'
import { notifyThrough, openCaller, tellChanges, type McpPerson } from './open-caller.js'

/** Clients at one time. A further client has to wait until one leaves. */
const MOST = 256

interface ConnectedClient {
  readonly principal: Principal
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly clock: IdleClock
  close(): void
}

/** Clients of the revisions up to 2025-11-25 over HTTP: `initialize` opens a session, whose id each request then carries. */
export class ConnectedClients {
  readonly #options: McpOptions
  readonly #limits: IdleLimits
  readonly #clients = new Map<string, ConnectedClient>()

  constructor(options: McpOptions, limits: IdleLimits) {
    this.#options = options
    this.#limits = limits
  }

  async answer({ request, parsed, person, send }: McpExchange): Promise<void> {
    const client = await this.#clientOf(request, parsed, person)
    if (client instanceof Response) return send(client)
    const options = parsed === undefined ? {} : { parsedBody: parsed }
    await client.clock.during(request, async () => send(await client.transport.handleRequest(request, options)))
  }

  close(): void {
    for (const client of [...this.#clients.values()]) client.close()
  }

  async #clientOf(request: Request, parsed: unknown, person: McpPerson): Promise<ConnectedClient | Response> {
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const known = this.#clients.get(id)
      // A session belongs to its principal in the role that it had. For anyone else it does not exist.
      if (known !== undefined && isSamePrincipal(known.principal, person.principal)) return known
      return refusal(404, ERROR_CODES.domain, 'Session not found: it has ended; send initialize to begin another')
    }
    const isFirst =
      isInitializeRequest(parsed) || (Array.isArray(parsed) && parsed.some((one) => isInitializeRequest(one)))
    if (!isFirst)
      return refusal(
        400,
        ERROR_CODES.invalidRequest,
        'the Mcp-Session-Id header is missing: send initialize first, its answer has it',
      )
    if (this.#clients.size >= MOST)
      return refusal(503, ERROR_CODES.domain, `${MOST} clients are connected; end one with DELETE`)
    return this.#open(person)
  }

  async #open(person: McpPerson): Promise<ConnectedClient> {
    const id = randomUUID()
    const subscribed = new Set<string>()
    const caller = openCaller(
      this.#options,
      person,
      notifyThrough(() => mcp.server),
    )
    const mcp = buildServer({ caller, query: person.query, version: this.#options.version, subscribed })
    tellChanges(mcp, this.#options, (uri) => subscribed.has(uri))
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id })
    const close = () => void mcp.close().catch(() => undefined)
    const client: ConnectedClient = {
      principal: person.principal,
      transport,
      clock: new IdleClock(this.#limits, close),
      close,
    }
    const stopTelling = mcp.server.onclose
    mcp.server.onclose = () => {
      stopTelling?.()
      client.clock.stop()
      this.#clients.delete(id)
      caller.leave('ended its MCP session')
    }
    this.#clients.set(id, client)
    await mcp.connect(transport)
    return client
  }
}

const isSamePrincipal = (one: Principal, other: Principal): boolean =>
  one.name === other.name && one.role === other.role
