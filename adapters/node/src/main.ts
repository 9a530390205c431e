import type { Socket } from 'node:net'
import { Family } from './in-adapter/children/family.js'
import { NodeDebugSession } from './in-adapter/session/node-debug-session.js'

/** The adapter: DAP on the standard streams, and on a socket of its own for each process and worker that the program starts. */
const sessions = new Set<NodeDebugSession>()
const family = new Family((socket) => serveSocket(socket))
serve(process.stdin, process.stdout, () => undefined)

// The parent may have closed stderr. That is no reason to end.
process.stderr.on('error', () => undefined)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => shutDown())
process.once('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`)
  process.exitCode = 1
  shutDown()
})

function serveSocket(socket: Socket): void {
  socket.on('error', () => socket.destroy())
  serve(socket, socket, () => socket.end())
}

function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, close: () => void): void {
  const onDone = () => {
    close()
    done(session)
  }
  const session = new NodeDebugSession({ family, output, onDone })
  sessions.add(session)
  session.start(input, output)
  input.once('end', () => session.shutdown())
}

function shutDown(): void {
  for (const session of sessions) session.shutdown()
}

/** The process serves until its last session is over. */
function done(session: NodeDebugSession): void {
  sessions.delete(session)
  if (sessions.size === 0) exit()
}

/** Exits when all output has been written, or after a second if the client does not read it. */
function exit(): void {
  family.close()
  const leave = () => process.exit(process.exitCode ?? 0)
  process.stdout.write('', leave)
  setTimeout(leave, 1_000).unref()
}
