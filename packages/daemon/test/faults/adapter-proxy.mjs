// A faulty adapter: it stands between the daemon and a real one, passes on what both say, and spoils what the adapter says when
// it is told to. `node adapter-proxy.mjs SOCKET ADAPTER stdio|dial-back COMMAND ARGS...`. Orders come as lines of JSON on SOCKET.
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { connect, createServer } from 'node:net'
import { createInterface } from 'node:readline'

const [socketPath, adapter, how, command, ...args] = process.argv.slice(2)
const DIAL_BACK = /^--client-addr=127\.0\.0\.1:(\d+)$/
const PIECE = Buffer.alloc(1024 * 1024)

/** Cuts a stream of `Content-Length` frames into its messages; what is no frame is passed on as it is. */
function frames(take) {
  let bytes = Buffer.alloc(0)
  return (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n')
      const length = end === -1 ? undefined : /content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]
      if (end !== -1 && length === undefined) {
        take(bytes)
        bytes = Buffer.alloc(0)
      }
      const whole = length === undefined ? Infinity : end + 4 + Number(length)
      if (bytes.length < whole) return
      take(bytes.subarray(0, whole))
      bytes = bytes.subarray(whole)
    }
  }
}

const frameOf = (value) => {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

function messageOf(frame) {
  try {
    return JSON.parse(frame.toString('utf8', frame.indexOf('\r\n\r\n') + 4))
  } catch {
    return {}
  }
}

let toDaemon
let lastRequest = 0
let lastResponse
/** What happens to the next response: it is sent twice, in small pieces, or its first half is the last that is said. */
let next
/** While the adapter is silent: what it would have said. */
let held
/** How often the daemon has answered a request of the adapter's, by its seq. */
const answered = new Map()
const answers = new EventEmitter()

function fromAdapter(frame) {
  const isResponse = messageOf(frame).type === 'response'
  if (isResponse) lastResponse = frame
  if (held !== undefined) return void held.push(frame)
  if (!isResponse || next === undefined) return void toDaemon.write(frame)
  const spoil = next
  next = undefined
  spoil(frame)
}

function fromDaemon(frame) {
  const { type, seq, request_seq: of } = messageOf(frame)
  if (type === 'request') lastRequest = seq
  if (type === 'response' && of >= FIRST_OWN_SEQ) {
    answered.set(of, (answered.get(of) ?? 0) + 1)
    return void answers.emit('one')
  }
  toAdapter.write(frame)
}

/** Requests that were made up have numbers of their own, so that the adapter does not get their answers. */
const FIRST_OWN_SEQ = 1_500_000_000

const write = (bytes) => new Promise((resolve) => toDaemon.write(bytes, resolve))

const orders = {
  write: ({ text, base64, times = 1 }) => {
    const bytes = text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text)
    for (let one = 1; one < times; one += 1) toDaemon.write(bytes)
    return write(bytes)
  },
  say: ({ message, times = 1 }) => orders.write({ text: frameOf(message).toString(), times }),
  /** As much of an endless message as the daemon takes. */
  async zeros({ head, megabytes }) {
    toDaemon.write(head)
    for (let sent = 0; sent < megabytes && !toDaemon.destroyed; sent += 1)
      if (!toDaemon.write(PIECE)) await Promise.race([once(toDaemon, 'drain'), daemonGone])
  },
  again: () => (lastResponse === undefined ? undefined : write(lastResponse)),
  twice: () => {
    next = (frame) => {
      toDaemon.write(frame)
      toDaemon.write(frame)
    }
  },
  /** An answer to a request that the daemon has not sent yet. */
  ahead: ({ by }) =>
    write(
      frameOf({
        seq: 1,
        type: 'response',
        request_seq: lastRequest + by,
        success: true,
        command: 'threads',
        body: { threads: [] },
      }),
    ),
  pieces: () => {
    next = async (frame) => {
      const later = (held = [])
      for (let at = 0; at < frame.length; at += 7) {
        toDaemon.write(frame.subarray(at, at + 7))
        await new Promise((resolve) => setImmediate(resolve))
      }
      held = undefined
      for (const one of later) toDaemon.write(one)
    }
  },
  /** The next answer is nested too deep, or ends too early, in a frame that is right. */
  unreadable: ({ how }) => {
    next = (frame) => {
      const body = frame.toString('utf8', frame.indexOf('\r\n\r\n') + 4)
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
      toDaemon.write(frameOf(how === 'deep' ? `${body.slice(0, -1)},"deep":${deep}}` : body.slice(0, -1)))
    }
  },
  halfAndGone: () => {
    next = (frame) => toDaemon.write(frame.subarray(0, frame.length >> 1), () => process.kill(process.pid, 'SIGKILL'))
  },
  silent: () => void (held ??= []),
  speaks: () => {
    const said = held ?? []
    held = undefined
    for (const frame of said) toDaemon.write(frame)
  },
  deaf: () => void hear.pause(),
  hears: () => void hear.resume(),
  /** Resolves when the daemon has answered this request. */
  async answered({ seq }) {
    while (!answered.has(seq)) await once(answers, 'one')
  },
  answers: () => ({ counts: [...answered].map(([, count]) => count) }),
}

const control = connect(socketPath)
control.on('error', () => undefined)
await once(control, 'connect')

/** The daemon is at one end of `daemon`, the adapter at the other of `adapter`; both are pairs of streams. */
async function connected() {
  if (how === 'stdio') {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    return { child, daemon: [process.stdin, process.stdout], adapter: [child.stdout, child.stdin] }
  }
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let port
  const told = args.map((arg) =>
    arg.replace(
      DIAL_BACK,
      (_whole, given) => ((port = Number(given)), `--client-addr=127.0.0.1:${server.address().port}`),
    ),
  )
  const child = spawn(command, told, { stdio: 'inherit' })
  const [dialled] = await once(server, 'connection')
  server.close()
  const daemon = connect(port, '127.0.0.1')
  await once(daemon, 'connect')
  return { child, daemon: [daemon, daemon], adapter: [dialled, dialled] }
}

const { child, daemon, adapter: real } = await connected()
const [hear, say] = daemon
const [said, toAdapter] = real
toDaemon = say
for (const stream of [...daemon, ...real]) stream.on('error', () => undefined)
const daemonGone = new Promise((resolve) => say.once('close', resolve))
said.on('data', frames(fromAdapter))
hear.on('data', frames(fromDaemon))
hear.once('end', () => toAdapter.end())
child.once('exit', (code, signal) => process.exit(signal === null ? code : 1))
process.once('SIGTERM', () => child.kill())

control.write(`${JSON.stringify({ adapter, pid: process.pid, child: child.pid, owner: process.env.DAPPLEX_OWNER })}\n`)
for await (const line of createInterface({ input: control })) {
  const { id, order, ...given } = JSON.parse(line)
  const answer = await orders[order](given)
  control.write(`${JSON.stringify({ id, answer: answer ?? {} })}\n`)
}
