import { must } from '@dapplex/testkit'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { memoryPair } from '@dapplex/transport'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Channel } from './channel.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

test('a netcoredbg that does not answer is woken once', async () => {
  const [here] = memoryPair()
  const wake = vi.fn()
  const channel = new Channel(here, { onEvent: () => undefined, wake })
  void channel.ask('stackTrace', { threadId: 1 })
  await vi.advanceTimersByTimeAsync(500)
  expect(wake).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(wake).toHaveBeenCalledTimes(1)
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

test('what the client itself cancels is answered at once', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const answer = channel.ask('evaluate')
  there.send({ seq: 1, type: 'response', request_seq: 1, command: 'evaluate', success: false, message: CANCELLED })
  expect(await answer).toMatchObject({ success: false, message: CANCELLED })
})

const CANCELLED = "Error processing 'evaluate' request. The operation was canceled."
