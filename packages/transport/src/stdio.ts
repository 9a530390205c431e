import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { MessagePort } from './port/message-port.js'
import { StreamPort, type StreamPortOptions } from './stream-port.js'

/** A child process whose stdin and stdout are pipes. */
export type PipedProcess = Pick<ChildProcess, 'pid'> & { readonly stdin: Writable; readonly stdout: Readable }

/** Speaks with a child process over its stdin and stdout. Closing the port ends its stdin; the process stays the caller's. */
export function childProcessPort(child: PipedProcess, options: StreamPortOptions = {}): MessagePort {
  const name = `stdout of process ${child.pid ?? 'that did not start'}`
  return new StreamPort({ readable: child.stdout, writable: child.stdin }, { name, ...options })
}

/** This process's own stdin and stdout. Nothing else may be printed on stdout from here on. */
export function ownStdioPort(options: StreamPortOptions = {}): MessagePort {
  return new StreamPort({ readable: process.stdin, writable: process.stdout }, { name: 'stdin', ...options })
}
