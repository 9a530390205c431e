import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixture, jsonObject, markerLine, untilGone } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeAdapter } from '@dapplex/adapter-node'
import { endSessions } from './support/end-sessions.js'
import { isRunning } from './support/is-running.js'
import type { RpcClient } from './support/rpc-client.js'
import { tagProcesses } from './support/tagged-processes.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fixture('programs/node/relatives.cjs')
const work = markerLine(program, 'BREAK: work')
const atWork = { file: program, line: work, condition: 'number === 2' }

const { processes } = tagProcesses()
// The folder with the adapter's sockets is made where the adapter's TMPDIR says.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dapplex-tree-')))
const openDoors = () => readdirSync(folder).filter((name) => name.startsWith('dapplex-node-'))
let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  process.env['TMPDIR'] = folder
  host = await testDaemon({ modules: [nodeAdapter] })
  agent = await host.agent()
  await agent.call('events_subscribe')
})
afterAll(async () => {
  await host.stop()
  Reflect.deleteProperty(process.env, 'TMPDIR')
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  await endSessions(host)
  await untilGone(processes)
  expect(openDoors()).toEqual([])
})

interface DebugEvent {
  readonly type: string
  readonly session_id: string
  readonly text?: string
}

const eventOf = async (fits: (event: DebugEvent) => boolean): Promise<DebugEvent> => {
  const { params }: { params: DebugEvent } = await agent.next(
    ({ method, params: event }: { method?: string; params: DebugEvent }) => method === 'debug_event' && fits(event),
  )
  return params
}
const endOf = (session: string) => eventOf(({ type, session_id }) => type === 'ended' && session_id === session)

/** A folder with tests, which `npm test` runs. */
function project(name: string, files: Readonly<Record<string, string>>): string {
  const made = mkdtempSync(join(folder, name))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(made, file), text)
  return made
}

const nodeTest = (value: number) => `const { test } = require('node:test')
const { equal } = require('node:assert')
test('the value', () => {
  const value = ${value}
  equal(value, ${value})
})
`

describe('the processes and workers of a Node program', () => {
  test.each(['fork', 'spawn', 'sync', 'script', 'worker'])(
    '%s: what the program starts stops at a breakpoint of the program, is read, and ends; then the program does',
    async (way) => {
      const { session_id: parent } = await agent.call('debug_launch', {
        program,
        args: [way],
        wait_ms: 0,
        breakpoints: [atWork],
      })
      const stop = await agent.call('wait_for_stop')
      expect(stop).toMatchObject({ stopped: true, reason: 'breakpoint', location: { file: program, line: work } })
      expect(stop.session_id).not.toBe(parent)
      expect(await agent.call('variables_get')).toMatchObject({
        variables: expect.arrayContaining([expect.objectContaining({ name: 'total', value: '1' })]),
      })
      await agent.call('debug_continue')
      await endOf(parent)
      expect(await agent.call('debug_state', { session_id: stop.session_id })).toMatchObject({ state: 'exited' })
      const end = await agent.call('debug_state')
      expect(end).toMatchObject({ state: 'exited', exit_code: 0 })
      expect(end.breakpoints_not_hit).toMatchObject([{ line: work, why: 'another process ran' }])
    },
  )

  test('a worker of a forked process is below the process; each has its state and the number of its process', async () => {
    const { session_id: root, pid } = await agent.call('debug_launch', {
      program,
      args: ['both'],
      wait_ms: 0,
      breakpoints: [atWork],
    })
    const stop = await agent.call('wait_for_stop')
    const { state, children = [] } = await agent.call('debug_state')
    expect(state).toBe('running')
    const [forked, worker] = children
    expect(forked).toMatchObject({ parent: root, state: 'running', process: `node ${program} worker` })
    expect(forked?.pid).not.toBe(pid)
    expect(worker).toMatchObject({ parent: forked?.session_id, state: 'stopped', pid: forked?.pid })
    expect(worker?.session_id).toBe(stop.session_id)
  })

  test('an exception that nothing catches in a forked process is a stop, without being asked for', async () => {
    await agent.call('debug_launch', { program, args: ['crash'], wait_ms: 0 })
    expect(await agent.call('wait_for_stop')).toMatchObject({
      reason: 'exception',
      exception: { type: 'RangeError', message: 'below zero' },
      values: expect.arrayContaining([expect.objectContaining({ name: 'depth', value: '-1' })]),
    })
  })

  test('a process sees of its debugger only one listener, and prints nothing else', async () => {
    const { session_id } = await agent.call('debug_launch', { program, args: ['look'], wait_ms: 0 })
    await endOf(session_id)
    const { output } = await agent.call('output_get', { category: 'stdout' })
    const seen: unknown = JSON.parse(output.map(({ text }) => text).join(''))
    const plain: unknown = JSON.parse(execFileSync('node', [program, 'look'], { encoding: 'utf8' }))
    const { events } = jsonObject(plain)
    expect(seen).toEqual({ ...jsonObject(plain), events: [...(events as string[]), 'uncaughtExceptionMonitor'] })
  })

  test('autoAttachChildProcesses: false leaves what the program starts alone', async () => {
    const { session_id } = await agent.call('debug_launch', {
      program,
      args: ['fork'],
      wait_ms: 0,
      adapter_args: { autoAttachChildProcesses: false },
      breakpoints: [atWork],
    })
    await endOf(session_id)
    expect(await agent.call('debug_state')).not.toHaveProperty('children')
  })

  test('of 40 processes 32 are debugged; the limit is told once, and the others run', async () => {
    const { session_id } = await agent.call('debug_launch', { program, args: ['many'], wait_ms: 0 })
    await eventOf(({ type, text }) => type === 'output' && text === 'all 40 run\n')
    const { output } = await agent.call('output_get', { category: 'important' })
    expect(output.map(({ text }) => text).join('')).toMatch(
      /^process \d+ \(node .*relatives\.cjs wait\) runs without a debugger: .* has 32 live child sessions already\n$/,
    )
    const { children } = await agent.call('debug_state')
    expect(children?.filter(({ state }) => state === 'running')).toHaveLength(32)
    await agent.call('debug_disconnect', { terminate: true })
    await untilGone(processes)
    expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'exited' })
  })

  test('the end of the session ends what the program has started, also in a group of its own and stopped', async () => {
    await agent.call('debug_launch', { program, args: ['detached'], wait_ms: 0, breakpoints: [atWork] })
    await agent.call('wait_for_stop')
    await agent.call('debug_disconnect', { terminate: true })
    await untilGone(processes)
    const { sessions } = await agent.call('sessions_list')
    expect(sessions.filter(({ state }) => state !== 'exited')).toEqual([])
  })

  test('a detached program and what it has started go on, also a process that was stopped', async () => {
    const { pid = 0 } = await agent.call('debug_launch', {
      program,
      args: ['stay'],
      wait_ms: 0,
      breakpoints: [{ file: program, line: markerLine(program, 'BREAK: stay') }],
    })
    expect(await agent.call('wait_for_stop')).toMatchObject({ stopped: true, reason: 'breakpoint' })
    const { state, children: [child] = [] } = await agent.call('debug_state')
    expect({ state, child }).toMatchObject({ state: 'running', child: { state: 'stopped' } })
    await agent.call('debug_disconnect')
    expect([pid, child?.pid ?? 0].map((one) => isRunning(one))).toEqual([true, true])
    const { sessions } = await agent.call('sessions_list')
    expect(sessions.filter(({ state }) => state !== 'exited')).toEqual([])
    process.kill(child?.pid ?? 0, 'SIGKILL')
  })
})

describe('programs that are commands', () => {
  test('npm test: the first stop is in the test of the runner, whose processes each have a session', async () => {
    const cwd = project('npm', {
      'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
      'one.test.js': nodeTest(1),
      'two.test.js': nodeTest(2),
    })
    const { session_id } = await agent.call('debug_launch', {
      program: 'npm',
      args: ['test'],
      cwd,
      breakpoints: ['one', 'two'].map((name) => ({ file: join(cwd, `${name}.test.js`), line: 5 })),
    })
    for (const name of ['one', 'two']) {
      const stop = await agent.call('wait_for_stop')
      expect(stop).toMatchObject({ reason: 'breakpoint', location: { file: join(cwd, `${name}.test.js`), line: 5 } })
      await agent.call('debug_continue')
    }
    await endOf(session_id)
    expect(await agent.call('debug_state')).toMatchObject({ state: 'exited', exit_code: 0 })
  })

  test('node --test: the runner has no inspector; its processes are debugged', async () => {
    const cwd = project('runner', { 'one.test.js': nodeTest(1) })
    const file = join(cwd, 'one.test.js')
    const { session_id } = await agent.call('debug_launch', {
      program: file,
      cwd,
      adapter_args: { runtimeArgs: ['--test'] },
      breakpoints: [{ file, line: 5 }],
    })
    expect(await agent.call('wait_for_stop')).toMatchObject({ reason: 'breakpoint', location: { file, line: 5 } })
    await agent.call('debug_continue')
    await endOf(session_id)
    expect(await agent.call('debug_state')).toMatchObject({ state: 'exited', exit_code: 0 })
  })

  test('a configuration of VS Code that starts npm without a program', async () => {
    const cwd = project('code', {
      'package.json': JSON.stringify({ scripts: { work: `node ${program} work` } }),
    })
    mkdirSync(join(cwd, '.vscode'))
    const command = { runtimeExecutable: 'npm', runtimeArgs: ['run', 'work'] }
    const configurations = [{ name: 'work', type: 'node', request: 'launch', ...command }]
    writeFileSync(join(cwd, '.vscode', 'launch.json'), JSON.stringify({ configurations }))
    await agent.call('debug_launch', { configuration: 'work', cwd, wait_ms: 0, breakpoints: [atWork] })
    expect(await agent.call('wait_for_stop')).toMatchObject({ reason: 'breakpoint', location: { line: work } })
  })

  test.each(['forks', 'threads'])(
    'vitest with the pool %s: the process or worker of a test file stops in it',
    async (pool) => {
      // In the checkout, where node_modules is.
      const cwd = fixture('programs/node/vitest')
      const file = join(cwd, 'value.test.js')
      const { session_id } = await agent.call('debug_launch', {
        program: 'vitest',
        args: ['run', '--config', join(cwd, 'vitest.config.js'), `--pool=${pool}`],
        cwd,
        breakpoints: [{ file, line: markerLine(file, 'BREAK: value') }],
      })
      const stop = await agent.call('wait_for_stop')
      expect(stop).toMatchObject({ reason: 'breakpoint', location: { file } })
      expect(stop.session_id).not.toBe(session_id)
      await agent.call('debug_continue')
      await endOf(session_id)
      expect(await agent.call('debug_state')).toMatchObject({ state: 'exited', exit_code: 0 })
    },
  )
})
