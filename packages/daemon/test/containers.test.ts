import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture, markerLine as lineOf, must, openSession } from '@dapplex/testkit'
import { freePort } from '../src/adapters/supervise/free-port.js'
import { isRunning } from './support/is-running.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'
import type { RpcClient } from './support/rpc-client.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-containers-'))
/** Where the program runs, and where its sources are for everybody else. */
const remote = join(folder, 'container', 'app.py')
const local = join(folder, 'workspace', 'app.py')
const path_mappings = [{ remote: dirname(remote), local: dirname(local) }]
const body = lineOf(fixture('programs/python/orders.py'), 'body')
const loop = lineOf(fixture('programs/python/orders.py'), 'loop')
let host: TestDaemon
let agent: RpcClient
let program: ChildProcess | undefined
beforeAll(async () => {
  for (const file of [remote, local]) {
    mkdirSync(dirname(file))
    copyFileSync(fixture('programs/python/orders.py'), file)
  }
  host = await testDaemon({ modules: [genericAdapter('debugpy')] })
  agent = await host.agent()
})
afterAll(async () => {
  program?.kill('SIGKILL')
  await agent.close()
  await host.stop()
  rmSync(folder, { recursive: true })
})

test('paths of a container: breakpoints, stops, sources and editors know only the workspace', async () => {
  await agent.call('debug_launch', { program: remote, breakpoints: [{ file: local, line: body }], path_mappings })
  const stop = await agent.call('wait_for_stop')
  expect(stop).toMatchObject({ reason: 'breakpoint', location: { file: local, line: body } })
  const { frames } = await agent.call('stacktrace_get')
  expect(frames.map(({ file }) => file)).toEqual(frames.map(() => local))
  expect(await agent.call('source_get', { before: 0, after: 0 })).toMatchObject({ file: local })
  const { breakpoints } = await agent.call('breakpoint_list')
  expect(breakpoints).toMatchObject([{ file: local, verified: true }])
  const editor = await host.dapOverSocket('code')
  const { session_id } = (await agent.call('debug_state'))._meta
  await openSession(editor, {
    request: 'attach',
    arguments: { dapplexSession: session_id },
    breakpoints: { [local]: [loop] },
    exceptionFilters: [],
  })
  const { body: stopped } = await editor.waitForEvent('stopped')
  const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId: must(stopped.threadId) })
  expect(stackFrames[0]?.source?.path).toBe(local)
  await agent.call('breakpoint_remove', { id: breakpoints[0]?.id })
  expect(await agent.call('debug_continue', { wait: true })).toMatchObject({ location: { file: local, line: loop } })
  await agent.call('debug_disconnect', { terminate: true })
  await editor.close()
})

test('an editor gives the mappings of its own launch, and a configuration names them', async () => {
  const editor = await host.dapOverSocket('code')
  await openSession(editor, {
    request: 'launch',
    arguments: {
      type: 'debugpy',
      program: remote,
      console: 'internalConsole',
      dapplexPathMappings: path_mappings,
    },
    breakpoints: { [local]: [body] },
    exceptionFilters: [],
  })
  const { body: stopped } = await editor.waitForEvent('stopped')
  const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId: must(stopped.threadId) })
  expect(stackFrames[0]?.source?.path).toBe(local)
  await editor.expectSuccess('disconnect', { terminateDebuggee: true })
  await editor.close()

  const configurations = [{ name: 'In the container', program: remote, adapter: 'debugpy', path_mappings }]
  writeFileSync(join(dirname(local), 'dapplex.jsonc'), JSON.stringify({ configurations }))
  await agent.call('debug_launch', {
    configuration: 'In the container',
    cwd: dirname(local),
    breakpoints: [{ file: local, line: body }],
  })
  expect(await agent.call('wait_for_stop')).toMatchObject({ location: { file: local, line: body } })
  await agent.call('debug_disconnect', { terminate: true })
})

/** A server that waits for a debugger. */
async function listening(): Promise<{ readonly port: number; readonly pid: number }> {
  const port = await freePort()
  const args = ['-Xfrozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, remote, 'wait']
  const child = spawn('/usr/bin/python3', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  program = child
  await new Promise<void>((resolve) => {
    child.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => (text.includes('grand total') ? resolve() : undefined))
  })
  return { port, pid: must(child.pid) }
}

test('mux 29: an agent that vanishes from a server: on_abandon resumes the program and lets it go', async () => {
  const { port, pid } = await listening()
  const owner = await host.agent('owner')
  const attached = await owner.call('debug_attach', {
    port,
    adapter: 'debugpy',
    path_mappings,
    on_abandon: 'detach',
  })
  const { session_id } = attached
  const wait = lineOf(remote, 'wait')
  await owner.call('breakpoint_set', { session_id, file: local, line: wait })
  expect(await owner.call('wait_for_stop', { session_id, timeout_ms: 20_000 })).toMatchObject({
    location: { file: local, line: wait },
  })
  await agent.call('events_subscribe', { session_id })
  await owner.close()
  await agent.next((message) => message.params?.type === 'ended' || message.params?.type === 'terminated')
  expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'exited' })
  expect(isRunning(pid)).toBe(true)
})
