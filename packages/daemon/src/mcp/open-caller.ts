import type { McpServer } from '@modelcontextprotocol/server'
import { identityOf } from '../access/identity.js'
import type { Principal } from '../access/principals.js'
import { ToolCaller, type ToolCallerOptions } from '../surface/caller.js'
import type { McpOptions, McpQuery } from './mcp-options.js'
import { watchResources, type ResourceChanges } from './resource-watch.js'

/** Shown for a client that gives no name. */
const NAMELESS = 'mcp'

/** Who an MCP client is: let in as `principal`, called as it asked to be, else as it calls itself. */
export interface McpPerson {
  readonly principal: Principal
  readonly query: McpQuery
  /** From `clientInfo`. */
  readonly clientName: string
}

/** An agent among the clients of the surface. */
export function openCaller(
  { shared, log }: McpOptions,
  { principal, query, clientName }: McpPerson,
  notify: ToolCallerOptions['notify'],
): ToolCaller {
  const caller = identityOf(principal, 'agent', query.name === '' ? clientName : query.name)
  const { node } = query
  return new ToolCaller({
    shared,
    log,
    notify,
    caller: caller.name === '' ? { ...caller, name: NAMELESS } : caller,
    ...(node === undefined ? {} : { node }),
  })
}

/** Tells the client of a connection which resources have changed, as long as the connection lasts. */
export function tellChanges(mcp: McpServer, { shared }: McpOptions, wants: (uri: string) => boolean): void {
  const dropped = () => undefined
  const changes: ResourceChanges = {
    listChanged: () => void mcp.server.sendResourceListChanged().catch(dropped),
    updated: (uri) => {
      if (wants(uri)) mcp.server.sendResourceUpdated({ uri }).catch(dropped)
    },
  }
  const stop = watchResources(shared.registry, changes)
  mcp.server.onclose = stop
}

/** `debug_event` and the like, as notifications of our own: a client that does not know them leaves them alone. */
export const notifyThrough =
  (server: () => McpServer['server'] | undefined): ToolCallerOptions['notify'] =>
  (method, params) =>
    void server()
      ?.notification({ method: `notifications/${method}`, params })
      .catch(() => undefined)
