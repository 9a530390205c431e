import { DapClient, fixture, jsonObject, markerLine, openSession, untilGone } from '@dapplex/testkit'
import { connectUnixSocket } from '@dapplex/transport'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from './support/end-sessions.js'
import { tagProcesses } from './support/tagged-processes.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

/** The stand-alone server of vscode-js-debug cannot be had as a package: whoever has built one names its file. */
const server = process.env['JS_DEBUG_PATH']
const noServer = 'JS_DEBUG_PATH names no dapDebugServer.js (adapters/generic/README.md)'
const program = fixture('programs/node/orders.js')
const body = markerLine(program, 'BREAK: body')

const { processes } = tagProcesses()
let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules: [genericAdapter('js-debug')] })))
afterAll(() => host.stop())
afterEach(async () => {
  await endSessions(host)
  await untilGone(processes)
})

describe('mux 14: js-debug, whose programs are children of its first session', () => {
  test('mux 14: through the tools: the child stops, is read, and both end [js-debug]', async (context) => {
    if (server === undefined) return context.skip(noServer)
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const { session_id: parent } = await agent.call('debug_launch', {
      program,
      adapter: 'js-debug',
      breakpoints: [{ file: program, line: body }],
    })
    const isStop = ({ params }: { params?: { type?: string } }) => params?.type === 'stopped'
    const { params } = (await agent.next(isStop)) as { params: { session_id: string } }
    const child = params.session_id
    expect(child).not.toBe(parent)
    const { sessions } = await agent.call('sessions_list')
    expect(sessions).toContainEqual(expect.objectContaining({ session_id: child, parent, state: 'stopped' }))
    expect(await agent.call('stacktrace_get', { session_id: child })).toMatchObject({
      frames: expect.arrayContaining([expect.objectContaining({ line: body })]),
    })
    expect(await agent.call('evaluate', { session_id: child, expression: 'index + 1' })).toMatchObject({ result: '1' })
    await agent.call('debug_disconnect', { session_id: parent, terminate: true })
    expect(await agent.call('debug_state', { session_id: child })).toMatchObject({ state: 'exited' })
    await agent.close()
  })

  test('mux 14: an editor is asked to attach to the child, which is its own [js-debug]', async (context) => {
    if (server === undefined) return context.skip(noServer)
    const editor = await host.dapOverSocket('editor')
    const asked = new Promise<Record<string, unknown>>((resolve) =>
      editor.onReverseRequest('startDebugging', ({ arguments: args }) => {
        resolve(jsonObject(args))
        return {}
      }),
    )
    const launch = { type: 'pwa-node', program, args: ['wait'], console: 'internalConsole' }
    await openSession(editor, { request: 'launch', arguments: launch, breakpoints: { [program]: [] } })
    const { configuration } = (await asked) as { configuration: Record<string, unknown> }
    const child = new DapClient(await connectUnixSocket(host.daemon.state.socket), { name: 'child' })
    await openSession(child, { request: 'attach', arguments: configuration, breakpoints: { [program]: [body] } })
    const stop = await child.waitForEvent('stopped', ({ body: { reason } }) => reason === 'breakpoint')
    const { stackFrames } = await child.expectSuccess('stackTrace', { threadId: stop.body.threadId ?? 0 })
    expect(stackFrames[0]).toMatchObject({ line: body })
    await child.expectSuccess('setBreakpoints', { source: { path: program }, breakpoints: [] })
    await child.expectSuccess('continue', { threadId: stop.body.threadId ?? 0 })
    await child.waitForEvent('output', ({ body: { output } }) => output.includes('grand total'))
    await child.expectSuccess('disconnect', { terminateDebuggee: true })
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    await Promise.all([child.close(), editor.close()])
  })
})
