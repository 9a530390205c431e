import type { Socket } from 'node:net'
import type { MessagePort } from './port/message-port.js'
import { StreamPort, type StreamPortOptions } from './stream-port.js'
import { TransportError } from './port/transport-error.js'

/** A connected socket, TCP or Unix, as a server accepted it. Bytes put back with `unshift` are read first. */
export function socketPort(socket: Socket, options: StreamPortOptions = {}): MessagePort {
  // The messages are small: Nagle's algorithm would delay each by up to 40 ms.
  socket.setNoDelay(true)
  const name = socket.remoteAddress === undefined ? 'the socket' : `${socket.remoteAddress}:${socket.remotePort ?? 0}`
  return new StreamPort({ readable: socket, writable: socket }, { name, ...options })
}

export interface ConnectOptions extends StreamPortOptions {
  /** In ms; 5000 by default. */
  readonly timeoutMs?: number
}

/**
 * Waits until a socket that has just been asked to connect is connected.
 * @param where names the place in errors
 * @throws TransportError CONNECT_FAILED, the socket destroyed
 */
export async function untilConnected(socket: Socket, where: string, options: ConnectOptions): Promise<MessagePort> {
  const timeoutMs = options.timeoutMs ?? 5000
  await new Promise<void>((resolve, reject) => {
    const refuse = (problem: string, cause?: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new TransportError('CONNECT_FAILED', `cannot connect to ${where}: ${problem}`, { cause }))
    }
    const timer = setTimeout(() => refuse(`no answer within ${timeoutMs} ms`), timeoutMs)
    const onError = (error: NodeJS.ErrnoException) => refuse(explain(error), error)
    socket.once('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', onError)
      resolve()
    })
  })
  return socketPort(socket, { name: where, ...options })
}

function explain(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'connection refused; start what should listen there'
    case 'ENOENT':
      return 'no such socket; start what should listen there'
    case 'EACCES':
      return 'permission denied; it belongs to another user'
    default:
      return error.message
  }
}
