import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  emit,
  jsonObject,
  openSession,
  parseJson,
  respond,
  type Script,
  type Step,
  untilGone,
  untilWritten,
  z,
} from '@dapplex/testkit'
import { endSessions } from './support/end-sessions.js'
import type { RpcClient } from './support/rpc-client.js'
import { tagProcesses } from './support/tagged-processes.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const heardLine = z.tuple([z.number(), z.record(z.string(), z.unknown())])

const program = fileURLToPath(new URL('../../../fixtures/programs/python/family.py', import.meta.url))
const lineOf = (mark: string) =>
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`BREAK: ${mark}`)) + 1

const { processes } = tagProcesses()
const folder = mkdtempSync(join(tmpdir(), 'dapplex-children-'))
let host: TestDaemon
beforeAll(async () => {
  host = await testDaemon({
    modules: [genericAdapter('debugpy'), genericAdapter('js-debug')],
  })
})
afterAll(async () => {
  await host.stop()
  Reflect.deleteProperty(process.env, 'JS_DEBUG_PATH')
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  await endSessions(host)
  await untilGone(processes)
})

/** Starts processes in each way that Python has, and waits for all but the last of them. */
const FAMILIES = `
import multiprocessing, os, signal, subprocess, sys
for code in range(5):
    if os.fork() == 0:
        os._exit(code)
for _ in range(5):
    os.wait()
if os.fork() == 0:
    sys.exit(5)
os.waitid(os.P_ALL, 0, os.WEXITED)
subprocess.run([sys.executable, '-c', 'import sys; sys.exit(6)'])
killed = multiprocessing.get_context('fork').Process(target=lambda: os.kill(os.getpid(), signal.SIGKILL))
killed.start()
killed.join()
ends, held = os.pipe()
if os.fork() == 0:
    os._exit(7)
os.close(held)
os.read(ends, 1)
`
const NO_END = { reason: 'exited', exit_code: undefined, exit_code_unknown: undefined, signal: undefined }
const ENDS = [
  ...[0, 1, 2, 3, 4, 5, 6].map((exit_code) => ({ exit_code })),
  { exit_code: 247, signal: 'SIGKILL' },
  { exit_code_unknown: expect.stringMatching(/^exit code unknown: only the process that started it can know it/) },
]

interface DebugEvent {
  readonly type: string
  readonly session_id: string
  readonly child_session_id?: string
}

const eventOf = async (agent: RpcClient, fits: (event: DebugEvent) => boolean): Promise<DebugEvent> => {
  const { params }: { params: DebugEvent } = await agent.next(
    ({ method, params: event }: { method?: string; params: DebugEvent }) => method === 'debug_event' && fits(event),
  )
  return params
}

describe('mux 14: sub-processes of debugpy', () => {
  test('mux 14: a process that its parent waits for has its exit code or signal, another says why not [debugpy]', async () => {
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const families = join(folder, 'families.py')
    writeFileSync(families, FAMILIES)
    const { session_id: parent } = await agent.call('debug_launch', {
      program: families,
      adapter_args: { subProcess: true },
    })
    const ended = new Set<string>()
    while (ended.size < ENDS.length)
      ended.add((await eventOf(agent, ({ type, session_id }) => type === 'ended' && session_id !== parent)).session_id)
    const ends = []
    for (const session_id of ended) {
      const { reason, exit_code, exit_code_unknown, signal } = await agent.call('wait_for_stop', { session_id })
      ends.push({ reason, exit_code, exit_code_unknown, signal })
    }
    expect(ends).toHaveLength(ENDS.length)
    expect(ends).toEqual(expect.arrayContaining(ENDS.map((one) => ({ ...NO_END, ...one }))))
    const end = await agent.call('wait_for_stop', { session_id: parent })
    expect(end).toMatchObject({ reason: 'exited', exit_code: 0 })
    expect(end).not.toHaveProperty('exit_code_unknown')
    await agent.close()
  })

  test('mux 14: the child stops at a breakpoint set for the parent; both are debugged, each ends by itself [debugpy]', async () => {
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const { session_id: parent } = await agent.call('debug_launch', {
      program,
      adapter_args: { subProcess: true },
      breakpoints: [
        { file: program, line: lineOf('child'), condition: 'number == 2' },
        { file: program, line: lineOf('parent') },
      ],
    })
    const stop = await eventOf(agent, ({ type }) => type === 'stopped')
    const child = stop.session_id
    expect(child).not.toBe(parent)
    const { sessions } = await agent.call('sessions_list')
    expect(sessions).toContainEqual(
      expect.objectContaining({ session_id: child, parent, adapter: 'debugpy', state: 'stopped' }),
    )
    const { variables } = await agent.call('variables_get', { session_id: child })
    expect(variables).toContainEqual(expect.objectContaining({ name: 'number', value: '2' }))
    expect(await agent.call('debug_state', { session_id: parent })).toMatchObject({ state: 'running' })
    await agent.call('debug_continue', { session_id: child })
    const next = await eventOf(agent, ({ type, session_id }) => type === 'stopped' && session_id === parent)
    expect(next.session_id).toBe(parent)
    expect(await agent.call('output_get', { session_id: child })).toMatchObject({
      output: [expect.objectContaining({ text: 'child counted 3\n' })],
    })
    expect(await agent.call('variables_get', { session_id: parent })).toMatchObject({
      variables: expect.arrayContaining([expect.objectContaining({ name: 'code', value: '3' })]),
    })
    await agent.call('debug_continue', { session_id: parent })
    await eventOf(agent, ({ type, session_id }) => type === 'ended' && session_id === parent)
    expect(await agent.call('debug_state', { session_id: child })).toMatchObject({ state: 'exited' })
    await agent.close()
  })
})

describe('a Python program with a child', () => {
  test('a wait for the parent is a wait for the child too; its output is told once [debugpy]', async () => {
    const agent = await host.agent()
    const { session_id: parent } = await agent.call('debug_launch', {
      program,
      wait_ms: 0,
      breakpoints: [{ file: program, line: lineOf('child'), condition: 'number == 2' }],
    })
    const stop = await agent.call('wait_for_stop', { session_id: parent })
    expect(stop).toMatchObject({
      stopped: true,
      location: { file: program, line: lineOf('child') },
      values: expect.arrayContaining([expect.objectContaining({ name: 'number', value: '2' })]),
    })
    const { children } = await agent.call('debug_state')
    expect(children).toEqual([
      { session_id: stop.session_id, parent, state: 'stopped', process: program, pid: expect.any(Number) },
    ])
    await agent.call('debug_continue')
    expect(await agent.call('wait_for_stop', { session_id: parent })).toMatchObject({
      stopped: false,
      session_id: parent,
      exit_code: 3,
    })
    // The child writes to the streams of its parent: what it says is told once.
    for (const tree of [true, false]) {
      const { output } = await agent.call('output_get', { category: 'stdout', tree })
      const texts = output.map(({ text }) => text).join('')
      expect(texts).toBe('parent starts its child\nchild counted 3\nchild ended with 3\n')
    }
    await agent.close()
  })
})

/** The request by which an adapter asks for a child. */
const startDebugging = (configuration: object): Step => ({
  kind: 'ask',
  command: 'startDebugging',
  arguments: { request: 'launch', configuration },
})

/**
 * An adapter like js-debug's server: one process on one port, a connection for each session. It plays `parent` on its first
 * connection and `child` on all others, and notes every request as [connection, request].
 */
function sessionServer(scripts: { readonly parent: Script; readonly child: Script | 'refused' }) {
  const [main, log] = [join(folder, 'server.mjs'), join(folder, 'heard.ndjson')]
  const built = (name: string) => JSON.stringify(new URL(`../../${name}/dist/index.js`, import.meta.url).href)
  writeFileSync(log, '')
  writeFileSync(
    main,
    `import { createServer } from 'node:net'
    import { appendFileSync } from 'node:fs'
    import { ScriptedAdapter } from ${built('testkit')}
    import { socketPort } from ${built('transport')}
    const { parent, child } = ${JSON.stringify(scripts)}
    let count = 0
    const server = createServer((socket) => {
      if (child === 'refused') server.close()
      const number = (count += 1)
      const adapter = new ScriptedAdapter(socketPort(socket), number === 1 ? parent : child)
      adapter.timeline.onEntry(({ dir, message }) => {
        if (dir === 'out') appendFileSync(${JSON.stringify(log)}, JSON.stringify([number, message]) + '\\n')
      })
    })
    server.listen(Number(process.argv[2]), process.argv[3])`,
  )
  process.env['JS_DEBUG_PATH'] = main
  const heard = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseJson(heardLine, line))
  return Object.assign(heard, { log })
}

describe('mux 14: startDebugging', () => {
  const target = { type: 'pwa-node', name: 'worker', __pendingTargetId: 'only-once' }
  const stop = emit('stopped', { reason: 'entry', threadId: 1, allThreadsStopped: true })

  test('mux 14: one connection of its own for the child, and the editor is in before it runs [scripted]', async () => {
    const heard = sessionServer({
      parent: { on: { configurationDone: [respond(), startDebugging(target)] } },
      child: { on: { configurationDone: [respond(), stop] } },
    })
    const editor = await host.dapOverSocket('editor')
    const asked = new Promise<Record<string, unknown>>((resolve) =>
      editor.onReverseRequest('startDebugging', ({ arguments: args }) => {
        resolve(jsonObject(args))
        return {}
      }),
    )
    await openSession(editor, { request: 'launch', arguments: { type: 'pwa-node', program } })
    const { request, configuration } = (await asked) as { request: string; configuration: Record<string, unknown> }
    expect({ request, configuration }).toEqual({
      request: 'attach',
      configuration: { ...target, request: 'attach', dapplexSession: expect.any(String) },
    })
    const second = await host.dapOverSocket('editor of the child')
    await openSession(second, { request: 'attach', arguments: configuration, breakpoints: { [program]: [7] } })
    await second.waitForEvent('stopped')
    const child = heard()
      .filter(([number]) => number === 2)
      .map(([, message]) => message)
    expect(child.map(({ command }) => command)).toEqual(['initialize', 'launch', 'setBreakpoints', 'configurationDone'])
    expect(child[1]).toMatchObject({ arguments: target })
    expect(heard().filter(([, { type }]) => type === 'response')).toEqual([
      [1, expect.objectContaining({ command: 'startDebugging', success: true })],
    ])
    const agent = await host.agent()
    const { sessions } = await agent.call('sessions_list')
    const [parentRow, childRow] = sessions.slice(-2)
    expect(childRow).toMatchObject({ session_id: configuration['dapplexSession'], parent: parentRow?.session_id })
    expect(childRow?.clients).toMatchObject([{ name: 'Visual Studio Code' }])
    await agent.close()

    // The parent's program ends: the child lives on over the process that both of them need, until it ends too.
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    expect(processes()).toHaveLength(1)
    await second.expectSuccess('threads')
    await second.expectSuccess('disconnect', { terminateDebuggee: true })
    await Promise.all([editor.close(), second.close()])
    await untilGone(processes)
  })

  test('mux 14: a client that cannot start sessions is not asked; the child runs at once and can be joined', async () => {
    sessionServer({
      parent: { on: { configurationDone: [respond(), startDebugging(target)] } },
      child: { on: { configurationDone: [respond(), stop] } },
    })
    const agent = await host.agent()
    await agent.call('events_subscribe')
    await agent.call('debug_launch', { program, adapter: 'js-debug' })
    const { child_session_id: child, session_id: parent } = await eventOf(agent, ({ type }) => type === 'child')
    const stopped = await eventOf(agent, ({ type }) => type === 'stopped')
    expect(stopped.session_id).toBe(child)
    await agent.call('debug_disconnect', { session_id: parent, terminate: true })
    expect(await agent.call('debug_state', { session_id: stopped.session_id })).toMatchObject({ state: 'exited' })
    await agent.close()
  })

  test('mux 14: an editor that refuses to start a session is not waited for; all are told that its breakpoints are missing', async () => {
    sessionServer({
      parent: { on: { configurationDone: [respond(), startDebugging(target)] } },
      child: { on: { configurationDone: [respond(), stop] } },
    })
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const editor = await host.dapOverSocket('editor')
    editor.onReverseRequest('startDebugging', () => {
      throw new Error('no more windows')
    })
    await openSession(editor, { request: 'launch', arguments: { type: 'pwa-node', program } })
    const { child_session_id: child } = await eventOf(agent, ({ type }) => type === 'child')
    const told = `child session ${child} runs without the breakpoints of an editor: Visual Studio Code could not start a session\n`
    const line = await editor.waitForEvent('output', ({ body }) => body.output === told)
    expect(line.body.category).toBe('important')
    const stopped = await eventOf(agent, ({ type }) => type === 'stopped')
    expect(stopped.session_id).toBe(child)
    expect(await agent.call('output_get', { session_id: child })).toMatchObject({
      output: [expect.objectContaining({ text: told })],
    })
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    await Promise.all([editor.close(), agent.close()])
  })

  test('mux 14: children of children, at most 16 deep: the request for one more is refused in words', async () => {
    const onward = { on: { configurationDone: [respond(), startDebugging(target)] } }
    const heard = sessionServer({ parent: onward, child: onward })
    const agent = await host.agent()
    const { session_id } = await agent.call('debug_launch', { program, adapter: 'js-debug' })
    const answers = () => heard().flatMap(([, message]) => (message['type'] === 'response' ? [message] : []))
    await untilWritten(heard.log, () => (answers().length === 17 ? true : undefined))
    expect(answers().filter(({ success }) => success === false)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('16 deep') }),
    ])
    await agent.call('debug_disconnect', { session_id, terminate: true })
    await agent.close()
  })

  test('mux 14, workflow 32: at most 32 live children: the request for one more is refused in words', async () => {
    const asks = Array.from({ length: 33 }, () => startDebugging(target))
    const heard = sessionServer({
      parent: { on: { configurationDone: [respond(), ...asks] } },
      child: { on: { configurationDone: [respond(), stop] } },
    })
    const agent = await host.agent()
    const { session_id } = await agent.call('debug_launch', { program, adapter: 'js-debug' })
    const answers = () =>
      heard().flatMap(([number, message]) => (number === 1 && message['type'] === 'response' ? [message] : []))
    await untilWritten(heard.log, () => (answers().length === 33 ? true : undefined))
    const failed = answers().filter(({ success }) => success === false)
    expect(failed).toEqual([expect.objectContaining({ message: expect.stringContaining('32 live child sessions') })])
    const { sessions } = await agent.call('sessions_list')
    const isLiveChild = (one: { readonly parent?: string | undefined; readonly state: string }) =>
      one.parent === session_id && one.state !== 'exited'
    expect(sessions.filter(isLiveChild)).toHaveLength(32)
    await agent.call('debug_disconnect', { session_id, terminate: true })
    await agent.close()
  })

  test('mux 14: a child whose adapter cannot be spoken to is refused with the reason', async () => {
    const heard = sessionServer({
      parent: { on: { configurationDone: [respond(), startDebugging(target)] } },
      child: 'refused',
    })
    const agent = await host.agent()
    await agent.call('debug_launch', { program, adapter: 'js-debug' })
    const answers = () => heard().flatMap(([, message]) => (message['type'] === 'response' ? [message] : []))
    await untilWritten(heard.log, () => answers()[0])
    expect(answers()).toEqual([
      expect.objectContaining({ success: false, message: expect.stringContaining('connection refused') }),
    ])
    const { sessions } = await agent.call('sessions_list')
    expect(sessions.at(-1)).toMatchObject({ adapter: 'js-debug', state: 'running' })
    await agent.close()
    await endSessions(host)
  })
})
