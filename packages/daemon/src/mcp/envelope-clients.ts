import { ERROR_CODES } from '@dapplex/protocol'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Caller } from '../surface/caller.js'
import { buildServer } from './build-server.js'
import { IdleClock, type IdleLimits } from './idle-clock.js'
import { refusal, type McpExchange } from './mcp-exchange.js'
import type { McpOptions } from './mcp-options.js'
import { openCaller, type McpPerson } from './open-caller.js'
import { watchResources } from './resource-watch.js'

/** Clients at one time. A further client has to wait until one has been idle for long enough. */
const MOST = 256

interface EnvelopeClient {
  readonly caller: Caller
  readonly handler: McpHttpHandler
  readonly clock: IdleClock
  close(): void
}

/**
 * Clients of revision 2026-07-28 over HTTP, which has no connections. Requests of one principal under one name are one client,
 * so that its chosen session and its place among the clients stay the same between calls.
 */
export class EnvelopeClients {
  readonly #options: McpOptions
  readonly #limits: IdleLimits
  readonly #clients = new Map<string, EnvelopeClient>()

  constructor(options: McpOptions, limits: IdleLimits) {
    this.#options = options
    this.#limits = limits
  }

  async answer({ request, parsed, person, send }: McpExchange): Promise<void> {
    const client = this.#clientOf(person)
    if (client === undefined)
      return send(refusal(503, ERROR_CODES.domain, `${MOST} clients are known; try again later`))
    await client.clock.during(request, async () => send(await client.handler.fetch(request, { parsedBody: parsed })))
  }

  close(): void {
    for (const client of [...this.#clients.values()]) client.close()
  }

  #clientOf(person: McpPerson): EnvelopeClient | undefined {
    const { principal, query, clientName } = person
    const key = JSON.stringify([principal, query, clientName])
    const known = this.#clients.get(key)
    if (known !== undefined || this.#clients.size >= MOST) return known
    const client = this.#open(person, () => void this.#clients.delete(key))
    this.#clients.set(key, client)
    return client
  }

  #open(person: McpPerson, closed: () => void): EnvelopeClient {
    const { shared, version, log } = this.#options
    // Between two requests there is no stream for a notification.
    const caller = openCaller(this.#options, { ...person, named: 'oneCall' }, () => undefined)
    const handler = createMcpHandler(
      () => buildServer({ caller, query: person.query, version, subscribed: new Set() }),
      {
        legacy: 'reject',
        onerror: (error) => log.info({ err: error }, 'an MCP request was refused'),
      },
    )
    const { notify } = handler
    const stopWatch = watchResources(shared.registry, {
      listChanged: () => notify.resourcesChanged(),
      updated: (uri) => notify.resourceUpdated(uri),
    })
    const close = () => {
      closed()
      clock.stop()
      stopWatch()
      void handler.close().catch(() => undefined)
      caller.leave('was idle for too long')
    }
    const clock = new IdleClock(this.#limits, close)
    return { caller, handler, clock, close }
  }
}
