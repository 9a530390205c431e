import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openRpcDocument, rpcError, toolError } from '@dapplex/protocol'
import type { callTool, ToolContext } from '@dapplex/tools'
import { z } from '@dapplex/testkit'
import { memoryPair, type MessagePort } from '@dapplex/transport'
import { pino } from 'pino'
import { AdapterLookup } from '../adapters/adapter-lookup.js'
import { Watchdog } from '../adapters/supervise/watchdog.js'
import { Secrets } from '../access/secrets.js'
import { CallCounts } from '../metrics/call-counts.js'
import { ObjectTable } from '../session/registry/object-table.js'
import { OwnSessionTable } from '../session/callers/own-sessions.js'
import { SessionRegistry } from '../session/registry/session-registry.js'
import { Redactor } from '../workflow/redactor.js'
import { spawnLimits } from '../workflow/spawn-limits.js'
import { WorkflowService } from '../workflow/calls/workflow-service.js'
import { WorkspaceBreakpointTable } from '../workspace/breakpoint-table.js'
import { printOnce } from '../surface/print-once.js'
import { RpcConnection, type RpcOptions } from './rpc-connection.js'

const log = pino({ level: 'silent' })
const discover = printOnce(() => openRpcDocument('1'))
const identity = { principal: 'me', name: 'agent-1', kind: 'agent', role: 'owner', presence: 'connection' } as const

const folder = mkdtempSync(join(tmpdir(), 'dapplex-rpc-'))
const workflow = new WorkflowService({ folder, limits: spawnLimits(), redactor: new Redactor({}), log })
afterAll(async () => {
  await workflow.close()
  rmSync(folder, { recursive: true })
})

function sharedState(): RpcOptions['shared'] {
  const adapters = new AdapterLookup([], {})
  const workspace = new WorkspaceBreakpointTable()
  const openChild = () => Promise.reject(new Error('no children here'))
  const secrets = new Secrets('nobody', (value) => value)
  const traffic = (id: string) => workflow.trafficOf(id, {})
  const machine = { tellsOwners: true, hasOthers: false }
  const watchdog = new Watchdog()
  const registry = new SessionRegistry({
    adapters,
    workspace,
    nextId: () => 's1',
    log,
    watchdog,
    openChild,
    traffic,
    machine,
  })
  return {
    registry,
    adapters,
    workspace,
    objects: new ObjectTable(),
    own: new OwnSessionTable(),
    workflow,
    secrets,
    calls: new CallCounts(),
  }
}

const byName = z
  .object({ minuend: z.number(), subtrahend: z.number() })
  .transform(({ minuend, subtrahend }): [number, number] => [minuend, subtrahend])

/** The methods that the specification's examples call. */
async function answered(method: string, params: unknown, { signal }: ToolContext): Promise<unknown> {
  switch (method) {
    case 'subtract': {
      const [minuend, subtrahend] = z.tuple([z.number(), z.number()]).or(byName).parse(params)
      return minuend - subtrahend
    }
    case 'sum':
      return z
        .array(z.number())
        .parse(params)
        .reduce((sum, one) => sum + one, 0)
    case 'get_data':
      return ['hello', 5]
    case 'wait':
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(rpcError('CANCELLED', 'The call was cancelled'))),
      )
    case 'break':
      throw new Error('a fault of dapplex')
    case 'fail':
      throw toolError('NO_SESSION', {})
    case 'update':
    case 'notify_hello':
    case 'notify_sum':
      return {}
    default:
      throw rpcError('METHOD_NOT_FOUND', `There is no method '${method}'`)
  }
}

const one = z.looseObject({
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  method: z.string().optional(),
  params: z.looseObject({ seq: z.number().optional(), text: z.string().optional() }).optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.looseObject({}).optional() }).optional(),
})
const answer = z.array(one).or(one)
type Answer = z.infer<typeof one>

/** Tools answer objects only; the examples answer numbers and lists too. */
const example = answered as typeof callTool

/** Sends text, then a call that is answered last, and gives what was answered before it. */
async function exchange(...texts: readonly string[]): Promise<(Answer | Answer[])[]> {
  const [client, daemon] = memoryPair()
  new RpcConnection(daemon, { shared: sharedState(), identity, discover, log, callMethod: example })
  const answers: (Answer | Answer[])[] = []
  const last = new Promise<void>((resolve) =>
    client.onMessage(({ value }) => {
      const got = answer.parse(value)
      if (!Array.isArray(got) && got.id === 'the last') resolve()
      else answers.push(got)
    }),
  )
  for (const text of texts) client.sendPrinted(text)
  await vi.advanceTimersByTimeAsync(0)
  client.send({ jsonrpc: '2.0', method: 'sum', params: [], id: 'the last' })
  await last
  client.close()
  return answers
}

const result = (id: unknown, value: unknown) => ({ jsonrpc: '2.0', id, result: value })
const error = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String), data: { type: expect.any(String) } },
})

describe('JSON-RPC 2.0', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout', 'performance'] })

  describe('the examples of section 7', () => {
    test.each([
      {
        why: 'positional parameters',
        sent: '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
        want: [result(1, 19)],
      },
      {
        why: 'positional parameters, the other way round',
        sent: '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
        want: [result(2, -19)],
      },
      {
        why: 'named parameters',
        sent: '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
        want: [result(3, 19)],
      },
      {
        why: 'named parameters in another order',
        sent: '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
        want: [result(4, 19)],
      },
      { why: 'a notification', sent: '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', want: [] },
      { why: 'a notification without params', sent: '{"jsonrpc": "2.0", "method": "foobar"}', want: [] },
      {
        why: 'a method that does not exist',
        sent: '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
        want: [error('1', -32601)],
      },
      {
        why: 'no JSON',
        sent: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
        want: [error(null, -32700)],
      },
      {
        why: 'an invalid request',
        sent: '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
        want: [error(null, -32600)],
      },
      {
        why: 'a batch that is no JSON',
        sent: '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method"]',
        want: [error(null, -32700)],
      },
      { why: 'an empty batch', sent: '[]', want: [error(null, -32600)] },
      { why: 'a batch of one that is none', sent: '[1]', want: [[error(null, -32600)]] },
      {
        why: 'a batch of nothing valid',
        sent: '[1,2,3]',
        want: [[error(null, -32600), error(null, -32600), error(null, -32600)]],
      },
      {
        why: 'a batch of everything',
        sent: `[
          {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
          {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
          {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
          {"foo": "boo"},
          {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
          {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
        ]`,
        want: [[result('1', 7), result('2', 19), error(null, -32600), error('5', -32601), result('9', ['hello', 5])]],
      },
      {
        why: 'a batch of notifications',
        sent: '[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]}, {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
        want: [],
      },
    ])('$why', async ({ sent, want }) => expect(await exchange(sent)).toEqual(want))
  })

  describe('beyond the examples', () => {
    test.each([
      { why: 'an id of zero', id: '0' },
      { why: 'an id with a fraction', id: '1.5' },
      { why: 'an empty text', id: '""' },
      { why: 'null, which is an id', id: 'null' },
      { why: 'a long text', id: JSON.stringify('x'.repeat(10_000)) },
    ])('$why comes back as it was', async ({ id }) => {
      const [answer] = await exchange(`{"jsonrpc":"2.0","method":"sum","params":[2],"id":${id}}`)
      expect(answer).toEqual(result(JSON.parse(id), 2))
    })
    test.each([
      { why: 'another version', sent: '{"jsonrpc":"1.0","method":"sum","id":1}', id: 1 },
      { why: 'no version', sent: '{"method":"sum","id":1}', id: 1 },
      { why: 'an object as id', sent: '{"jsonrpc":"2.0","method":"sum","id":{}}', id: null },
      { why: 'true as id', sent: '{"jsonrpc":"2.0","method":"sum","id":true}', id: null },
      { why: 'text as params', sent: '{"jsonrpc":"2.0","method":"sum","params":"x","id":1}', id: 1 },
      { why: 'null as params', sent: '{"jsonrpc":"2.0","method":"sum","params":null,"id":1}', id: 1 },
      { why: 'an answer, which nobody asked for', sent: '{"jsonrpc":"2.0","result":7,"id":1}', id: 1 },
      { why: 'a text', sent: '"sum"', id: null },
      { why: 'null', sent: 'null', id: null },
    ])('$why is no request', async ({ sent, id }) =>
      expect(await exchange(sent)).toEqual([
        expect.objectContaining({ id, error: expect.objectContaining({ code: -32600 }) }),
      ]),
    )
    test('an error of a tool and a fault of dapplex', async () => {
      const answers = await exchange(
        '[{"jsonrpc":"2.0","method":"fail","id":1},{"jsonrpc":"2.0","method":"break","id":2}]',
      )
      expect(answers).toMatchObject([
        [
          { id: 1, error: { code: -32000, data: { type: 'NO_SESSION' } } },
          { id: 2, error: { code: -32603, data: { type: 'INTERNAL' } } },
        ],
      ])
    })
    test('a batch that is too long is refused whole', async () => {
      const call = '{"jsonrpc":"2.0","method":"sum","params":[],"id":1}'
      expect(await exchange(`[${Array(1001).fill(call).join(',')}]`)).toEqual([error(null, -32600)])
    })
    test('$/cancel ends the calls with that id, and only those; text and number differ', async () => {
      const answers = await exchange(
        '{"jsonrpc":"2.0","method":"wait","id":"7"}',
        '{"jsonrpc":"2.0","method":"wait","id":7}',
        '{"jsonrpc":"2.0","method":"$/cancel","params":{"id":7}}',
      )
      expect(answers).toEqual([error(7, -32800)])
    })
    test('$/cancel of a call that is answered, of nothing, of a notification: nothing', async () => {
      const answers = await exchange(
        '{"jsonrpc":"2.0","method":"sum","params":[],"id":7}',
        '{"jsonrpc":"2.0","method":"$/cancel","params":{"id":7}}',
        '{"jsonrpc":"2.0","method":"wait"}',
        '{"jsonrpc":"2.0","method":"$/cancel","params":{}}',
        '{"jsonrpc":"2.0","method":"$/cancel"}',
      )
      expect(answers).toEqual([result(7, 0)])
    })
    test('more calls without an answer than are allowed: RATE_LIMITED; a notification more is dropped', async () => {
      const waits = Array.from({ length: 4096 }, (_none, id) => `{"jsonrpc":"2.0","method":"wait","id":${id}}`)
      const [client, daemon] = memoryPair()
      new RpcConnection(daemon, { shared: sharedState(), identity, discover, log, callMethod: example })
      for (const wait of waits) client.sendPrinted(wait)
      client.sendPrinted('{"jsonrpc":"2.0","method":"wait"}')
      client.sendPrinted('{"jsonrpc":"2.0","method":"sum","params":[],"id":"more"}')
      const first = await new Promise<unknown>((resolve) => client.onMessage(({ value }) => resolve(value)))
      expect(first).toMatchObject({ id: 'more', error: { data: { type: 'RATE_LIMITED', limit: 4096 } } })
      client.close()
    })
    test('a call over a second is told to be under way, at ever longer intervals', async () => {
      const [client, daemon] = memoryPair()
      new RpcConnection(daemon, { shared: sharedState(), identity, discover, log, callMethod: example })
      const got: Answer[] = []
      client.onMessage(({ value }) => got.push(one.parse(value)))
      client.sendPrinted('{"jsonrpc":"2.0","method":"wait","id":"slow"}')
      client.sendPrinted('{"jsonrpc":"2.0","method":"wait"}')
      await vi.advanceTimersByTimeAsync(900)
      expect(got).toEqual([])
      await vi.advanceTimersByTimeAsync(4_100)
      expect(got.map(({ method }) => method)).toEqual(['$/progress', '$/progress', '$/progress'])
      expect(got[0]?.params).toEqual({ id: 'slow', method: 'wait', elapsed_ms: 1000 })
      client.sendPrinted('{"jsonrpc":"2.0","method":"$/cancel","params":{"id":"slow"}}')
      await vi.advanceTimersByTimeAsync(60_000)
      expect(got.at(-1)).toEqual(error('slow', -32800))
      expect(got).toHaveLength(4)
      client.close()
    })
    test('mux 16: a client that does not read gets no more output than its budget, is told what it missed, and is given up', async () => {
      const output = 'x'.repeat(100_000)
      const print = (_method: string, _params: unknown, context: ToolContext): Promise<Record<string, unknown>> => {
        for (let seq = 1; seq <= 600; seq += 1)
          context.notify('debug_event', { session_id: 's1', seq, type: 'output', category: 'stdout', text: output })
        context.notify('debug_event', { session_id: 's1', seq: 601, type: 'exited', exit_code: 0 })
        return Promise.resolve({ printed: true })
      }
      const [client, daemon] = memoryPair()
      new RpcConnection(daemon, {
        shared: sharedState(),
        identity,
        discover,
        log,
        callMethod: print,
        stalledMs: 5000,
      })
      client.sendPrinted('{"jsonrpc":"2.0","method":"print","id":1}')
      await vi.advanceTimersByTimeAsync(100)
      expect(daemon.bufferedBytes).toBeLessThan(1.2 * 1024 * 1024)
      const got: Answer[] = []
      const stop = client.onMessage(({ value }) => got.push(one.parse(value)))
      await vi.advanceTimersByTimeAsync(100)
      const seqs = got.filter(({ method }) => method === 'debug_event').map(({ params }) => params)
      expect(seqs.at(-1)).toMatchObject({ text: expect.stringContaining('pieces of output were dropped'), seq: 600 })
      expect(got.some(({ id }) => id === 1)).toBe(true)
      stop()
      const closed = new Promise((resolve) => client.onClose(resolve))
      client.sendPrinted('{"jsonrpc":"2.0","method":"print","id":2}')
      await vi.advanceTimersByTimeAsync(6000)
      expect(daemon.bufferedBytes).toBe(0)
      client.onMessage(() => undefined)
      await closed
    })
    const discovery = (id: number) => `{"jsonrpc":"2.0","method":"rpc.discover","id":${id}}`

    test('200 calls of rpc.discover at once are answered from one document, and others get their turn', async () => {
      let built = 0
      const once = printOnce(() => ({ built: (built += 1) }))
      const begin = (client: MessagePort, daemon: MessagePort, got: unknown[]) => {
        client.onMessage(({ value }) => got.push(value))
        new RpcConnection(daemon, {
          shared: sharedState(),
          identity: { ...identity, role: 'observer' },
          discover: once,
          log,
        })
      }
      const [many, ofMany] = memoryPair()
      const [other, ofOther] = memoryPair()
      const got: unknown[] = []
      begin(many, ofMany, got)
      begin(other, ofOther, got)
      for (let id = 0; id < 100; id += 1) many.sendPrinted(discovery(id))
      many.sendPrinted(`[${Array.from({ length: 100 }, (_none, id) => discovery(100 + id)).join(',')}]`)
      other.sendPrinted(discovery(1000))
      const answer = (id: number) => result(id, { built: 1 })
      await vi.waitFor(() => expect(got).toHaveLength(102))
      expect(got.flat()).toHaveLength(201)
      expect(got.flat()).toEqual(expect.arrayContaining(Array.from({ length: 200 }, (_none, id) => answer(id))))
      expect(got.findIndex((one) => (one as Answer).id === 1000)).toBeLessThan(50)
      expect(built).toBe(1)
      many.close()
      other.close()
    })

    test.each([
      { why: 'calls', texts: Array.from({ length: 500 }, (_none, id) => discovery(id)) },
      { why: 'a batch', texts: [`[${Array.from({ length: 500 }, (_none, id) => discovery(id)).join(',')}]`] },
    ])(
      'mux 16: a client that reads no answers is given up at 64 MiB, and no more of its $why begin',
      async ({ texts }) => {
        const megabyte = printOnce(() => ({ text: 'x'.repeat(1024 * 1024) }))
        let answered = 0
        const discover = () => ((answered += 1), megabyte())
        const [client, daemon] = memoryPair()
        new RpcConnection(daemon, { shared: sharedState(), identity: { ...identity, role: 'observer' }, discover, log })
        const ends: unknown[] = []
        daemon.onClose((why) => ends.push(why))
        for (const text of texts) client.sendPrinted(text)
        for (; ends.length === 0; await new Promise((resolve) => setImmediate(resolve)))
          await vi.advanceTimersByTimeAsync(100)
        expect(answered).toBeGreaterThan(60)
        expect(answered).toBeLessThan(80)
      },
    )

    test('rpc.discover describes the surface', async () => {
      const [answer] = await exchange('{"jsonrpc":"2.0","method":"rpc.discover","id":1}')
      expect(answer).toMatchObject({ result: { openrpc: '1.3.2', info: { version: '1' } } })
    })
  })
})
