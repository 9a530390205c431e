import { createConnection } from 'node:net'
import type { MessagePort } from './port/message-port.js'
import { untilConnected, type ConnectOptions } from './socket-port.js'

/**
 * Connects to `Content-Length` frames over a Unix domain socket (on Windows: a named pipe).
 * @throws TransportError CONNECT_FAILED
 */
export function connectUnixSocket(path: string, options: ConnectOptions = {}): Promise<MessagePort> {
  return untilConnected(createConnection({ path }), path, options)
}
