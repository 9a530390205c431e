import { memoryPair, type MessagePort } from '@dapplex/transport'
import { describe, expect, test } from 'vitest'
import { observeMessages } from './observe-messages.js'
import { Relay } from './relay.js'
import { Typing } from './typing.js'

/** A relay between an editor and a daemon, whose side the test plays. */
function opened(
  port: (daemon: MessagePort) => Promise<MessagePort> = (given) => Promise.resolve(given),
  mayRestart = true,
) {
  const [near, daemon] = memoryPair()
  const toDaemon: unknown[] = []
  const toEditor: Readonly<Record<string, unknown>>[] = []
  const waiting: (() => void)[] = []
  const news = (): void => waiting.splice(0).forEach((wake) => wake())
  daemon.onMessage(({ value }) => {
    toDaemon.push(value)
    news()
  })
  const clock = { now: 0 }
  const typing = new Typing(() => clock.now)
  const joined: string[] = []
  let stops = 0
  const relay = new Relay(port(near), {
    onStop: () => void (stops += 1),
    hello: { name: 'VS Code', adapter: 'debugpy' },
    toEditor: (message) => {
      toEditor.push(message)
      news()
    },
    mayRestart: () => Promise.resolve(mayRestart),
    ...observeMessages(typing, (session) => joined.push(session)),
  })
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { stops: () => stops, relay, daemon, toDaemon, toEditor, typing, clock, joined, until }
}

const request = (seq: number, command: string) => ({ seq, type: 'request', command })
const welcome = { seq: 1, type: 'response', request_seq: 0, command: 'dapplex_hello', success: true }

describe('between an editor and the daemon', () => {
  test('what the editor sends before the hello is answered waits, and then passes in order', async () => {
    const { relay, daemon, toDaemon, toEditor, until } = opened()
    relay.take(request(1, 'initialize'))
    await until(() => toDaemon.length === 1)
    expect(toDaemon).toMatchObject([{ command: 'dapplex_hello', arguments: { name: 'VS Code', adapter: 'debugpy' } }])
    daemon.send(welcome)
    await until(() => toDaemon.length === 2)
    relay.take(request(2, 'launch'))
    await until(() => toDaemon.length === 3)
    expect(toDaemon.slice(1)).toEqual([request(1, 'initialize'), request(2, 'launch')])
    daemon.send({ seq: 2, type: 'event', event: 'initialized' })
    await until(() => toEditor.length === 1)
    expect(toEditor).toEqual([{ seq: 2, type: 'event', event: 'initialized' }])
  })

  test('each request fails with the reason when the daemon refuses', async () => {
    const { relay, daemon, toDaemon, toEditor, until } = opened()
    relay.take(request(1, 'initialize'))
    await until(() => toDaemon.length === 1)
    daemon.send({ ...welcome, success: false, message: 'no session s9' })
    await until(() => toEditor.length === 1)
    expect(toEditor).toMatchObject([{ request_seq: 1, success: false, message: 'no session s9' }])
    relay.take(request(2, 'disconnect'))
    expect(toEditor[1]).toMatchObject({ request_seq: 2, success: true })
  })

  test('each request fails with the reason when there is no connection', async () => {
    const { relay, toEditor, until } = opened(() => Promise.reject(new Error('no socket')))
    relay.take(request(1, 'initialize'))
    await until(() => toEditor.length === 1)
    expect(toEditor).toMatchObject([{ success: false, body: { error: { format: 'no socket', showUser: true } } }])
  })

  test('the end of the daemon ends the session and says what to do', async () => {
    const { daemon, toDaemon, toEditor, until } = opened()
    await until(() => toDaemon.length === 1)
    daemon.send(welcome)
    daemon.close()
    await until(() => toEditor.length === 2)
    expect(toEditor).toMatchObject([
      { event: 'output', body: { category: 'important', output: expect.stringContaining('Start debugging again') } },
      { event: 'terminated' },
    ])
  })

  test('after a disconnect of the editor the end is no surprise', async () => {
    const { relay, daemon, toDaemon, toEditor, until } = opened()
    await until(() => toDaemon.length === 1)
    daemon.send(welcome)
    relay.take(request(1, 'disconnect'))
    await until(() => toDaemon.length === 2)
    daemon.close()
    await until(() => toEditor.length === 1)
    expect(toEditor).toMatchObject([{ event: 'terminated' }])
  })

  test.each([
    { after: 'a request', asked: request(1, 'threads'), category: 'important' },
    { after: 'Disconnect', asked: request(1, 'disconnect'), category: 'important' },
    {
      after: 'Stop',
      asked: { ...request(1, 'disconnect'), arguments: { terminateDebuggee: true } },
      category: 'console',
    },
  ])('important output after $after is $category', async ({ asked, category }) => {
    const { relay, daemon, toDaemon, toEditor, until } = opened()
    await until(() => toDaemon.length === 1)
    daemon.send(welcome)
    relay.take(asked)
    await until(() => toDaemon.length === 2)
    const body = { category: 'important', output: 'the program was not ended\n' }
    daemon.send({ seq: 2, type: 'event', event: 'output', body })
    await until(() => toEditor.length === 1)
    expect(toEditor).toMatchObject([{ event: 'output', body: { ...body, category } }])
  })

  test('a restart that the person has confirmed passes', async () => {
    const { relay, daemon, toDaemon, until } = opened()
    await until(() => toDaemon.length === 1)
    relay.take(request(1, 'threads'))
    daemon.send(welcome)
    await until(() => toDaemon.length === 2)
    relay.take(request(2, 'restart'))
    await until(() => toDaemon.length === 3)
    expect(toDaemon[2]).toEqual(request(2, 'restart'))
  })

  test('a restart that the person does not want for everybody does nothing: the daemon hears nothing, and the session goes on', async () => {
    const { relay, daemon, toDaemon, toEditor, until } = opened((given) => Promise.resolve(given), false)
    await until(() => toDaemon.length === 1)
    relay.take(request(1, 'threads'))
    daemon.send(welcome)
    await until(() => toDaemon.length === 2)
    relay.take(request(2, 'restart'))
    await until(() => toEditor.length === 2)
    expect(toEditor).toMatchObject([
      { event: 'output', body: { category: 'important', output: 'The program was not restarted.\n' } },
      { request_seq: 2, success: true },
    ])
    expect(toDaemon).toHaveLength(2)
  })

  test('a restart that the daemon refuses does not end the session of the editor, which reads why', async () => {
    const { relay, daemon, toDaemon, toEditor, until } = opened()
    await until(() => toDaemon.length === 1)
    relay.take(request(1, 'threads'))
    daemon.send(welcome)
    await until(() => toDaemon.length === 2)
    relay.take(request(2, 'restart'))
    await until(() => toDaemon.length === 3)
    const refusal = { success: false, message: 'agent-1 has control' }
    daemon.send({ seq: 2, type: 'response', request_seq: 2, command: 'restart', ...refusal })
    await until(() => toEditor.length === 2)
    expect(toEditor).toMatchObject([
      { body: { output: 'The program was not restarted: agent-1 has control\n' } },
      { request_seq: 2, success: true },
    ])
  })

  test.each([
    { what: 'Stop', args: { terminateDebuggee: true }, told: 1 },
    { what: 'Disconnect', args: { terminateDebuggee: false }, told: 0 },
    { what: 'a restart by disconnecting', args: { terminateDebuggee: true, restart: true }, told: 0 },
  ])('$what passes as it is, and the end of the program was asked for $told times', async ({ args, told }) => {
    const { relay, daemon, toDaemon, stops, until } = opened()
    await until(() => toDaemon.length === 1)
    daemon.send(welcome)
    const leaving = { ...request(1, 'disconnect'), arguments: args }
    relay.take(leaving)
    await until(() => toDaemon.length === 2)
    expect(toDaemon[1]).toEqual(leaving)
    expect(stops()).toBe(told)
  })

  test('the daemon tells which session it is', async () => {
    const { daemon, toDaemon, toEditor, joined, until } = opened()
    await until(() => toDaemon.length === 1)
    daemon.send(welcome)
    daemon.send({ seq: 2, type: 'event', event: 'dapplex_session', body: { session_id: 's4' } })
    await until(() => toEditor.length === 1)
    expect(joined).toEqual(['s4'])
  })

  test.each([
    { who: 'somebody types', act: 'types', after: 1000, hint: true },
    { who: 'the last key is long ago', act: 'types', after: 4000, hint: undefined },
    { who: 'the person has moved the program since', act: 'types and steps', after: 10, hint: undefined },
  ])('a stop while $who: preserveFocusHint is $hint', async ({ act, after, hint }) => {
    const { relay, daemon, toDaemon, toEditor, typing, clock, until } = opened()
    await until(() => toDaemon.length === 1)
    daemon.send(welcome)
    typing.typed()
    if (act === 'types and steps') relay.take(request(1, 'next'))
    clock.now += after
    daemon.send({ seq: 2, type: 'event', event: 'stopped', body: { reason: 'breakpoint' } })
    await until(() => toEditor.length === 1)
    expect(toEditor[0]?.['body']).toEqual({
      reason: 'breakpoint',
      ...(hint === undefined ? {} : { preserveFocusHint: hint }),
    })
  })
})
