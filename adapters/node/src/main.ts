import { NodeDebugSession } from './in-adapter/session/node-debug-session.js'

/** The adapter: DAP on the standard streams. stdout carries nothing else. */
const session = new NodeDebugSession(exit, process.stdout)
session.start(process.stdin, process.stdout)

// The parent may have closed stderr. That is no reason to end.
process.stderr.on('error', () => undefined)
process.stdin.once('end', () => session.shutdown())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => session.shutdown())
process.once('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`)
  process.exitCode = 1
  session.shutdown()
})

/** Exits when all output has been written, or after a second if the client does not read it. */
function exit(): void {
  const leave = () => process.exit(process.exitCode ?? 0)
  process.stdout.write('', leave)
  setTimeout(leave, 1_000).unref()
}
