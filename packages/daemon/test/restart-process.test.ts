import { readFileSync } from 'node:fs'
import {
  buildC,
  buildDotnet,
  buildGo,
  fixture,
  markerLine,
  missing,
  must,
  openSession,
  type ProgramName,
} from '@dapplex/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { endSessions } from './support/end-sessions.js'
import { isRunning } from './support/is-running.js'

const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

interface Case {
  readonly adapter: string
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly program: () => Promise<string>
  /** A word of the program's own command line. */
  readonly names: string
}
const itself = (path: string) => () => Promise.resolve(fixture(path))
const CASES: readonly Case[] = [
  {
    adapter: 'debugpy',
    needs: ['debugpy'],
    source: 'programs/python/orders.py',
    program: itself('programs/python/orders.py'),
    names: 'orders.py',
  },
  {
    adapter: 'delve',
    needs: ['delve', 'go'],
    source: 'programs/go/orders/main.go',
    program: () => buildGo(fixture('programs/go/orders')),
    names: 'orders',
  },
  {
    adapter: 'lldb',
    needs: ['lldb', 'cc'],
    source: 'programs/c/orders.c',
    program: () => buildC(fixture('programs/c/orders.c')),
    names: 'orders',
  },
  {
    adapter: 'node',
    needs: [],
    source: 'programs/node/orders.js',
    program: itself('programs/node/orders.js'),
    names: 'orders.js',
  },
  {
    adapter: 'netcoredbg',
    needs: ['netcoredbg', 'dotnet'],
    source: 'programs/dotnet/orders/Program.cs',
    program: () => buildDotnet(fixture('programs/dotnet/orders/orders.csproj')),
    names: 'orders.dll',
  },
]

const commandLine = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

describe.each(CASES)('mux 11: the process after a restart: $adapter', ({ adapter, needs, source, program, names }) => {
  const why = missing(...needs)
  const file = fixture(source)
  const line = markerLine(file, 'BREAK: body')

  test('mux 11: debug_restart answers the new process', async ({ skip }) => {
    skip(why !== undefined, why)
    const launch = { program: await program(), adapter, breakpoints: [{ file, line }], timeout_ms: 60_000 }
    const first = await agent.call('debug_launch', launch)
    const { session_id } = first
    await agent.call('wait_for_stop', { session_id, since_stop_id: 0 })
    const second = await agent.call('debug_restart', { session_id })
    expect([first.pid, second.pid]).toEqual([expect.any(Number), expect.any(Number)])
    expect(second.pid).not.toBe(first.pid)
    expect(isRunning(must(first.pid))).toBe(false)
    expect(commandLine(must(second.pid))).toContain(names)
  })

  test('mux 11: an editor is told the process at the start and after a restart', async ({ skip }) => {
    skip(why !== undefined, why)
    const editor = await host.dapOverSocket()
    await openSession(editor, {
      request: 'launch',
      arguments: { type: adapter, program: await program(), ...(adapter === 'delve' ? { mode: 'exec' } : {}) },
      initialize: { supportsRunInTerminalRequest: false },
      breakpoints: { [file]: [line] },
      exceptionFilters: [],
    })
    await editor.waitForEvent('stopped', undefined, { timeoutMs: 30_000 })
    const first = must((await editor.waitForEvent('process')).body.systemProcessId)
    const mark = editor.mark()
    await editor.expectSuccess('restart', {}, { timeoutMs: 30_000 })
    await editor.waitForEvent('stopped', undefined, { after: mark, timeoutMs: 30_000 })
    const [again] = editor.events('process', mark)
    expect(again?.body.systemProcessId).not.toBe(first)
    expect(commandLine(must(must(again).body.systemProcessId))).toContain(names)
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    await editor.close()
  })
})
