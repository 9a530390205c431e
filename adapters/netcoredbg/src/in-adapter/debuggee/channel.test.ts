import { must } from '@dapplex/testkit'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { memoryPair } from '@dapplex/transport'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Channel } from './channel.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

test('a netcoredbg that does not answer is woken, again and again until it does', async () => {
  const [here, there] = memoryPair()
  const wake = vi.fn()
  const channel = new Channel(here, { onEvent: () => undefined, wake })
  const answer = channel.ask('stackTrace', { threadId: 1 })
  await vi.advanceTimersByTimeAsync(599)
  expect(wake).not.toHaveBeenCalled()
  for (const [at, silence] of [1, 1200, 2400, 4800].entries()) {
    await vi.advanceTimersByTimeAsync(silence)
    expect(wake).toHaveBeenCalledTimes(at + 1)
  }
  there.send({ seq: 1, type: 'response', request_seq: 1, command: 'stackTrace', success: true })
  await answer
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wake).toHaveBeenCalledTimes(4)
})

test('who is waiting for an answer that cannot be read is told', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const answer = channel.ask('threads')
  there.sendPrinted('{"seq":1,"type":"response","request_seq":1,"command":"threads","success":true,"body":{"thr')
  expect(await answer).toMatchObject({
    success: false,
    message: expect.stringContaining('the answer of the adapter cannot be read'),
  })
})

test('who is waiting is told when netcoredbg ends', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const answer = channel.body('threads')
  there.close()
  await expect(answer).rejects.toThrow('netcoredbg ended before it answered threads')
})

test('a pause is sent when what moves the program or sets breakpoints is answered', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const sent: Dap.Request[] = []
  there.onMessage(({ value }) => void sent.push(value as Dap.Request))
  const commands = ['continue', 'setBreakpoints', 'pause', 'threads']
  const answers = commands.map((command) => channel.ask(command))
  const delivered = () => new Promise((resolve) => setImmediate(resolve))
  const answer = async (command: string) => {
    await delivered()
    const { seq } = must(sent.find((one) => one.command === command))
    there.send({ seq, type: 'response', request_seq: seq, command, success: true })
    await answers[commands.indexOf(command)]
  }
  await answer('threads')
  await answer('continue')
  expect(sent.map(({ command }) => command)).toEqual(['continue', 'setBreakpoints', 'threads'])
  await answer('setBreakpoints')
  await answer('pause')
  expect(sent.map(({ command }) => command)).toEqual(['continue', 'setBreakpoints', 'threads', 'pause'])
})

/** A netcoredbg that answers everything, with two breakpoints of which one is verified. */
function runningProgram() {
  const [here, there] = memoryPair()
  const sent: Dap.Request[] = []
  const restored: unknown[] = []
  let id = 0
  there.onMessage(({ value }) => {
    const request = value as Dap.Request
    sent.push(request)
    const { seq, command } = request
    const asked = (request.arguments as Dap.SetBreakpointsArguments | undefined)?.breakpoints ?? []
    const breakpoints = asked.map(({ line }) => ({ id: ++id, line, verified: line === 15 }))
    const isRunning = command === 'stackTrace'
    if (command === 'pause')
      there.send({ seq, type: 'event', event: 'stopped', body: { reason: 'pause', threadId: 1 } })
    there.send({ seq, type: 'response', request_seq: seq, command, success: !isRunning, body: { breakpoints } })
  })
  const channel = new Channel(here, {
    onEvent: () => undefined,
    wake: () => undefined,
    onRestored: (_args, breakpoints) => restored.push(breakpoints),
  })
  return { channel, sent, restored, said: () => sent.map(({ command }) => command) }
}
const source = { path: '/walk/Program.cs' }
const conditional = { line: 15, condition: 'tick == 7' }
const linesOf = ({ arguments: args }: Dap.Request) =>
  (args as Dap.SetBreakpointsArguments).breakpoints?.map(({ line }) => line)

test('while the program is paused no breakpoint can stop it, and whatever else moves it waits', async () => {
  const { channel, sent, restored, said } = runningProgram()
  await channel.ask('setBreakpoints', { source, breakpoints: [{ line: 15 }, { line: 99 }, conditional] })
  const paused = channel.ask('pause', { threadId: 1 })
  const moved = channel.ask('next', { threadId: 1 })
  // The look at the stack comes after some time in which a stop could have come.
  await vi.advanceTimersByTimeAsync(100)
  expect(await paused).toMatchObject({ success: true })
  expect(await moved).toMatchObject({ success: true })
  expect(said()).toEqual(['setBreakpoints', 'setBreakpoints', 'stackTrace', 'pause', 'setBreakpoints', 'next'])
  const lists = sent.filter(({ command }) => command === 'setBreakpoints').map(linesOf)
  expect(lists).toEqual([
    [15, 99, 15],
    [99, 15],
    [15, 99, 15],
  ])
  expect(restored).toEqual([
    [
      { id: 6, line: 15, verified: true },
      { id: 7, line: 99, verified: false },
      { id: 8, line: 15, verified: true },
    ],
  ])
})

/** A netcoredbg with a program that runs, and a breakpoint with a condition in it. */
async function conditionalProgram() {
  const [here, there] = memoryPair()
  const sent: Dap.Request[] = []
  const told: string[] = []
  let seq = 0
  const event = (name: string, body: object) => there.send({ seq: ++seq, type: 'event', event: name, body })
  const bodies: Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => object>> = {
    setBreakpoints: ({ breakpoints }) => ({
      breakpoints: (breakpoints as { line: number }[]).map(({ line }) => ({ id: line, line, verified: true })),
    }),
    setFunctionBreakpoints: ({ breakpoints }) => ({
      breakpoints: (breakpoints as { name: string }[]).map(({ name }) => ({
        id: name.length,
        line: 0,
        verified: true,
      })),
    }),
    stackTrace: () => ({ stackFrames: [{ id: 7, name: 'Inner', line: 15, source: { path: '/real/Program.cs' } }] }),
    evaluate: ({ expression }) => ({ result: String(expression === 'tick == 8') }),
  }
  there.onMessage(({ value }) => {
    const request = value as Dap.Request
    const { command, arguments: args } = request
    sent.push(request)
    if (command === 'continue' || command === 'next') event('continued', { threadId: 1 })
    const body = bodies[command]?.(args as Readonly<Record<string, unknown>>) ?? {}
    there.send({ seq: ++seq, type: 'response', request_seq: request.seq, command, success: true, body })
  })
  const channel = new Channel(here, { onEvent: (one) => void told.push(one.event), wake: () => undefined })
  const delivered = () => new Promise((resolve) => setImmediate(resolve))
  const stops = async (reason: string) => {
    event('stopped', { reason, threadId: 1 })
    for (let rounds = 0; rounds < 20; rounds += 1) await delivered()
  }
  await channel.ask('setBreakpoints', { source, breakpoints: [conditional, { line: 35 }] })
  const from = sent.length
  /** What was sent since, with the breakpoints of each list. */
  const since = () =>
    sent
      .slice(from)
      .map(({ command, arguments: args }) => [command, (args as Dap.SetBreakpointsArguments).breakpoints ?? []])
  return { channel, told, stops, since }
}
const set = (breakpoints: readonly object[]) => ['setBreakpoints', breakpoints]
const plain = [{ line: 15 }]

test('netcoredbg never loses a breakpoint with a condition while the program runs: it leaves at the next stop', async () => {
  const { channel, told, stops, since } = await conditionalProgram()
  const answer = await channel.ask('setBreakpoints', { source, breakpoints: [{ line: 22 }] })
  expect(must(answer).body).toEqual({ breakpoints: [{ id: 22, line: 22, verified: true }] })
  await stops('pause')
  expect(since()).toEqual([set([{ line: 22 }, ...plain]), set([{ line: 22 }])])
  expect(told).toEqual(['stopped'])
  // Where the program stands, and at a breakpoint without a condition, nothing has to wait.
  await channel.ask('setBreakpoints', { source, breakpoints: [conditional] })
  await channel.ask('setBreakpoints', { source, breakpoints: [] })
  expect(since().slice(2)).toEqual([set([conditional]), set([])])
})

test('a stop that only a breakpoint that leaves has made is passed over, and nobody hears of it', async () => {
  const { channel, told, stops, since } = await conditionalProgram()
  await channel.ask('setBreakpoints', { source, breakpoints: [] })
  await stops('breakpoint')
  expect(since()).toEqual([set(plain), ['stackTrace', []], set([]), ['continue', []]])
  expect(told).toEqual([])
  // That was all: the next stop is somebody's.
  await stops('breakpoint')
  expect(told).toEqual(['stopped'])
})

test.each([
  { again: { line: 15, condition: 'tick == 8' }, what: 'whose condition is met', want: ['stopped'] },
  { again: conditional, what: 'whose condition is not met', want: [] },
  { again: { line: 15 }, what: 'without a condition', want: ['stopped'] },
])('a breakpoint that left and is asked for again $what: $want is told', async ({ again, want }) => {
  const { channel, told, stops } = await conditionalProgram()
  await channel.ask('setBreakpoints', { source, breakpoints: [] })
  await channel.ask('setBreakpoints', { source, breakpoints: [again] })
  await stops('breakpoint')
  expect(told).toEqual(want)
})

test('while a step runs, and in a function, the condition of a breakpoint that leaves is never met', async () => {
  const { channel, stops, since } = await conditionalProgram()
  await channel.ask('setFunctionBreakpoints', { breakpoints: [{ name: 'Inner', condition: 'tick == 7' }] })
  await channel.ask('setFunctionBreakpoints', { breakpoints: [] })
  expect(since()[1]).toEqual(['setFunctionBreakpoints', [{ name: 'Inner', condition: 'false' }]])
  await stops('step')
  expect(since()[2]).toEqual(['setFunctionBreakpoints', []])
  await channel.ask('next', { threadId: 1 })
  await channel.ask('setBreakpoints', { source, breakpoints: [] })
  expect(since().at(-1)).toEqual(set([{ line: 15, condition: 'false' }]))
})

test('a pause of a program that stands, or that nothing can stop, is sent at once', async () => {
  const { channel, said } = runningProgram()
  await channel.ask('pause', { threadId: 1 })
  await channel.ask('setBreakpoints', { source, breakpoints: [{ line: 15 }] })
  await channel.ask('pause', { threadId: 1 })
  expect(said()).toEqual(['pause', 'setBreakpoints', 'pause'])
})

test('a pause that waits is told when netcoredbg ends', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const answers = [channel.ask('continue'), channel.ask('pause')]
  there.close()
  expect(await Promise.all(answers)).toEqual([undefined, undefined])
})

test('what a move cancels is answered after the move', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const told: string[] = []
  const commands = ['evaluate', 'next']
  const answers = commands.map((command) => channel.ask(command).then((response) => told.push(must(response).command)))
  there.send({ seq: 1, type: 'response', request_seq: 1, command: 'evaluate', success: false, message: CANCELLED })
  there.send({ seq: 2, type: 'response', request_seq: 2, command: 'next', success: true })
  await Promise.all(answers)
  expect(told).toEqual(['next', 'evaluate'])
})

test('what a move cancels that is then refused is asked again', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const sent: Dap.Request[] = []
  there.onMessage(({ value }) => void sent.push(value as Dap.Request))
  const [stack, next] = [channel.ask('stackTrace', { threadId: 1 }), channel.ask('next')]
  there.send({ seq: 1, type: 'response', request_seq: 1, command: 'stackTrace', success: false, message: CANCELLED })
  there.send({ seq: 2, type: 'response', request_seq: 2, command: 'next', success: false, message: '0x80004005' })
  await next
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent.map(({ command }) => command)).toEqual(['stackTrace', 'next', 'stackTrace'])
  there.send({ seq: 3, type: 'response', request_seq: 1, command: 'stackTrace', success: true })
  expect(await stack).toMatchObject({ success: true })
})

test('a move that the client itself cancels is answered at once, and what it had cancelled is asked again', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const [stack, move] = ['stackTrace', 'continue'].map((command) => channel.ask(command, { threadId: 1 }))
  for (const [at, command] of ['stackTrace', 'continue'].entries())
    there.send({ seq: at, type: 'response', request_seq: at + 1, command, success: false, message: CANCELLED })
  expect(await move).toMatchObject({ success: false, message: CANCELLED })
  there.send({ seq: 3, type: 'response', request_seq: 1, command: 'stackTrace', success: true })
  expect(await stack).toMatchObject({ success: true })
})

test('what the client itself cancels is answered at once', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const answer = channel.ask('evaluate')
  there.send({ seq: 1, type: 'response', request_seq: 1, command: 'evaluate', success: false, message: CANCELLED })
  expect(await answer).toMatchObject({ success: false, message: CANCELLED })
})

const CANCELLED = "Error processing 'evaluate' request. The operation was canceled."
