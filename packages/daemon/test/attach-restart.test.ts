import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeAdapter } from '@dapplex/adapter-node'
import { must, openSession } from '@dapplex/testkit'
import { freePort } from '../src/adapters/supervise/free-port.js'
import { endSessions } from './support/end-sessions.js'
import { isRunning } from './support/is-running.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/programs/${name}`, import.meta.url))
const python = fixture('python/orders.py')
const node = fixture('node/orders.js')
const lineOf = (file: string, mark: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`BREAK: ${mark}`)) + 1

let host: TestDaemon
let program: ChildProcess | undefined
beforeAll(async () => (host = await testDaemon({ modules: [nodeAdapter, genericAdapter('debugpy')] })))
afterAll(() => host.stop())
afterEach(async () => {
  await endSessions(host)
  program?.kill('SIGKILL')
  program = undefined
})

/** Starts a program outside the daemon and waits until one of its streams says this. */
async function running(command: string, args: readonly string[], says: string): Promise<number> {
  const child = spawn(command, [...args], { stdio: 'pipe' })
  program = child
  let heard = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${heard}`)))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        heard += text
        if (heard.includes(says)) resolve()
      })
  })
  return must(child.pid)
}

describe('mux 11: attached programs survive', () => {
  const waits = [
    {
      how: 'node by pid',
      start: async () => ({ pid: await running(process.execPath, [node, 'wait'], 'grand total'), adapter: 'node' }),
      file: node,
    },
    {
      how: 'node by port',
      start: async () => {
        const port = await freePort()
        await running(process.execPath, [`--inspect=127.0.0.1:${port}`, node, 'wait'], 'grand total')
        return { port, adapter: 'node' }
      },
      file: node,
    },
    {
      how: 'debugpy by port',
      start: async () => {
        const port = await freePort()
        const args = ['-Xfrozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, python, 'wait']
        await running('/usr/bin/python3', args, 'grand total')
        return { host: '127.0.0.1', port, adapter: 'debugpy' }
      },
      file: python,
    },
  ]
  test.each(waits)('mux 11: $how: attached, paused, let go: the program goes on', async ({ start, file }) => {
    const agent = await host.agent()
    const attached = await agent.call('debug_attach', await start())
    expect(attached).toMatchObject({ success: true, state: 'running' })
    const { session_id } = attached
    await agent.call('breakpoint_set', { session_id, file, line: lineOf(file, 'wait') })
    expect(await agent.call('wait_for_stop', { session_id, timeout_ms: 20_000 })).toMatchObject({
      stopped: true,
      location: { line: lineOf(file, 'wait') },
    })
    await agent.call('debug_disconnect', { session_id })
    expect(isRunning(must(must(program).pid))).toBe(true)
    const ended = once(must(program), 'exit')
    must(program).kill('SIGKILL')
    await ended
    await agent.close()
  })
})

describe('an editor attaches to a program that listens, as its own configuration for the adapter says', () => {
  test.each([
    { adapterID: 'debugpy', says: {}, why: 'the adapter that initialize started is not the one' },
    { adapterID: 'x', says: { type: 'python' }, why: 'the type of the configuration tells the adapter' },
  ])('mux 10: debugpy, connect {host, port}: $why', async ({ adapterID, says }) => {
    const port = await freePort()
    const args = ['-Xfrozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, python, 'wait']
    await running('/usr/bin/python3', args, 'grand total')
    const editor = await host.dapOverSocket()
    const { started, breakpoints } = await openSession(editor, {
      request: 'attach',
      initialize: { adapterID },
      arguments: { ...says, connect: { host: 'localhost', port } },
      breakpoints: { [python]: [lineOf(python, 'wait')] },
      exceptionFilters: [],
    })
    expect(await started).toMatchObject({ success: true })
    expect(breakpoints[python]).toMatchObject([{ verified: true }])
    expect((await editor.waitForEvent('stopped')).body.reason).toBe('breakpoint')
    await editor.expectSuccess('disconnect', {})
    await editor.close()
    expect(isRunning(must(must(program).pid))).toBe(true)
  })
})

describe('mux 11: restart', () => {
  test.each([
    { adapter: 'node', file: node, launch: { type: 'node' } },
    { adapter: 'debugpy', file: python, launch: { type: 'debugpy', console: 'internalConsole' } },
  ])('mux 11: $adapter: the same breakpoint is hit again in a new process', async ({ file, launch }) => {
    const editor = await host.dapOverSocket()
    const { started } = await openSession(editor, {
      request: 'launch',
      arguments: { ...launch, program: file },
      breakpoints: { [file]: [lineOf(file, 'body')] },
      exceptionFilters: [],
    })
    expect(await started).toMatchObject({ success: true })
    await editor.waitForEvent('stopped')
    const first = (await editor.waitForEvent('process')).body.systemProcessId
    const mark = editor.mark()
    await editor.expectSuccess('restart', {})
    const { body } = await editor.waitForEvent('stopped', undefined, { after: mark })
    const second = (await editor.waitForEvent('process', undefined, { after: mark })).body.systemProcessId
    expect(second).not.toBe(first)
    const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId: must(body.threadId) })
    expect(stackFrames[0]).toMatchObject({ line: lineOf(file, 'body') })
    expect(editor.events('terminated')).toEqual([])
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    await editor.close()
  })
})
