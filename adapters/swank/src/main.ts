import { LispSession } from './in-adapter/requests/lisp-session.js'

// Standard output carries the protocol and nothing else.
console.log = console.error

const session = new LispSession(true)
session.start(process.stdin, process.stdout)

const end = (): void => {
  void session.end().finally(() => process.exit(0))
}
process.stdin.on('close', end)
process.stdin.on('end', end)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
