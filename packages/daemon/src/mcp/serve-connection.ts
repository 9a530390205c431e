import type { MessagePort } from '@dapplex/transport'
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Principal } from '../access/principals.js'
import type { Caller } from '../surface/caller.js'
import { buildServer } from './build-server.js'
import { McpChannel } from './mcp-channel.js'
import type { McpOptions, McpQuery } from './mcp-options.js'
import { notifyThrough, openCaller, tellChanges } from './open-caller.js'

/**
 * Serves one MCP client over a port, in any revision (MCP, "stdio": `dapplex mcp` passes each line on).
 * The client leaves its sessions when the port closes.
 */
export function serveMcpConnection(
  port: MessagePort,
  options: McpOptions,
  who: { readonly principal: Principal; readonly query: McpQuery },
): void {
  const channel = new McpChannel(port, {
    stalledMs: options.stalledMs,
    givenUp: () => options.log.warn('an MCP client that does not read was disconnected'),
  })
  const subscribed = new Set<string>()
  let caller: Caller | undefined
  let mcp: McpServer | undefined
  const notify = notifyThrough(() => mcp?.server)
  const onerror = (error: Error) => options.log.info({ err: error }, 'an MCP connection had an error')
  serveStdio(
    ({ era }) => {
      caller ??= openCaller(options, { ...who, clientName: channel.clientName }, notify)
      mcp = buildServer({ caller, query: who.query, version: options.version, subscribed })
      // From 2026-07-28 on the SDK itself picks what the client listens to.
      tellChanges(mcp, options, (uri) => era === 'modern' || subscribed.has(uri))
      return mcp
    },
    { transport: channel, onerror },
  )
  port.onClose(() => caller?.leave('closed its connection'))
}
