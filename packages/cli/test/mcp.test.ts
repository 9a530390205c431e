import { fileURLToPath } from 'node:url'
import { ToolError } from '@dapplex/protocol'
import { must, parseJson, z } from '@dapplex/testkit'
import { connect, type Client as RpcClient } from '@dapplex/client'
import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, INGRESSES, makeMcpHome, type McpHome, type Result } from './mcp-home.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/node/orders.js', import.meta.url))
const LINE = 13

let home: McpHome
const open: McpHome['open'] = (...args) => home.open(...args)

beforeAll(async () => {
  home = await makeMcpHome()
})
afterAll(() => home.end())

describe.each(INGRESSES)('an MCP client over $ingress, $era', (which) => {
  test('lists the tools, launches, waits for a breakpoint, reads, evaluates, finishes', async () => {
    const client = await open(which)
    expect(client.getServerVersion()).toMatchObject({ name: 'dapplex' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['debug_launch', 'wait_for_stop', 'evaluate']))
    const { session_id } = await call(client, 'debug_launch', { program, breakpoints: [{ file: program, line: LINE }] })
    const stop = await call(client, 'wait_for_stop', { session_id })
    // One call is enough to go on: the place, the lines around it, the values.
    expect(stop).toMatchObject({ stopped: true, reason: 'breakpoint', location: { file: program, line: LINE } })
    expect(stop['source_lines']).toContainEqual(expect.stringMatching(`^${LINE}> `))
    const names = (stop['values'] as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['order', 'index']))
    expect(await call(client, 'stacktrace_get', { session_id })).toMatchObject({ frames: expect.any(Array) })
    const { variables } = await call(client, 'variables_get', { session_id })
    expect(variables).toContainEqual(expect.objectContaining({ name: 'index' }))
    expect(await call(client, 'evaluate', { session_id, expression: '6 * 7' })).toMatchObject({ result: '42' })
    const { clients } = await call(client, 'debug_state', { session_id })
    expect(clients).toContainEqual(expect.objectContaining({ name: `sdk-${which.ingress}`, kind: 'agent' }))
    expect(await call(client, 'debug_disconnect', { session_id, terminate: true })).toMatchObject({ success: true })
  })
  test("an error is the surface's object; a tool that is not there is an error of the protocol", async () => {
    const client = await open(which)
    const failed = await client.callTool({ name: 'inspect_object', arguments: { id: 999_999 } })
    expect(failed).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32000, data: { type: 'OBJECT_NOT_FOUND', reason: 'never_issued' } } },
    })
    const misspelled = await client.callTool({ name: 'stacktrace_get', arguments: { max_frame: 1 } })
    expect(misspelled).toMatchObject({
      structuredContent: { error: { code: -32602, data: { nearest: 'max_frames' } } },
    })
    await expect(client.callTool({ name: 'stacktrace_gets' })).rejects.toMatchObject({
      code: -32602,
      data: { type: 'METHOD_NOT_FOUND', nearest: 'stacktrace_get' },
    })
  })
})

describe('the list of tools', () => {
  test('core by default, all or a router on request; their schemas are valid', async () => {
    const clients = [
      await open(INGRESSES[0]),
      await open(INGRESSES[2], { tools: 'all' }),
      await open(INGRESSES[0], { tools: 'router' }),
    ]
    const lists = await Promise.all(clients.map(async (client) => (await client.listTools()).tools))
    const [core = [], all = [], router = []] = lists
    expect([core.length < all.length, router.length]).toEqual([true, 3])
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true })
    for (const { name, inputSchema, outputSchema = {} } of [...core, ...all, ...router]) {
      for (const schema of [inputSchema, outputSchema])
        expect(() => ajv.compile(schema as AnySchema), name).not.toThrow()
    }
  })
})

describe('one call, five ways in', () => {
  test('gives equal result objects', async () => {
    const unix = await connect({ socketPath: home.state.socket, name: 'unix' })
    const webSocket = await connect({ url: `ws://127.0.0.1:${home.state.port}`, token: home.token, name: 'ws' })
    home.closeLater(unix, webSocket)
    const [overStdio, overHttp] = [await open(INGRESSES[0]), await open(INGRESSES[2])]
    const { session_id } = await unix.call('debug_launch', { program, breakpoints: [{ file: program, line: LINE }] })
    const calls: (readonly [string, Result])[] = [
      ['wait_for_stop', {}],
      ['stacktrace_get', { max_frames: 3 }],
      ['variables_get', {}],
      ['evaluate', { expression: 'order', count: 10 }],
      ['source_get', { before: 1, after: 1 }],
      ['breakpoint_list', {}],
      ['inspect_object', { id: 999_999 }],
      ['stacktrace_get', { max_frame: 3 }],
    ]
    for (const [name, given] of calls) {
      const params = name === 'inspect_object' ? given : { ...given, session_id }
      const results = await Promise.all([
        overRpc(unix, name, params),
        overRpc(webSocket, name, params),
        overMcp(overStdio, name, params),
        overMcp(overHttp, name, params),
        overCommand(name, params),
      ])
      for (const result of results) expect(renumbered(result), name).toEqual(renumbered(results[0]))
    }
    await unix.call('debug_disconnect', { session_id, terminate: true })
  })
})

/** Each answer may give a value an id of its own: they count by their first appearance. Only the first fills the cache. */
function renumbered(result: unknown): unknown {
  const ids: unknown[] = []
  const place = (id: unknown) => (ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1)
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => {
    if (key === 'cache') return undefined
    return key === 'object_id' ? place(value) : value
  })
}

async function overRpc(client: RpcClient, name: string, params: Result): Promise<unknown> {
  return client.call(name, params).catch((error: unknown) => {
    if (error instanceof ToolError) return { error: error.wire }
    throw error
  })
}
const overMcp = async (client: Client, name: string, params: Result): Promise<unknown> =>
  (await client.callTool({ name, arguments: params })).structuredContent
async function overCommand(name: string, params: Result): Promise<unknown> {
  const { exitCode, stdout, stderr } = await home.daemon.dapplex('call', name, JSON.stringify(params))
  return exitCode === 0 ? JSON.parse(stdout) : { error: JSON.parse(stderr) }
}

describe('resources', () => {
  test.each([INGRESSES[0], INGRESSES[2]])('over $ingress: listed, read, told when they change', async (which) => {
    const listed = queue<true>()
    const onChanged = () => listed.put(true)
    const client = await open(which, { options: { listChanged: { resources: { onChanged, autoRefresh: false } } } })
    const updated = queue<string>()
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated.put(params.uri))
    const { session_id } = await call(client, 'debug_launch', { program, stop_at_entry: true })
    await listed.next()
    const uri = (part: string) => `dapplex://sessions/${String(session_id)}/${part}`
    const { resources } = await client.listResources()
    const uris = ['dapplex://sessions', uri('state'), uri('source'), uri('output')]
    expect(resources.map((one) => one.uri)).toEqual(expect.arrayContaining(uris))
    const { contents } = await client.readResource({ uri: uri('source') })
    expect(contents).toEqual([
      { uri: uri('source'), mimeType: 'text/plain', text: expect.stringContaining('>  1  class Order') },
    ])
    await client.subscribeResource({ uri: uri('source') })
    await call(client, 'debug_step', { session_id, action: 'over' })
    expect(await updated.next()).toBe(uri('source'))
    await expect(client.readResource({ uri: 'dapplex://sessions/s0/state' })).rejects.toMatchObject({
      data: { type: 'SESSION_NOT_FOUND' },
    })
    await call(client, 'debug_disconnect', { session_id, terminate: true })
    await client.close()
  })
  test.each([INGRESSES[1], INGRESSES[3]])('over $ingress, $era: a subscription is a stream', async (which) => {
    const client = await open(which)
    const { session_id } = await call(client, 'debug_launch', { program, stop_at_entry: true })
    const uri = `dapplex://sessions/${String(session_id)}/state`
    const updated = queue<string>()
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated.put(params.uri))
    const subscription = await client.listen({ resourceSubscriptions: [uri] })
    await call(client, 'debug_step', { session_id, action: 'over' })
    expect(await updated.next()).toBe(uri)
    const { contents } = await client.readResource({ uri })
    expect(parseJson(z.unknown(), z.object({ text: z.string() }).parse(contents[0]).text)).toMatchObject({
      state: 'stopped',
      stop_id: 2,
    })
    await subscription.close()
    await call(client, 'debug_disconnect', { session_id, terminate: true })
  })
})

describe('prompts', () => {
  test('carry the stop that is there, and name what is missing', async () => {
    const client = await open(INGRESSES[0])
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'find_why_it_throws',
      'explain_this_stop',
      'compare_two_objects',
      'find_what_changes_a_value',
    ])
    const { session_id } = await call(client, 'debug_launch', { program, stop_at_entry: true })
    const { messages } = await client.getPrompt({
      name: 'explain_this_stop',
      arguments: { session_id: String(session_id) },
    })
    expect(messages[0]?.content).toMatchObject({
      type: 'text',
      text: expect.stringMatching(/Explain.+>\s+1\s+class Order/s),
    })
    await expect(client.getPrompt({ name: 'compare_two_objects', arguments: { first: 'a' } })).rejects.toThrow(
      /needs the argument second/,
    )
    await call(client, 'debug_disconnect', { session_id, terminate: true })
  })
})

describe('long calls', () => {
  test.each([INGRESSES[0], INGRESSES[3]])(
    'over $ingress, $era: report progress after a second, and can be cancelled',
    async (which) => {
      const client = await open(which)
      const { session_id } = await call(client, 'debug_launch', { program, args: ['wait'], wait_ms: 0 })
      const cancel = new AbortController()
      const reports: { progress: number; total?: number | undefined }[] = []
      const waiting = client.callTool(
        { name: 'wait_for_stop', arguments: { session_id, timeout_ms: 60_000 } },
        { signal: cancel.signal, onprogress: (report) => (reports.push(report), cancel.abort('enough')) },
      )
      await expect(waiting).rejects.toThrow(/enough/)
      expect(reports[0]).toMatchObject({ progress: 1, total: 60 })
      await call(client, 'debug_disconnect', { session_id, terminate: true })
    },
  )
})

describe('an MCP client that goes', () => {
  test.each([INGRESSES[0], INGRESSES[2]])('over $ingress: leaves its session, which goes on', async (which) => {
    const other = await open(INGRESSES[2], { name: 'stays' })
    const client = await open(which, { name: 'goes' })
    const { session_id } = await call(client, 'debug_launch', { program, stop_at_entry: true })
    await call(client, 'wait_for_stop', { session_id })
    const names = async () =>
      z
        .array(z.looseObject({ name: z.string() }))
        .parse((await call(other, 'clients_list', { session_id }))['clients'])
        .map(({ name }) => name)
    expect(await names()).toContain('goes')
    const events = await connect({ socketPath: home.state.socket, name: 'watcher' })
    const left = new Promise<void>((resolve) => {
      events.on('debug_event', (event) => {
        if (JSON.stringify(event).includes('goes') && JSON.stringify(event).includes('left')) resolve()
      })
    })
    await events.call('events_subscribe', { session_id, since_seq: 0 })
    if (which.ingress === 'http') await (client.transport as StreamableHTTPClientTransport).terminateSession()
    await client.close()
    await left
    expect(await names()).not.toContain('goes')
    expect(await call(other, 'debug_state', { session_id })).toMatchObject({ state: 'stopped' })
    events.close()
    await call(other, 'debug_disconnect', { session_id, terminate: true })
  })
})

/** What comes, one after the other, for whoever waits for it. */
function queue<T>(): { put(one: T): void; next(): Promise<T> } {
  const come: T[] = []
  const waiting: ((one: T) => void)[] = []
  return {
    put: (one) => {
      const first = waiting.shift()
      if (first === undefined) come.push(one)
      else first(one)
    },
    next: () =>
      come.length > 0 ? Promise.resolve(must(come.shift())) : new Promise((resolve) => waiting.push(resolve)),
  }
}
