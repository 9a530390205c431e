import { z } from '@dapplex/testkit'
import { memoryPair, type MessagePort } from '@dapplex/transport'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpointUrl } from './connect.js'
import { RpcClient } from './rpc-client.js'

const request = z.looseObject({
  id: z.number().optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
})
type Request = z.infer<typeof request>

let client: RpcClient
let daemon: MessagePort
let requests: Request[]
let answer: (request: Request) => unknown

beforeEach(() => {
  const [ours, theirs] = memoryPair()
  requests = []
  answer = () => undefined
  daemon = theirs
  daemon.onMessage(({ value }) => {
    const asked = request.parse(value)
    requests.push(asked)
    const response = answer(asked)
    if (response !== undefined) daemon.send(response)
  })
  client = new RpcClient(ours)
})

const result = ({ id, params }: Request) => ({ jsonrpc: '2.0', id, result: { params } })

describe('a call', () => {
  test('is answered by its id, in any order', async () => {
    const first = client.call('first', { n: 1 })
    const second = client.call('second', { n: 2 })
    answer = (request) => {
      for (const one of [...requests].reverse()) daemon.send(result(one))
      return request.method === 'third' ? result(request) : undefined
    }
    await client.call('third')
    expect(await Promise.all([first, second])).toEqual([{ params: { n: 1 } }, { params: { n: 2 } }])
  })
  test('hears that it is under way', async () => {
    const heard: number[] = []
    const slow = client.call('wait', {}, { onProgress: (elapsed) => heard.push(elapsed) })
    answer = (request) => {
      const [wait] = requests
      daemon.send({ jsonrpc: '2.0', method: '$/progress', params: { id: wait?.id, method: 'wait', elapsed_ms: 1000 } })
      daemon.send({ jsonrpc: '2.0', method: '$/progress', params: { id: 99, method: 'wait', elapsed_ms: 1000 } })
      if (wait !== undefined) daemon.send(result(wait))
      return result(request)
    }
    await client.call('other')
    await slow
    expect(heard).toEqual([1000])
  })
  test('of a tool is a method of its own', async () => {
    answer = ({ id, method }) => ({ jsonrpc: '2.0', id, result: { state: 'running', method, stop_id: 0, clients: [] } })
    expect(await client.tools.debug_state()).toMatchObject({ state: 'running', method: 'debug_state' })
    expect(requests[0]?.params).toEqual({})
  })
  test('that fails rejects with the error of the tool as it stands', async () => {
    const error = {
      code: -32000,
      message: 'Object ID 999 not found',
      data: { type: 'OBJECT_NOT_FOUND', reason: 'never_issued' },
    }
    answer = ({ id }) => ({ jsonrpc: '2.0', id, error })
    await expect(client.call('inspect_object', { id: 999 })).rejects.toMatchObject({
      type: 'OBJECT_NOT_FOUND',
      wire: error,
    })
  })
  test('with an error of the envelope has a type all the same', async () => {
    answer = ({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32600, message: 'Invalid request' } })
    await expect(client.call('x')).rejects.toMatchObject({ type: 'INVALID_REQUEST' })
  })
  test('that takes too long ends with TIMEOUT and is taken back', async () => {
    await expect(client.call('wait_for_stop', {}, { timeoutMs: 1 })).rejects.toMatchObject({ type: 'TIMEOUT' })
    await client.call('x', {}, { timeoutMs: 50 }).catch(() => undefined)
    expect(requests[1]).toEqual({ jsonrpc: '2.0', method: '$/cancel', params: { id: 1 } })
  })
  test('is taken back by its signal', async () => {
    const abort = new AbortController()
    const call = client.call('wait_for_stop', {}, { signal: abort.signal })
    abort.abort()
    await expect(call).rejects.toMatchObject({ type: 'CANCELLED' })
    await expect(client.call('x', {}, { signal: abort.signal })).rejects.toMatchObject({ type: 'CANCELLED' })
  })
})

describe('the end of the connection', () => {
  test('ends what is pending and is told, also to who asks later', async () => {
    const told: string[] = []
    client.on('close', (why) => told.push(why))
    const call = client.call('wait_for_stop')
    daemon.close()
    await expect(call).rejects.toThrow('the connection ended: the daemon ended it')
    client.on('close', (why) => told.push(why))
    expect(told).toEqual(['the daemon ended it', 'the daemon ended it'])
    await expect(client.call('x')).rejects.toThrow('the daemon ended it')
  })
  test('by this side ends what is pending too', async () => {
    const call = client.call('wait_for_stop')
    client.close()
    await expect(call).rejects.toThrow('this client closed it')
  })
})

test('events reach those who listen, until they stop', async () => {
  const seen: unknown[] = []
  const stop = client.on('debug_event', (event) => seen.push(event.seq))
  daemon.send({
    jsonrpc: '2.0',
    method: 'debug_event',
    params: { session_id: 's1', stop_id: 1, seq: 7, type: 'stopped' },
  })
  answer = result
  await client.call('x')
  stop()
  daemon.send({
    jsonrpc: '2.0',
    method: 'debug_event',
    params: { session_id: 's1', stop_id: 1, seq: 8, type: 'continued' },
  })
  await client.call('x')
  expect(seen).toEqual([7])
})

test.each([
  { url: 'ws://127.0.0.1:7000/rpc', who: {}, want: 'ws://127.0.0.1:7000/rpc' },
  {
    url: 'http://127.0.0.1:7000',
    who: { name: 'agent 1', kind: 'agent' as const },
    want: 'ws://127.0.0.1:7000/rpc?name=agent+1&kind=agent',
  },
  { url: 'ws://127.0.0.1/rpc', who: { node: 'root' }, want: 'ws://127.0.0.1/rpc?node=root' },
  { url: 'https://debug.example/deep/rpc', who: {}, want: 'wss://debug.example/deep/rpc' },
])('endpointUrl of $url', ({ url, who, want }) => expect(endpointUrl(url, who)).toBe(want))
