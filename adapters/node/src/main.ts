import { NodeDebugSession } from './session/node-debug-session.js'

/** The adapter: DAP on the standard streams. stdout carries nothing else. */
const session = new NodeDebugSession(exit, process.stdout)
session.start(process.stdin, process.stdout)

// Who started us may have closed it; that ends nobody.
process.stderr.on('error', () => undefined)
process.stdin.once('end', () => session.shutdown())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => session.shutdown())
process.once('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`)
  process.exitCode = 1
  session.shutdown()
})

/** Once everything written has gone out; a client that reads nothing does not keep us. */
function exit(): void {
  const leave = () => process.exit(process.exitCode ?? 0)
  process.stdout.write('', leave)
  setTimeout(leave, 1_000).unref()
}
