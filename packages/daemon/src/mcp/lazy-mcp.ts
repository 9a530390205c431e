import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MessagePort } from '@dapplex/transport'
import type { IdleLimits } from './idle-clock.js'
import type { McpHttp } from './mcp-http.js'
import type { McpOptions } from './mcp-options.js'
import type { McpPerson } from './open-caller.js'

type Who = Pick<McpPerson, 'principal' | 'query'>

/** MCP, whose code is loaded when the first client of it comes: it is a seventh of what the daemon loads. */
export class LazyMcp {
  readonly #options: McpOptions
  readonly #limits: IdleLimits
  #http: Promise<McpHttp> | undefined

  constructor(options: McpOptions, limits: IdleLimits) {
    this.#options = options
    this.#limits = limits
  }

  /** Answers one request over HTTP. */
  async answer(request: IncomingMessage, response: ServerResponse, who: Who): Promise<void> {
    this.#http ??= import('./mcp-http.js').then(({ McpHttp }) => new McpHttp(this.#options, this.#limits))
    await (await this.#http).answer(request, response, who)
  }

  /** Serves a client on a connection of its own. What it sends meanwhile waits in the port. */
  async serve(port: MessagePort, who: Who): Promise<void> {
    const { serveMcpConnection } = await import('./serve-connection.js')
    serveMcpConnection(port, this.#options, who)
  }

  close(): void {
    void this.#http?.then((http) => http.close())
  }
}
