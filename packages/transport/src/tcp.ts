import { createConnection } from 'node:net'
import type { MessagePort } from './port/message-port.js'
import { untilConnected, type ConnectOptions } from './socket-port.js'

/**
 * Connects to `Content-Length` frames over TCP.
 * @throws TransportError CONNECT_FAILED
 */
export function connectTcp(
  address: { readonly host: string; readonly port: number },
  options: ConnectOptions = {},
): Promise<MessagePort> {
  const socket = createConnection({ host: address.host, port: address.port })
  return untilConnected(socket, `${address.host}:${address.port}`, options)
}
