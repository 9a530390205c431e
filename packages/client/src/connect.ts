import { connectWebSocket } from '@dapplex/transport'
import { RpcClient } from './rpc-client.js'
import type { Client } from './client.js'

/** How to reach a daemon, and how the client presents itself. */
export type ConnectSpec = {
  /** Shown to the other clients of a session. All connections of one owner with this name and kind are one client. */
  readonly name?: string
  /** `connection`: the name is only shown, this connection is a client of its own. `oneCall`: the client connects anew for each call. */
  readonly presence?: 'connection' | 'named' | 'oneCall'
  /** A terminal is a person; default: agent. */
  readonly kind?: 'agent' | 'terminal' | 'editor'
  /** Its place in the workflow tree: a node's id, or `root`. By default it starts its own investigation. */
  readonly node?: string
  /** Its absolute working folder: breakpoints without a file belong to its workspace. */
  readonly cwd?: string
  /** Longest wait for the connection, in ms; 5000 by default. */
  readonly timeoutMs?: number
} & (
  | { readonly socketPath: string }
  /** `ws://127.0.0.1:PORT/rpc`, also as `http:` and without the path. */
  | { readonly url: string; readonly token: string }
)

/**
 * Connects to a daemon over its Unix socket, or over WebSocket with a token.
 * @throws TransportError CONNECT_FAILED, with the HTTP status if the daemon refused
 */
export async function connect(spec: ConnectSpec): Promise<Client> {
  const timeout = spec.timeoutMs === undefined ? {} : { timeoutMs: spec.timeoutMs }
  if ('socketPath' in spec) {
    const { socketPath } = spec
    return new RpcClient(
      await connectWebSocket(endpointUrl('ws://localhost/rpc', spec), { socketPath, name: socketPath, ...timeout }),
    )
  }
  const headers = { authorization: `Bearer ${spec.token}` }
  return new RpcClient(await connectWebSocket(endpointUrl(spec.url, spec), { headers, name: spec.url, ...timeout }))
}

/** The address of `/rpc` with the client's name, kind and place. */
export function endpointUrl(
  url: string,
  { name, kind, node, presence, cwd }: Pick<ConnectSpec, 'name' | 'kind' | 'node' | 'presence' | 'cwd'>,
): string {
  const endpoint = new URL(url.replace(/^http/, 'ws'))
  if (endpoint.pathname === '/') endpoint.pathname = '/rpc'
  if (name !== undefined && name !== '') endpoint.searchParams.set('name', name)
  if (kind !== undefined) endpoint.searchParams.set('kind', kind)
  if (node !== undefined) endpoint.searchParams.set('node', node)
  if (presence !== undefined) endpoint.searchParams.set('presence', presence)
  if (cwd !== undefined) endpoint.searchParams.set('cwd', cwd)
  return endpoint.href
}
