import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { swankAdapter } from '@dapplex/adapter-swank'
import { afterAll, describe, expect, test } from 'vitest'
import { untilGone, listProcesses } from '@dapplex/testkit'
import { daemonWithAgent } from './support/daemon-with-agent.js'
import { genericAdapter } from './support/test-daemon.js'

const orders = fileURLToPath(new URL('../../../fixtures/programs/go/orders', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'dapplex-failures-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { agent } = await daemonWithAgent({
  modules: [swankAdapter, ...['debugpy', 'delve', 'lldb', 'command'].map(genericAdapter)],
})

const file = (name: string, text: string): string => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('LAUNCH_FAILED tells a person what is wrong', () => {
  test('Go that does not build: with the compiler’s words', async () => {
    file('bad/go.mod', 'module bad\n')
    file('bad/main.go', 'package main\n\nfunc main() {\n\tunused := 1\n}\n')
    expect(await agent.failure('debug_launch', { program: join(folder, 'bad') })).toMatchObject({
      data: { type: 'LAUNCH_FAILED', adapter: 'delve', reason: expect.stringMatching(/main\.go:4:2: .*unused/) },
    })
  })

  test('an SBCL that ends at once: the reason is in the data too', async () => {
    const program = file('fine.lisp', '(print 1)\n')
    expect(await agent.failure('debug_launch', { program, adapter_args: { sbcl: '/bin/false' } })).toMatchObject({
      data: { type: 'LAUNCH_FAILED', adapter: 'swank', reason: expect.stringContaining('SBCL ended with code 1') },
    })
  })

  test('an executable that may not be executed', async () => {
    const program = join(folder, 'plain')
    copyFileSync('/bin/true', program)
    chmodSync(program, 0o644)
    expect(await agent.failure('debug_launch', { program, adapter: 'lldb' })).toMatchObject({
      data: { type: 'PERMISSION_DENIED', reason: expect.stringContaining('has no execute permission') },
    })
  })

  test('a folder', async () => {
    expect(await agent.failure('debug_launch', { program: folder, adapter: 'lldb' })).toMatchObject({
      data: { type: 'INVALID_PATH', path: folder },
      message: expect.stringContaining('folder'),
    })
  })

  test('a working folder that is not there, at once: no debugger is started for it', async () => {
    const program = file('here.py', '')
    for (const cwd of [join(folder, 'nowhere'), program])
      expect(await agent.failure('debug_launch', { program, cwd })).toMatchObject({
        data: { type: 'INVALID_PATH', path: cwd },
        message: expect.stringContaining(`The working folder '${cwd}'`),
      })
  })

  test('no program; a name of megabytes, of which the answer tells the beginning', async () => {
    expect(await agent.failure('debug_launch', { program: '' })).toMatchObject({
      data: { type: 'INVALID_PARAMETER', field: 'program' },
      message: expect.stringContaining('No program is named'),
    })
    const failure = await agent.failure('debug_launch', { program: `/${'x'.repeat(1_000_000)}`, adapter: 'debugpy' })
    expect(JSON.stringify(failure).length).toBeLessThan(50_000)
  })

  test('a Python file with a syntax error runs, as it would without a debugger: its output tells why it ended', async () => {
    const program = file('bad.py', 'def f(:\n  pass\n')
    await agent.call('events_subscribe')
    const { session_id } = await agent.call('debug_launch', { program })
    await agent.next((message) => message.params?.session_id === session_id && message.params?.type === 'ended')
    expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'exited', exit_code: 1 })
    const { output } = await agent.call('output_get', { session_id })
    expect(JSON.stringify(output)).toContain('SyntaxError')
  })
})

describe('an adapter that writes text before its first message', () => {
  const command = (text: string) => [
    '/bin/sh',
    '-c',
    `${text}; for p in python3 /usr/bin/python3; do $p -c "import debugpy" && exec $p -m debugpy.adapter; done 2>&-`,
  ]
  const launch = (text: string, program: string) =>
    agent.call('debug_launch', {
      program,
      adapter: 'command',
      adapter_args: { dapplexCommand: command(text), console: 'internalConsole' },
    })

  test('starts, and the text stands in the console once', async () => {
    const { session_id } = await launch('echo Picked up OPTIONS', file('greeted.py', 'print("hello")\n'))
    const { output } = await agent.call('output_get', { session_id, category: 'console' })
    expect(JSON.stringify(output).split('Picked up OPTIONS')).toHaveLength(2)
  })

  test('and ends without one: the answer tells its first line', async () => {
    const failure = agent.failure('debug_launch', {
      program: file('junk.py', ''),
      adapter: 'command',
      adapter_args: { dapplexCommand: ['/bin/sh', '-c', 'echo only junk; echo more'] },
    })
    expect(await failure).toMatchObject({
      data: { type: 'ADAPTER_CRASHED' },
      message: expect.stringContaining('only text: "only junk"'),
    })
  })

  test('and goes on too long: the answer names the framing', async () => {
    const failure = agent.failure('debug_launch', {
      program: file('long.py', ''),
      adapter: 'command',
      adapter_args: { dapplexCommand: ['/bin/sh', '-c', 'yes'] },
    })
    expect(await failure).toMatchObject({
      data: { type: 'ADAPTER_CRASHED' },
      message: expect.stringContaining('is this a DAP stream?'),
    })
  })
})

describe('what delve tells in its own way', () => {
  test('the process id, and the exit code', async () => {
    const { session_id, pid } = await agent.call('debug_launch', { program: orders, args: ['3'], stop_at_entry: true })
    expect(pid).toBeGreaterThan(1)
    expect(() => process.kill(pid as number, 0)).not.toThrow()
    await agent.call('debug_continue', { session_id })
    const exited = (message: { params?: { session_id?: string; type?: string } }) =>
      message.params?.session_id === session_id && message.params.type === 'exited'
    await agent.next(exited)
    expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'exited', exit_code: 3 })
    await untilGone(() => listProcesses().filter((one) => one.pid === pid))
  })
})
