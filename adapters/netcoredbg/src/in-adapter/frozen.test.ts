import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { DapClient, must, readTranscript, RecordedAdapter } from '@dapplex/testkit'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { memoryPair } from '@dapplex/transport'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Shim } from './shim.js'

const recording = readTranscript(
  fileURLToPath(new URL('../../../../fixtures/transcripts/netcoredbg/frozen.ndjson', import.meta.url)),
)

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The frozen state as it was recorded: 10 s, a failure that tells something else, and nothing can be read any more. */
test('an evaluation that never returns is reported, and a detach continues the program first', async () => {
  const [left, client] = memoryPair()
  const [adapter, right] = memoryPair()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const played = new RecordedAdapter(right, recording, { onTime: (t) => (now = t) })
  const shim = new Shim(left, { adapter, env: {}, wake: () => undefined })
  const editor = new DapClient(client)
  const start = recording.lines.flatMap(({ dir, m }) => (dir === 'out' && 'command' in m ? [m as Dap.Request] : []))
  for (const { command, arguments: args } of start.slice(0, 5)) {
    // Nothing is brought into this program.
    editor.post(command, (command === 'launch' ? { ...(args as object), inspector: false } : args) as never)
  }
  const { body } = await editor.waitForEvent('stopped')
  const evaluate = (expression: string) => editor.request('evaluate', { expression, frameId: 0 })
  await editor.expectSuccess('stackTrace', { threadId: must(body.threadId), startFrame: 0, levels: 20 })
  expect((await evaluate('trouble.Plain')).body.result).toBe('12')
  expect((await evaluate('trouble.Locked')).success).toBe(false)
  const told = await editor.waitForEvent('output', ({ body: { category } }) => category === 'important')
  expect(told.body.output).toContain('never returned')
  const after = editor.mark()
  await editor.expectSuccess('disconnect', { terminateDebuggee: false })
  expect(editor.events('output', after)[0]?.body.output).toContain('continued before the detach')
  expect(editor.events('continued', after)).toHaveLength(1)
  expect(played.unknown).toEqual([])
  await shim.close()
  await editor.close()
})

/** A busy machine makes any request late, and no real netcoredbg is late on demand. */
test('an evaluation that fails late but has returned is not reported: its thread stands where it stood', async () => {
  const [left, client] = memoryPair()
  const [adapter, right] = memoryPair()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const bodies: Readonly<Record<string, object>> = {
    stackTrace: { stackFrames: [{ id: 1, name: 'Shop.Main()', line: 4, column: 1 }] },
  }
  let seq = 0
  right.onMessage(({ value }) => {
    const request = value as Dap.Request
    const answer = { seq: ++seq, type: 'response', request_seq: request.seq, command: request.command }
    if (request.command !== 'evaluate')
      return void right.send({ ...answer, success: true, body: bodies[request.command] })
    now += 9500
    right.send({ ...answer, success: false, message: "error: The name 'nosuch' does not exist" })
  })
  const shim = new Shim(left, { adapter, env: {}, wake: () => undefined })
  const editor = new DapClient(client)
  await editor.request('launch', { inspector: false })
  right.send({ seq: ++seq, type: 'event', event: 'stopped', body: { reason: 'breakpoint', threadId: 7 } })
  await editor.waitForEvent('stopped')
  await editor.expectSuccess('stackTrace', { threadId: 7 })
  const evaluate = () => editor.request('evaluate', { expression: 'nosuch', frameId: 1 })
  for (const answer of [await evaluate(), await evaluate()]) expect(answer.message).toContain("'nosuch' does not exist")
  expect(editor.events('output')).toEqual([])
  await shim.close()
  await editor.close()
})

/** As measured in netcoredbg 3.1.3 after a pause that met a breakpoint. No real netcoredbg does it on demand. */
test.runIf(process.platform === 'linux')(
  'a program that netcoredbg cannot continue any more ends the session, and the reason is told',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const program = spawn('sleep', ['600'])
    onTestFinished(() => void program.kill())
    const [left, client] = memoryPair()
    const [adapter, right] = memoryPair()
    let seq = 0
    const tell = (event: string, body: object) => right.send({ seq: ++seq, type: 'event', event, body })
    const disconnects: unknown[] = []
    right.onMessage(({ value }) => {
      const { seq: asked, command, arguments: args } = value as Dap.Request
      if (command === 'pause') tell('stopped', { reason: 'pause', threadId: 7 })
      if (command === 'continue') tell('continued', { threadId: 7 })
      if (command === 'disconnect') disconnects.push(args)
      if (command === 'disconnect') tell('terminated', {})
      const body = { stackFrames: [{ id: 1, name: 'Shop.Main()', line: 4, column: 1 }] }
      right.send({ seq: ++seq, type: 'response', request_seq: asked, command, success: true, body })
    })
    const shim = new Shim(left, { adapter, env: {}, wake: () => undefined })
    const editor = new DapClient(client)
    await editor.request('launch', { inspector: false })
    tell('process', { name: 'shop', systemProcessId: program.pid })
    await editor.expectSuccess('pause', { threadId: 7 })
    await editor.expectSuccess('continue', { threadId: 7 })
    await vi.advanceTimersByTimeAsync(10_000)
    await editor.waitForEvent('terminated')
    expect(editor.events('output').map(({ body }) => body.output)).toEqual([
      expect.stringContaining('counted a stop twice'),
    ])
    expect(disconnects).toEqual([{ terminateDebuggee: true }])
    await shim.close()
    await editor.close()
  },
)

/** As netcoredbg does where the thread stands in `Thread.Sleep`. */
test('what is known of a stop outlives a step that is refused, and no step that is made', async () => {
  const [left, client] = memoryPair()
  const [adapter, right] = memoryPair()
  const asked: string[] = []
  let [seq, canStep] = [0, false]
  right.onMessage(({ value }) => {
    const { seq: number, command } = value as Dap.Request
    asked.push(command)
    const isStep = command === 'next'
    if (isStep && canStep) right.send({ seq: ++seq, type: 'event', event: 'continued', body: { threadId: 7 } })
    const body = { stackFrames: [{ id: 1, name: 'Shop.Main()', line: 4, column: 1 }], scopes: [] }
    right.send({ seq: ++seq, type: 'response', request_seq: number, command, success: !isStep || canStep, body })
  })
  const shim = new Shim(left, { adapter, env: {}, wake: () => undefined })
  const editor = new DapClient(client)
  await editor.request('launch', { inspector: false })
  right.send({ seq: ++seq, type: 'event', event: 'stopped', body: { reason: 'pause', threadId: 7 } })
  await editor.waitForEvent('stopped')
  await editor.expectSuccess('stackTrace', { threadId: 7 })
  const looks = () => asked.filter((command) => command === 'stackTrace').length
  const hover = () => editor.request('evaluate', { expression: 'x', context: 'hover' })
  await hover()
  const before = looks()
  await editor.expectFailure('next', { threadId: 7 })
  await hover()
  expect(looks()).toBe(before)
  canStep = true
  await editor.expectSuccess('next', { threadId: 7 })
  expect((await hover()).message).toContain('must be paused')
  await shim.close()
  await editor.close()
})
