import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing, must, processesWithArgument, type ProgramName } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { checkAttach, ptraceHint } from '../src/adapters/attach/check-attach.js'
import { lookAtTarget } from '../src/adapters/attach/look-at-target.js'
import { adapterModules } from '../src/adapters/modules.js'

const { host, agent } = await daemonWithAgent()
/** A process that nobody debugs, and one that a session debugs. */
let sleeper: ChildProcess
beforeAll(async () => {
  sleeper = spawn('sleep', ['600'], { stdio: 'ignore' })
  await once(sleeper, 'spawn')
})
afterAll(() => sleeper.kill('SIGKILL'))

/** The adapters that attach to a process id, in the names of their own arguments. */
const ADAPTERS: readonly { readonly adapter: string; readonly name: string; readonly needs: readonly ProgramName[] }[] =
  [
    { adapter: 'lldb', name: 'pid', needs: ['lldb'] },
    { adapter: 'delve', name: 'processId', needs: ['delve'] },
    { adapter: 'debugpy', name: 'processId', needs: ['debugpy'] },
    { adapter: 'gdb', name: 'pid', needs: [] },
    { adapter: 'node', name: 'processId', needs: [] },
    { adapter: 'netcoredbg', name: 'processId', needs: [] },
  ]

/** No process has this id: pids end at 2^22. */
const NO_PROCESS = 2 ** 22 + 1

interface Row {
  readonly why: string
  readonly pid: () => number
  readonly type: string
  readonly says: RegExp
}
const ROWS: readonly Row[] = [
  { why: 'no such process', pid: () => NO_PROCESS, type: 'PROCESS_NOT_FOUND', says: /4194305/ },
  { why: 'the daemon', pid: () => process.pid, type: 'ATTACH_FAILED', says: /dapplex daemon itself/ },
  { why: 'a parent of the daemon', pid: () => process.ppid, type: 'ATTACH_FAILED', says: /started the dapplex daemon/ },
]

describe.each(ADAPTERS)('attach errors of $adapter', ({ adapter, name, needs }) => {
  test.for(ROWS)('debug_attach: $why', async ({ pid, type, says }) => {
    const failure = await agent.failure('debug_attach', { pid: pid(), adapter })
    expect(failure).toMatchObject({ data: { type }, message: expect.stringMatching(says) })
    expect(await agent.call('sessions_list')).toBeDefined()
  })

  test('debug_attach: the id stands in adapter_args', async () => {
    const asked = { pid: sleeper.pid, adapter, adapter_args: { [name]: process.pid } }
    expect(await agent.failure('debug_attach', asked)).toMatchObject({
      data: { type: 'ATTACH_FAILED' },
      message: expect.stringContaining('dapplex daemon itself'),
    })
  })

  test('debug_attach: the id stands in a command for the debugger', async () => {
    const asked = { pid: sleeper.pid, adapter, adapter_args: { attachCommands: [`process attach -p ${process.pid}`] } }
    expect(await agent.failure('debug_attach', asked)).toMatchObject({
      data: { type: 'ATTACH_FAILED' },
      message: expect.stringContaining('dapplex daemon itself'),
    })
  })

  test.for([
    { adapterID: adapter, why: 'its adapter starts with initialize' },
    { adapterID: 'unknown', why: 'its adapter starts with the attach' },
  ])('attach of an editor: $why', async ({ adapterID }, { skip }) => {
    const why = missing(...needs)
    skip(why !== undefined, why)
    skip(adapter === 'gdb' || adapter === 'netcoredbg', 'the editor cannot initialize an adapter that may be missing')
    const editor = await host.dapOverSocket()
    await editor.expectSuccess('initialize', { adapterID })
    const answer = await editor.request('attach', { type: adapter, [name]: String(process.pid) })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('dapplex daemon itself') })
    await editor.close()
    expect(await agent.call('sessions_list')).toBeDefined()
  })
})

describe('attach to a process that runs another language', () => {
  test('debugpy: what it runs is told before an adapter is started, and no session begins', async () => {
    const failure = await agent.failure('debug_attach', { pid: sleeper.pid, adapter: 'debugpy' })
    expect(failure).toMatchObject({
      data: { type: 'ATTACH_FAILED', adapter: 'debugpy' },
      message: expect.stringMatching(/process \d+ \(\/.*\) runs no Python/),
    })
    const { sessions } = await agent.call('sessions_list')
    expect(sessions.filter(({ state }) => state !== 'exited')).toEqual([])
  })
  test('netcoredbg: the socket of an earlier .NET process with the same id proves nothing', async () => {
    const socket = join(tmpdir(), `dotnet-diagnostic-${sleeper.pid}-1-socket`)
    writeFileSync(socket, '')
    try {
      const { data } = await agent.failure('debug_attach', { pid: sleeper.pid, adapter: 'netcoredbg' })
      expect(data).toMatchObject({ type: 'NOT_DOTNET_PROCESS' })
    } finally {
      rmSync(socket)
    }
  })
})

describe('attach errors with a real session', () => {
  const why = missing('lldb')

  test('ALREADY_ATTACHED names the session; its adapter is refused; the session goes on', async ({ skip }) => {
    skip(why !== undefined, why)
    const { session_id } = await agent.call('debug_attach', { pid: sleeper.pid, adapter: 'lldb' })
    const watchdog = must(processesWithArgument('dapplex-watchdog').find(({ pid }) => parentOf(pid) === process.pid))
    const running = parentOf(Number(/^TracerPid:\t(\d+)$/m.exec(statusOf(must(sleeper.pid)))?.[1]))
    for (const { adapter, needs } of ADAPTERS) {
      if (adapter === 'node' || adapter === 'netcoredbg' || missing(...needs) !== undefined) continue
      // debug_attach knows the program of a session before it looks at the process.
      expect(await agent.failure('debug_attach', { pid: sleeper.pid, adapter })).toMatchObject({
        data: { type: 'ALREADY_ATTACHED', session_id },
      })
      expect(await agent.failure('debug_attach', { pid: running, adapter })).toMatchObject({
        data: { type: 'ATTACH_FAILED' },
        message: expect.stringContaining(`the debug adapter of session ${session_id}`),
      })
      expect(await agent.failure('debug_attach', { pid: watchdog.pid, adapter })).toMatchObject({
        data: { type: 'ATTACH_FAILED' },
        message: expect.stringContaining('the watchdog of the dapplex daemon'),
      })
    }
    await agent.call('debug_disconnect', { session_id, terminate: false })
  })

  test.for(ADAPTERS.filter(({ needs }) => needs.length > 0))(
    'ALREADY_ATTACHED names a debugger outside dapplex: $adapter',
    async ({ adapter }, { skip }) => {
      skip(!existsSync('/usr/bin/gdb'), 'gdb is not installed')
      const target = spawn('sleep', ['600'], { stdio: 'ignore' })
      const gdb = spawn('gdb', ['-q', '-p', String(target.pid)], { stdio: ['pipe', 'pipe', 'ignore'] })
      let said = ''
      for await (const chunk of gdb.stdout) if ((said += String(chunk)).includes('(gdb)')) break
      try {
        expect(await agent.failure('debug_attach', { pid: target.pid, adapter })).toMatchObject({
          data: { type: 'ALREADY_ATTACHED', debugger_pid: gdb.pid },
          message: expect.stringContaining('gdb'),
        })
      } finally {
        const gone = once(gdb, 'exit')
        gdb.kill('SIGKILL')
        await gone
        target.kill('SIGKILL')
      }
    },
  )

  test.for(['lldb', 'delve', 'debugpy', 'gdb'])('%s: an attach that names no process', async (adapter) => {
    const editor = await host.dapOverSocket()
    await editor.expectSuccess('initialize', { adapterID: 'unknown' })
    const answer = await editor.request('attach', { type: adapter, request: 'attach', name: 'x' })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('give its process id') })
    await editor.close()
  })
})

describe('attach errors that need another user or another kernel', () => {
  const lldb = must(adapterModules.find(({ definition }) => definition.id === 'lldb'))
  const asked = (pid: number) => ({ module: lldb, args: { pid }, address: undefined, isElsewhere: false })
  const machine = { look: lookAtTarget, user: 1000, ptraceScope: 1 }

  test('another user’s process: PERMISSION_DENIED with the rule of ptrace and Yama', () => {
    const refused = checkAttach(asked(must(sleeper.pid)), [], { ...machine, user: (process.geteuid?.() ?? 0) + 1 })
    expect(refused?.wire.data).toMatchObject({
      type: 'PERMISSION_DENIED',
      reason: expect.stringMatching(/belongs to user \d+.*ptrace.*\/proc\/sys\/kernel\/yama\/ptrace_scope is 1/),
    })
  })
  test('Yama 2 and 3: nobody may attach', () => {
    const own = { ...machine, user: process.geteuid?.() ?? 0 }
    expect(checkAttach(asked(must(sleeper.pid)), [], { ...own, ptraceScope: 3 })?.wire.data).toMatchObject({
      type: 'PERMISSION_DENIED',
      reason: expect.stringContaining('ptrace_scope is 3'),
    })
    expect(checkAttach(asked(must(sleeper.pid)), [], { ...own, ptraceScope: 1 })).toBeUndefined()
  })
  test('Yama 1: a failed attach tells it to other users than root', ({ skip }) => {
    const isRoot = process.geteuid?.() === 0
    skip(isRoot, 'root is not limited at 1')
    expect(ptraceHint(lldb, 1)).toContain('ptrace_scope is 1')
  })
  test('a process of another machine is not looked for', () => {
    expect(checkAttach({ ...asked(NO_PROCESS), isElsewhere: true }, [], machine)).toBeUndefined()
  })
})

const statusOf = (pid: number): string => readFileSync(`/proc/${pid}/status`, 'utf8')

/** lldb-server traces; its parent is the adapter. */
const parentOf = (pid: number): number => Number(/^PPid:\t(\d+)$/m.exec(statusOf(pid))?.[1])
