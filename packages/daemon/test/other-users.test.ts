import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildC, buildDotnet, fixture, missing, must, type ProgramName } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDaemonState } from '../src/index.js'
import { processStart } from '../src/state/process-identity.js'
import type { RpcClient } from './support/rpc-client.js'
import { tagProcesses } from './support/tagged-processes.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

/** A uid that nobody on this machine has but the system itself: `nobody`. */
const STRANGER = 65_534
const folder = mkdtempSync(join(tmpdir(), 'dapplex-strangers-'))
let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon()
  agent = await host.agent()
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true })
})

interface Case {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly program: () => Promise<string>
  /** How many TCP ports of the session listen. */
  readonly ports: number
  /** What a stranger gets who sends a DAP request, and what one gets who asks for the list of inspectors. */
  readonly says?: { readonly dap: RegExp; readonly list: RegExp }
}
const NOTHING = { dap: /^$/, list: /^$/ }
const python = () => {
  const path = join(folder, 'wait.py')
  writeFileSync(path, 'import sys\nsys.stdin.read()\n')
  return Promise.resolve(path)
}
const c = () => {
  const path = join(folder, 'wait.c')
  writeFileSync(path, '#include <stdio.h>\nint main(void) { while (getchar() != EOF); }\n')
  return buildC(path)
}
const lisp = () => {
  const path = join(folder, 'wait.lisp')
  writeFileSync(path, '(read-line)\n')
  return Promise.resolve(path)
}
const CASES: readonly Case[] = [
  { adapter: 'debugpy', needs: ['debugpy'], program: python, ports: 2, says: NOTHING },
  { adapter: 'delve', needs: ['delve', 'go'], program: () => Promise.resolve(fixture('programs/go/orders')), ports: 0 },
  { adapter: 'lldb', needs: ['lldb', 'cc'], program: c, ports: 0 },
  {
    adapter: 'node',
    needs: [],
    program: () => Promise.resolve(fixture('programs/node/orders.js')),
    ports: 1,
    says: { dap: /^HTTP\/1\.[01] 400 |^$/, list: /^HTTP\/1\.[01] 404 / },
  },
  { adapter: 'swank', needs: ['sbcl'], program: lisp, ports: 0 },
  { adapter: 'gdb', needs: ['gdb', 'cc'], program: c, ports: 0 },
  {
    adapter: 'netcoredbg',
    needs: ['netcoredbg', 'dotnet'],
    program: () => buildDotnet(fixture('programs/dotnet/throws/throws.csproj')),
    ports: 0,
  },
]

/** The listening TCP ports of these processes (proc(5), /proc/net/tcp: state 0A, inode at field 9). */
function portsOf(pids: readonly number[]): readonly number[] {
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/)),
  )
  const sockets = new Set(pids.flatMap(socketsOf))
  const listening = rows.filter((row) => row[3] === '0A' && sockets.has(`socket:[${row[9] ?? ''}]`))
  return [...new Set(listening.map((row) => Number.parseInt(must(must(row[1]).split(':')[1]), 16)))]
}

function socketsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`)
      } catch {
        return ''
      }
    })
  } catch {
    return []
  }
}

/** What another account gets from a TCP port: it sends a request and reads a while. */
async function strangerAsks(port: number, says: string): Promise<string> {
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf '${says}' >&3 && timeout 5 cat <&3`
  const stranger = spawn('/bin/bash', ['-c', script], { uid: STRANGER, gid: STRANGER })
  let got = ''
  for await (const chunk of stranger.stdout) got += String(chunk)
  return got
}

const isRoot = process.geteuid?.() === 0

describe('another account of the machine and the daemon', () => {
  test('the port answers nothing without a token', async ({ skip }) => {
    skip(!isRoot, 'only root can act as another account')
    const { port } = host.daemon.state
    expect(await strangerAsks(port, 'GET /rpc?name=x HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')).toMatch(
      /^HTTP\/1.1 4/,
    )
    expect(await strangerAsks(port, 'GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')).toMatch(/^HTTP\/1.1 401/)
  })

  test('no file of the state folder can be read, no name in it listed, and the socket not be connected to', ({
    skip,
  }) => {
    skip(!isRoot, 'only root can act as another account')
    const files = readdirSync(host.home, { recursive: true, encoding: 'utf8' }).map((name) => join(host.home, name))
    expect(files).toEqual(
      expect.arrayContaining(['token', 'daemon.json', 'log/daemon.log'].map((name) => join(host.home, name))),
    )
    expect(files).toContain(host.daemon.state.socket)
    expect(asStranger(`ls '${host.home}'`)).toMatchObject({ status: 2, stdout: '' })
    for (const path of files) {
      const { stdout, stderr } = asStranger(`ls '${path}'; cat '${path}'; echo x >> '${path}'`)
      expect(stdout, path).toBe('')
      expect(
        stderr.split('\n').filter((line) => line.includes('Permission denied')),
        path,
      ).toHaveLength(3)
    }
  })

  test('the socket of a long state folder, which stands among the temporary files, neither', async ({ skip }) => {
    skip(!isRoot, 'only root can act as another account')
    const long = await testDaemon({ home: join(folder, 'x'.repeat(120)), modules: [] })
    const { socket } = long.daemon.state
    expect(socket.startsWith(long.home)).toBe(false)
    expect(asStranger(`ls '${socket}'`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Permission denied'),
    })
    await long.stop()
  })

  test('a daemon.json that names a process of that account is believed by nobody', async ({ skip }) => {
    skip(!isRoot, 'only root can act as another account')
    const foreign = spawn('/bin/sleep', ['600'], { uid: STRANGER, gid: STRANGER })
    await once(foreign, 'spawn')
    const pid = must(foreign.pid)
    const state = { pid, started: must(processStart(pid)), port: 1, socket: join(folder, 'x.sock'), version: '1' }
    writeFileSync(join(folder, 'daemon.json'), JSON.stringify(state), { mode: 0o600 })
    expect(await readDaemonState(folder)).toBeUndefined()
    foreign.kill('SIGKILL')
    await once(foreign, 'exit')
  })
})

const asStranger = (script: string) => spawnSync('/bin/bash', ['-c', script], { uid: STRANGER, encoding: 'utf8' })

/** Sessions in which a program waits for its input, or stands at its entry. */
const ENTRY = ['debugpy', 'delve', 'node', 'netcoredbg']
const REQUEST = '{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}'
const DAP = `Content-Length: ${REQUEST.length}\\r\\n\\r\\n${REQUEST}`
const LIST = 'GET /json/list HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n'

describe.each(CASES)('another account of the machine and a session of $adapter', (one) => {
  const { adapter, needs, program, ports } = one
  const why = missing(...needs)

  test(
    `docs/security.md: TCP ports that listen: ${ports}; what they say to a stranger; no other file is read as a source`,
    { timeout: 240_000 },
    async ({ skip }) => {
      skip(why !== undefined, why)
      skip(process.platform !== 'linux', '/proc tells the ports of a process only on Linux')
      const { processes } = tagProcesses()
      const { session_id } = await agent.call('debug_launch', {
        program: await program(),
        adapter,
        stop_at_entry: ENTRY.includes(adapter),
        timeout_ms: 120_000,
      })
      const found = portsOf(processes().map(({ pid }) => pid))
      const secrets = processes().filter(({ pid, command }) =>
        `${command}${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(host.daemon.token),
      )
      const heard = isRoot
        ? await Promise.all(found.flatMap((port) => [strangerAsks(port, DAP), strangerAsks(port, LIST)]))
        : undefined
      // It lives on, whatever strangers sent.
      expect(await agent.call('threads_list', { session_id })).toMatchObject({ threads: expect.any(Array) })
      // Who may look at the program asks its debugger for a file of the user, as an observer in an editor can.
      const source = { command: 'source', arguments: { source: { path: '/etc/passwd' }, sourceReference: 0 } }
      const told = await agent.call('dap_request', { session_id, ...source })
      await agent.call('debug_disconnect', { session_id, terminate: true })
      expect(told).toMatchObject({ success: false })
      expect(found).toHaveLength(ports)
      expect(secrets).toEqual([])
      const says = [one.says?.dap, one.says?.list]
      heard?.forEach((text, index) => expect(text).toMatch(must(says[index % 2])))
      skip(!isRoot && ports > 0, 'only root can act as another account')
    },
  )
})

describe('where the system does not tell whose a connection is, and other people have accounts', () => {
  test.each([
    {
      adapter: 'debugpy',
      needs: ['debugpy'] as const,
      program: python,
      says: /every account of this machine can use its ports/,
    },
    { adapter: 'node', needs: [], program: () => Promise.resolve(fixture('programs/node/orders.js')), says: undefined },
  ])('the launch of $adapter says whether its ports are open to them', async ({ adapter, needs, program, says }) => {
    const why = missing(...needs)
    if (why !== undefined) return
    const unguarded = await testDaemon({ machine: { tellsOwners: false, hasOthers: true } })
    const caller = await unguarded.agent()
    const started = await caller.call('debug_launch', { program: await program(), adapter, wait_ms: 0 })
    const { session_id, message } = started
    if (says === undefined) expect(message).not.toContain('Warning')
    else expect(message).toMatch(says)
    const console = JSON.stringify((await caller.call('output_get', { session_id })).output)
    expect(console.includes('docs/security.md')).toBe(says !== undefined)
    await caller.call('debug_disconnect', { session_id, terminate: true })
    await caller.close()
    await unguarded.stop()
  })
})
