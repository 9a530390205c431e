import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DapClient, isEvent, must, openSession, parseJson, readJson, untilWritten, z } from '@dapplex/testkit'
import { connectUnixSocket, connectWebSocket } from '@dapplex/transport'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RpcClient } from '../support/rpc-client.js'
import { expectValid } from './support/sessions.js'

const output = z.looseObject({
  event: z.string().optional(),
  body: z.looseObject({ category: z.string().optional(), output: z.string().default('') }).optional(),
})

const CLI = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const LINES = 300_000
const ROUNDS = 5

/** A daemon in a process of its own, as users run it. */
let daemon: ChildProcess
let socketPath = ''
const home = mkdtempSync(joinPath(tmpdir(), 'dapplex-slow-'))
const program = joinPath(home, 'print-lines.js')
beforeAll(async () => {
  writeFileSync(
    program,
    `const fs = require('fs')
setInterval(() => {}, 1 << 30)
function write(text) {
  for (let bytes = Buffer.from(text); bytes.length > 0; )
    try {
      bytes = bytes.subarray(fs.writeSync(1, bytes))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
}
/** As fast as it can. */
function print(count) {
  for (let from = 0; from < count; from += 2000) {
    let text = ''
    for (let i = from; i < Math.min(from + 2000, count); i += 1) text += 'line ' + i + ' of a program that prints very much\\n'
    write(text)
  }
  write('all printed\\n')
}
globalThis.go = () => setTimeout(print, 0, ${LINES})
console.log('ready')
`,
  )
  const tells = `const { heapUsed, external } = process.memoryUsage(); process.stderr.write('held ' + (heapUsed + external) + '\\n')`
  const collects = `data:text/javascript,process.on('SIGUSR2',()=>{gc();gc();${tells}})`
  daemon = spawn(process.execPath, ['--expose-gc', '--import', collects, CLI, 'daemon', 'run'], {
    env: { ...process.env, DAPPLEX_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(must(daemon.stderr), 'data')
  socketPath = await untilWritten(joinPath(home, 'daemon.json'), () => {
    const { socket } = readJson(z.object({ socket: z.string() }), joinPath(home, 'daemon.json'))
    return socket
  })
})
afterAll(async () => {
  daemon.kill('SIGTERM')
  await once(daemon, 'exit')
  rmSync(home, { recursive: true, force: true })
})

/** What the daemon really holds, in MiB, when nothing is left to collect: its resident memory also has what the allocator keeps. */
async function heldMebibytes(): Promise<number> {
  const told = once(must(daemon.stderr), 'data')
  daemon.kill('SIGUSR2')
  const [text] = (await told) as [Buffer]
  return Number(/held (\d+)/.exec(text.toString())?.[1]) / 2 ** 20
}

/** A DAP client that joins, gets its configurationDone answered, and then reads nothing until told. */
class StalledClient {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  text = ''

  constructor(path: string) {
    this.socket = connect(path)
    this.closed = once(this.socket, 'close')
    this.socket.on('error', () => undefined)
    this.socket.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk))
  }

  async join(session: string): Promise<void> {
    await this.ask('dapplex_hello', { session, name: 'stalled' })
    await this.ask('initialize', { adapterID: 'x' })
    await this.ask('attach', { dapplexSession: session })
    await this.ask('configurationDone', {})
    // What was printed before comes ahead of this answer.
    await this.ask('threads', {})
  }

  async ask(command: string, args: object): Promise<void> {
    const body = JSON.stringify({ seq: (this.#seq += 1), type: 'request', command, arguments: args })
    this.socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    await this.until(`"command":"${command}"`)
  }

  async until(text: string): Promise<void> {
    while (!this.text.includes(text)) await once(this.socket, 'data')
  }

  #seq = 0
}

async function launch(cwd: string): Promise<{ client: DapClient; session: string }> {
  const client = new DapClient(await connectUnixSocket(socketPath), { name: 'reader', timeoutMs: 60_000 })
  await client.expectSuccess('dapplex_hello', { adapter: 'node', name: 'reader', cwd })
  const { started } = await openSession(client, { request: 'launch', arguments: { program }, exceptionFilters: [] })
  expect(await started).toMatchObject({ success: true })
  await client.waitForEvent('output', ({ body }) => body.output.includes('ready'))
  launches += 1
  return { client, session: `s${launches}` }
}
let launches = 0

async function openAgent(): Promise<RpcClient> {
  const { port } = readJson(z.object({ port: z.int() }), joinPath(home, 'daemon.json'))
  const headers = { authorization: `Bearer ${readFileSync(joinPath(home, 'token'), 'utf8').trim()}` }
  return new RpcClient(await connectWebSocket(`ws://127.0.0.1:${port}/rpc?kind=agent&name=agent-1`, { headers }))
}

/** The program prints its lines; resolves with the number of whole lines that the client has read when all are there. */
async function printAll(client: DapClient): Promise<number> {
  // Each message is looked at once: a wait that goes over all of them again makes the reader itself slow.
  let text = ''
  const all = new Promise<void>((resolve) => {
    const off = client.timeline.onEntry(({ message }) => {
      if (!isEvent(message, 'output') || message.body.category !== 'stdout') return
      const output = String(message.body.output)
      text += output
      if (!output.includes('all printed')) return
      off()
      resolve()
    })
  })
  await client.expectSuccess('evaluate', { expression: 'go()', context: 'repl' })
  await all
  return text.split('\n').filter((line) => line.startsWith('line ')).length
}

/** The program prints everything, some times; what the daemon holds after each. The least is what it needs: between two collections of old
 * objects, which come every few rounds, the rest is not given back yet. */
async function playRounds(client: DapClient): Promise<number[]> {
  const memory: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await printAll(client)).toBe(LINES)
    memory.push(Math.round(await heldMebibytes()))
  }
  return memory
}

/** Bytes of the program's output in what a client has read. */
function stdoutBytes(text: string): number {
  const bodies = text.split(/Content-Length: \d+\r\n\r\n/).filter((one) => one.startsWith('{') && one.endsWith('}'))
  return bodies
    .map((one) => parseJson(output, one))
    .filter(({ event, body }) => event === 'output' && body?.category === 'stdout')
    .reduce((sum, { body }) => sum + (body?.output.length ?? 0), 0)
}

describe('a client that stops reading while the program prints 300,000 lines', () => {
  test(
    'mux 16: the others get everything, memory stays flat; once it reads it is told what it missed [node]',
    { timeout: 240_000 },
    async () => {
      const { client, session } = await launch(home)
      expect(await printAll(client)).toBe(LINES) // the heap finds its size
      const before = await playRounds(client)
      const stalled = new StalledClient(socketPath)
      await stalled.join(session)
      stalled.text = ''
      stalled.socket.pause()
      const beside = await playRounds(client)
      expect(Math.min(...beside) - Math.min(...before), `${before.join()} MiB, then ${beside.join()}`).toBeLessThan(16)
      stalled.socket.resume()
      await stalled.until('bytes of output were dropped here')
      await stalled.ask('scopes', {})
      const [, dropped] = /(\d+) bytes of output were dropped here/.exec(stalled.text) ?? []
      expect(Number(dropped)).toBeGreaterThan(1_000_000)
      const printed = Array.from({ length: LINES }, (_, at) => `line ${at} of a program that prints very much\n`.length)
      const total = printed.reduce((sum, one) => sum + one, 'all printed\n'.length)
      // Nothing is lost without being counted; a few lines of the console are among what was dropped.
      const seen = stdoutBytes(stalled.text) + Number(dropped)
      expect([seen >= ROUNDS * total, seen < ROUNDS * total + 1000]).toEqual([true, true])
      expectValid(client)
      await client.expectSuccess('disconnect', { terminateDebuggee: true })
      stalled.socket.destroy()
      await client.close()
    },
  )

  test('mux 16: one that never reads again is disconnected [node]', async () => {
    writeFileSync(joinPath(home, 'dapplex.jsonc'), '{ "sessions": { "stalled_client_ms": 2000 } }')
    const { client, session } = await launch(home)
    const stalled = new StalledClient(socketPath)
    await stalled.join(session)
    const agent = await openAgent()
    await agent.call('events_subscribe', { session_id: session })
    stalled.socket.pause()
    expect(await printAll(client)).toBe(LINES)
    const left = await agent.next(
      ({ params }: { params?: { type?: string; client?: { name?: string } } }) =>
        params?.type === 'client_left' && params.client?.name === 'stalled',
    )
    expect(JSON.stringify(left)).toContain('has read nothing for')
    await agent.close()
    await client.expectSuccess('disconnect', { terminateDebuggee: true })
    expectValid(client)
    stalled.socket.destroy()
    await client.close()
  })
})
