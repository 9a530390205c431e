import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { must, untilGone } from '@dapplex/testkit'
import { connectWebSocket } from '@dapplex/transport'
import { readDaemonState, type DaemonState } from '../src/index.js'
import { RpcClient } from './support/rpc-client.js'
import { tagProcesses } from './support/tagged-processes.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
const built = new URL('../dist/index.js', import.meta.url).href
const script = `
  import { startDaemon } from '${built}'
  const daemon = await startDaemon({ version: '0.0.0-test', idleExitMs: 600_000, tokenMs: 2000 })
  process.stdout.write('ready')
  process.once('SIGTERM', () => void daemon.stop('the daemon got SIGTERM'))`
/** Loaded before it: at SIGUSR2 it writes how long each timer of the process waits, in ms, and which of them repeat. */
const timerWatch = `data:text/javascript,${encodeURIComponent(`
  import { createHook } from 'node:async_hooks'
  const timers = new Map()
  createHook({
    init: (id, type, _trigger, timer) => void (type === 'Timeout' && timers.set(id, timer)),
    destroy: (id) => void timers.delete(id),
  }).enable()
  process.on('SIGUSR2', () => process.stdout.write(
    JSON.stringify([...timers.values()].map((timer) => ({ ms: timer._idleTimeout, repeats: timer._repeat !== null })))))`)}`

const { processes } = tagProcesses()
let home: string
let child: ChildProcess
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dapplex-process-'))
  child = startProcess()
})
afterEach(async () => {
  child.kill('SIGKILL')
  await untilGone(processes)
  rmSync(home, { recursive: true })
})

function startProcess(...flags: readonly string[]): ChildProcess {
  const env = { ...process.env, DAPPLEX_HOME: home }
  const args = [...flags, '--input-type=module', '-e', script]
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** How long each timer of the daemon waits, and whether it begins again. */
async function timers(): Promise<readonly { readonly ms: number; readonly repeats: boolean }[]> {
  child.kill('SIGUSR2')
  const [text] = (await once(must(child.stdout), 'data')) as [Buffer]
  return JSON.parse(text.toString('utf8')) as { ms: number; repeats: boolean }[]
}

/** What the daemon has written about itself, once it says that it is ready. */
async function running(): Promise<DaemonState> {
  await once(must(child.stdout), 'data')
  const state = await readDaemonState(home)
  if (state === undefined) throw new Error('the daemon is ready and has written no daemon.json')
  return state
}

async function launched(): Promise<RpcClient> {
  const { socket } = await running()
  const agent = new RpcClient(await connectWebSocket(`ws+unix:${socket}:/rpc`))
  await agent.call('debug_launch', { program, adapter: 'debugpy', stop_at_entry: true })
  expect(processes().length).toBeGreaterThan(1)
  return agent
}

const MEGABYTE = 1024 * 1024

/** The most memory that a process has used so far, in bytes (proc(5), `VmHWM`). */
const peakOf = (pid: number): number =>
  1024 * Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** A connection without a token that begins so, and then sends 60 pieces of a megabyte, as far as it is let. */
async function flood(port: number, { head, piece, reads }: Flood): Promise<void> {
  const socket = createConnection({ host: '127.0.0.1', port })
  // The daemon closes it in the middle of a piece.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  if (reads) socket.resume()
  socket.write(head)
  for (let sent = 0; sent < 60 && !socket.destroyed; sent += 1)
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  socket.destroy()
}

interface Flood {
  readonly head: string
  readonly piece: Buffer
  /** Whether it takes what the daemon answers. */
  readonly reads: boolean
}

const zeros = Buffer.alloc(MEGABYTE)
const dap = (text: string) => `Content-Length: ${text.length}\r\n\r\n${text}`
const call = dap(
  JSON.stringify({ seq: 1, type: 'request', command: 'evaluate', arguments: { expression: 'x'.repeat(200_000) } }),
)
const calls = Buffer.from(call.repeat(5))
/** One message and many, their answers read and not; a header without an end; and what HTTP and WebSocket have of the kind. */
const FLOODS: readonly Flood[] = [
  { head: `Content-Length: ${60 * MEGABYTE}\r\n\r\n`, piece: zeros, reads: true },
  { head: '', piece: calls, reads: true },
  { head: '', piece: calls, reads: false },
  { head: 'Content-Length: 5\r\nX: ', piece: zeros, reads: true },
  {
    head: `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${60 * MEGABYTE}\r\n\r\n`,
    piece: zeros,
    reads: true,
  },
  {
    head: 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    piece: Buffer.concat([Buffer.from('100000\r\n'), zeros, Buffer.from('\r\n')]),
    reads: true,
  },
  {
    head: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ',
    piece: Buffer.alloc(MEGABYTE, 'x'),
    reads: true,
  },
  {
    head: 'GET /rpc HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    piece: zeros,
    reads: true,
  },
]

describe('a daemon in a process of its own', () => {
  test('eight connections without the token that each send 60 MB at once: it holds a fifth of them at most', async () => {
    const { port, pid } = await running()
    const before = peakOf(pid)
    await Promise.all(FLOODS.map((one) => flood(port, one)))
    expect(peakOf(pid) - before).toBeLessThan(100 * MEGABYTE)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })

  test('no timer repeats in it, beside a program that stands and a call that waits, and when all have left', async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(home, { recursive: true })
    home = mkdtempSync(join(tmpdir(), 'dapplex-process-'))
    child = startProcess('--import', timerWatch)
    const agent = await launched()
    const waiting = agent.call('wait_for_stop', { since_stop_id: 99, timeout_ms: 500_000 })
    await agent.call('output_get', {})
    expect((await timers()).filter(({ repeats }) => repeats)).toEqual([])
    await agent.call('debug_disconnect', { terminate: true })
    await waiting
    await agent.close()
    await agent.closed
    expect((await timers()).filter(({ repeats }) => repeats)).toEqual([])
  })

  test('mux 27: told to end, it ends its session and itself, and leaves only journals, recordings, log, token and the last id', async () => {
    const agent = await launched()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await agent.closed
    expect(processes()).toEqual([])
    expect(readdirSync(home).sort()).toEqual(['journal', 'last-session', 'log', 'recordings', 'sessions', 'token'])
  })

  test('mux 27: told to end while its adapter is stopped by SIGSTOP and calls wait, it ends both and itself', async () => {
    const agent = await launched()
    const adapter = must(processes().find(({ command }) => command.includes('-m debugpy.adapter')))
    process.kill(adapter.pid, 'SIGSTOP')
    const open = [agent.call('evaluate', { expression: '1' }), agent.call('wait_for_stop', { since_stop_id: 99 })]
    const answers = Promise.allSettled(open)
    await agent.call('sessions_list')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await answers
    await agent.closed
    expect(processes()).toEqual([])
    const log = readdirSync(join(home, 'log')).map((name) => readFileSync(join(home, 'log', name), 'utf8'))
    expect(log.join('')).toContain('daemon has ended')
  })

  test('killed, it leaves no process; the next one starts with what it left behind, and gives no session id again', async () => {
    const agent = await launched()
    child.kill('SIGKILL')
    await agent.closed
    await untilGone(processes)
    expect(await readDaemonState(home)).toBeUndefined()
    child = startProcess()
    const { pid, socket } = await running()
    expect(pid).toBe(child.pid)
    // A configuration that still names the first session would join a stranger's if its id were given again.
    const next = new RpcClient(await connectWebSocket(`ws+unix:${socket}:/rpc`))
    expect(await next.call('debug_launch', { program, adapter: 'debugpy', stop_at_entry: true })).toMatchObject({
      session_id: 's2',
    })
  })
})
