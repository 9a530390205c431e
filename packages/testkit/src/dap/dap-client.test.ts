import { memoryPair } from '@dapplex/transport'
import { afterEach, describe, expect, test } from 'vitest'
import { DapClient, DapFailure } from './dap-client.js'
import { dapSchema } from './dap-schema.js'
import { openSession } from './open-session.js'
import { event, request, response, inOrder } from './order.js'
import { emit, fail, respond, type Script } from '../adapters/script.js'
import { ScriptedAdapter } from '../adapters/scripted-adapter.js'

const open: DapClient[] = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())))

function play(script: Script = {}, timeoutMs = 2000): { client: DapClient; adapter: ScriptedAdapter } {
  const [left, right] = memoryPair()
  const adapter = new ScriptedAdapter(right, script)
  const client = new DapClient(left, { name: 'editor', timeoutMs })
  open.push(client)
  return { client, adapter }
}

describe('the test client', () => {
  test('success, failure and either', async () => {
    const { client } = play({ on: { threads: [fail('not now')], pause: [respond({ a: 1 })] } })
    expect(await client.expectSuccess('pause', { threadId: 1 })).toEqual({ a: 1 })
    expect(await client.request('threads')).toMatchObject({ success: false, message: 'not now' })
    expect(await client.expectFailure('threads')).toMatchObject({ message: 'not now' })
    await expect(client.expectSuccess('threads')).rejects.toThrow(DapFailure)
    await expect(client.expectFailure('pause', { threadId: 1 })).rejects.toThrow(
      'pause should have failed, but succeeded',
    )
    expect(client.violations).toEqual([])
  })

  test('an event that came before counts, unless it is before the mark', async () => {
    const { client, adapter } = play()
    const first = client.waitForEvent('stopped')
    await adapter.play([emit('stopped', { reason: 'entry' })])
    await first
    expect((await client.waitForEvent('stopped')).body.reason).toBe('entry')
    const after = client.mark()
    const second = client.waitForEvent('stopped', ({ body }) => body.reason === 'step', { after })
    await adapter.play([emit('stopped', { reason: 'pause' }), emit('stopped', { reason: 'step' })])
    expect((await second).body.reason).toBe('step')
    expect(client.events('stopped')).toHaveLength(3)
    expect(client.events('stopped', after)).toHaveLength(2)
  })

  test('never answered: the time-out names the request', async () => {
    const { client } = play({ on: { threads: [] } }, 20)
    await expect(client.request('threads')).rejects.toThrow(
      /editor: waited for the response to threads \(seq 1\): not within 20 ms\. The last of 1 messages:\n {2}0 \d+ ms -> request/,
    )
  })

  test('an adapter that dies fails what is awaited, and says who closed', async () => {
    const { client } = play({ on: { threads: [{ kind: 'die' }] } })
    await expect(client.request('threads')).rejects.toThrow('the connection is closed (by the other side)')
    expect(await client.closed).toEqual({ kind: 'ended' })
  })

  test('what breaks the protocol is noted, and harms nothing else', async () => {
    const twice = { seq: 8, type: 'response', request_seq: 1, success: true, command: 'threads', body: { threads: [] } }
    const { client } = play({
      on: {
        threads: [
          { kind: 'malformed', text: '{"seq":' },
          { kind: 'message', message: 42 },
          { kind: 'message', message: { ...twice, request_seq: 99 } },
          respond({ threads: [] }),
          { kind: 'message', message: twice },
          emit('done'),
        ],
      },
    })
    await client.request('threads')
    await client.waitForEvent('done')
    expect(client.violations).toEqual([
      expect.stringContaining('not JSON'),
      'not a DAP message: 42',
      expect.stringContaining('a response to no request'),
      'a second response to threads (seq 1)',
    ])
  })

  test('requests of the adapter are answered: by a handler, with its error, or with a failure', async () => {
    const { client, adapter } = play()
    client.onReverseRequest('runInTerminal', () => ({ processId: 7 }))
    client.onReverseRequest('startDebugging', () => {
      throw new Error('no terminal')
    })
    for (const command of ['runInTerminal', 'startDebugging', 'other']) await adapter.play([{ kind: 'ask', command }])
    const answers = () =>
      adapter.timeline.entries.filter(({ message }) => message.type === 'response').map(({ message }) => message)
    await adapter.timeline.waitFor('three answers', () => (answers().length === 3 ? true : undefined))
    expect(answers()).toMatchObject([
      { command: 'runInTerminal', success: true, body: { processId: 7 } },
      { command: 'startDebugging', success: false, message: 'no terminal' },
      { command: 'other', success: false, message: 'editor does not support other' },
    ])
  })
})

describe('opening as VS Code does', () => {
  const filters = [
    { filter: 'all', label: 'All' },
    { filter: 'uncaught', label: 'Uncaught', default: true },
  ]

  test('in its order, valid DAP, launch not awaited', async () => {
    // Many adapters answer launch only after configurationDone.
    const { client, adapter } = play({
      capabilities: { exceptionBreakpointFilters: filters },
      on: { launch: [emit('initialized'), { kind: 'wait', word: 'configured' }, respond()] },
    })
    const opened = await openSession(client, {
      request: 'launch',
      arguments: { program: 'a' },
      breakpoints: { '/src/a.py': [3, { line: 5, condition: 'i > 1' }], '/src/b.py': [7] },
      functionBreakpoints: [{ name: 'main' }],
    })
    adapter.tell('configured')
    expect((await opened.started).success).toBe(true)
    expect(opened.breakpoints['/src/a.py']?.map((one) => one.line)).toEqual([3, 5])
    const early = inOrder(request('initialize'), response('initialize'), request('launch'), event('initialized'))
    const configured = inOrder(request('setBreakpoints'), request('setBreakpoints'), request('setExceptionBreakpoints'))
    await client.timeline.waitForOrder(inOrder(early, configured, request('configurationDone'), response('launch')))
    expect(adapter.requests.find((one) => one.command === 'setExceptionBreakpoints')?.arguments).toEqual({
      filters: ['uncaught'],
    })
    for (const { message } of client.timeline.entries) expect(dapSchema().check(message)).toEqual([])
  })

  test('a launch that is refused before initialized ends the opening', async () => {
    const { client } = play({ on: { launch: [fail('no such program')] } })
    await expect(openSession(client, { request: 'launch', arguments: {} })).rejects.toThrow(
      'launch was refused: no such program',
    )
  })
})

describe('the scripted adapter', () => {
  test('each time something else, the last of them from then on', async () => {
    const { client } = play({ on: { threads: { each: [[fail('first')], [respond({ threads: [] })]] } } })
    const outcomes = [await client.request('threads'), await client.request('threads'), await client.request('threads')]
    expect(outcomes.map((one) => one.success)).toEqual([false, true, true])
  })

  test('one that waits holds up no other, until it is told', async () => {
    const { client, adapter } = play({
      on: { evaluate: [{ kind: 'wait', word: 'go' }, respond({ result: '1', variablesReference: 0 })] },
    })
    const slow = client.post('evaluate', { expression: 'x' })
    await client.expectSuccess('threads')
    adapter.tell('go')
    expect((await client.response(slow)).success).toBe(true)
    await client.timeline.waitForOrder(inOrder(response('threads'), response('evaluate')))
  })

  test('in the test itself there is no stdout to write garbage on', async () => {
    const { adapter } = play()
    await expect(adapter.play([{ kind: 'garbage', text: 'x' }])).rejects.toThrow('has no process for "garbage"')
  })
})
