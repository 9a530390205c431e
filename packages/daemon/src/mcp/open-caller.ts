import type { McpServer } from '@modelcontextprotocol/server'
import type { Presence } from '@dapplex/mux'
import { identityOf } from '../access/identity.js'
import type { Principal } from '../access/principals.js'
import { Caller, type CallerOptions } from '../surface/caller.js'
import type { McpOptions, McpQuery } from './mcp-options.js'
import { watchResources, type ResourceChanges } from './resource-watch.js'

/** Shown for a client that gives no name. */
const NAMELESS = 'mcp'

/** Who an MCP client is. Its name is that of the query, else that of its `clientInfo`. */
export interface McpPerson {
  readonly principal: Principal
  readonly query: McpQuery
  /** From `clientInfo`. */
  readonly clientName: string
  /** What a name in the URL means; default: `named`. */
  readonly named?: Exclude<Presence, 'connection'>
}

/** An MCP client calls tools as an agent. */
export function openCaller(
  { shared, log }: McpOptions,
  { principal, query, clientName, named = 'named' }: McpPerson,
  notify: CallerOptions['notify'],
): Caller {
  // All copies of a program have its `clientInfo`: only a name in the URL makes several connections one client.
  const own =
    query.name === '' ? { name: clientName, presence: 'connection' as const } : { name: query.name, presence: named }
  const folder = query.folder === undefined ? {} : { folder: query.folder }
  const identity = identityOf(principal, { kind: 'agent', ...own, ...folder })
  const { node } = query
  return new Caller({
    shared,
    log,
    notify,
    identity: identity.name === '' ? { ...identity, name: NAMELESS } : identity,
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

/** Sends `debug_event` and the like as `notifications/debug_event`: a client that does not know the name ignores it. */
export const notifyThrough =
  (server: () => McpServer['server'] | undefined): CallerOptions['notify'] =>
  (method, params) =>
    void server()
      ?.notification({ method: `notifications/${method}`, params })
      .catch(() => undefined)
