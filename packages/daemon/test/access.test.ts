import { once } from 'node:events'
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestCatalogue, toolRegistry, type Effect, type RequestDefinition } from '@dapplex/protocol'
import { addPrincipal, readPrincipals, removePrincipal } from '../src/index.js'
import { must, openSession } from '@dapplex/testkit'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))

/** What a request does that needs no role: it reads, or is about the client that sends it. */
const HARMLESS: ReadonlySet<Effect> = new Set(['read', 'configure', 'cancel'])
const OWN_REQUESTS = ['configurationDone', 'disconnect', 'dapplex_controlRelease', 'dapplex_message']
/** Arguments that fit most requests. */
const SAMPLE = {
  expression: 'print(1)',
  value: '1',
  name: 'x',
  variablesReference: 1,
  frameId: 1,
  source: { path: program },
  breakpoints: [{ line: 1 }],
  filters: ['raised'],
  memoryReference: '0x10',
  data: 'AAAA',
  text: 'x',
  line: 1,
  index: 0,
  restartFrame: 1,
  targetId: 1,
}

let host: TestDaemon
let file: string
let session: string
const tokens = { observer: '', operator: '', owner: '' }
beforeAll(async () => {
  host = await testDaemon({ modules: [genericAdapter('debugpy')] })
  file = join(host.home, 'principals.json')
  for (const role of ['observer', 'operator', 'owner'] as const)
    tokens[role] = addPrincipal(file, { name: `the-${role}`, role })
  const agent = await host.agent()
  session = (await agent.call('debug_launch', { program, stop_at_entry: true })).session_id
  await agent.close()
})
afterAll(() => host.stop())

test('tokens are kept as hashes, in a file of this user alone', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (const token of Object.values(tokens)) expect(readFileSync(file, 'utf8')).not.toContain(token)
  expect(readPrincipals(file).map(({ name, role }) => [name, role])).toContainEqual(['the-observer', 'observer'])
  expect(() => addPrincipal(file, { name: 'the-owner', role: 'owner' })).toThrow(/already has a token/)
  expect(() => addPrincipal(file, { name: 'a b', role: 'owner' })).toThrow(/is not a valid name/)
})

describe('over WebSocket', () => {
  test('an observer reads, and may not move, change, launch or end', async () => {
    const observer = await host.agentWith(tokens.observer)
    expect(await observer.call('stacktrace_get', { session_id: session })).toMatchObject({ frames: expect.any(Array) })
    const { clients } = await observer.call('debug_state', { session_id: session })
    expect(clients).toContainEqual(expect.objectContaining({ principal: 'the-observer', role: 'observer' }))
    const refused = (needed: string) => ({ data: { type: 'FORBIDDEN', needed, role: 'observer' } })
    expect(await observer.failure('debug_step', { session_id: session, action: 'over' })).toMatchObject(
      refused('operator'),
    )
    expect(await observer.failure('evaluate', { session_id: session, expression: 'print(1)' })).toMatchObject(
      refused('operator'),
    )
    expect(await observer.failure('debug_launch', { program })).toMatchObject(refused('owner'))
    expect(await observer.failure('debug_disconnect', { session_id: session, terminate: true })).toMatchObject({
      data: { type: 'FORBIDDEN' },
    })
    await observer.close()
  })

  test('an operator moves and changes, and may not launch', async () => {
    const operator = await host.agentWith(tokens.operator)
    expect(await operator.call('debug_step', { session_id: session, action: 'over' })).toMatchObject({ success: true })
    expect(await operator.call('evaluate', { session_id: session, expression: '1 + 1' })).toMatchObject({ result: '2' })
    expect(await operator.failure('debug_launch', { program })).toMatchObject({
      data: { type: 'FORBIDDEN', needed: 'owner', role: 'operator' },
    })
    await operator.close()
  })

  test('a token that was taken away, or never was, opens nothing', async () => {
    const token = addPrincipal(file, { name: 'guest', role: 'owner' })
    await (await host.agentWith(token)).close()
    expect(removePrincipal(file, 'guest')).toBe(true)
    expect(removePrincipal(file, 'guest')).toBe(false)
    await expect(host.agentWith(token)).rejects.toThrow(/401/)
    await expect(host.agentWith('wrong')).rejects.toThrow(/401/)
  })

  test('a token whose time is over opens nothing, and says so', async () => {
    const token = addPrincipal(file, { name: 'late', role: 'owner', expires: new Date(Date.now() - 1) })
    await expect(host.agentWith(token)).rejects.toThrow(/401/)
    const { port } = host.daemon.state
    const answer = await fetch(`http://127.0.0.1:${port}/status`, { headers: { authorization: `Bearer ${token}` } })
    expect([answer.status, await answer.text()]).toEqual([
      401,
      expect.stringContaining('the time of this token is over'),
    ])
    const editor = await host.dapOverTcp()
    const { message } = await editor.expectFailure('dapplex_hello', { token })
    expect(message).toContain('the time of this token')
    removePrincipal(file, 'late')
  })
})

describe('a token that is taken away while it is in use', () => {
  test('closes at once what it has opened: a call that waits, an editor in a session, and a connection of HTTP', async () => {
    const token = addPrincipal(file, { name: 'guest', role: 'operator' })
    const agent = await host.agentWith(token)
    const waiting = agent.call('wait_for_stop', { session_id: session, since_stop_id: 99, timeout_ms: 200_000 })
    const refused = expect(waiting).rejects.toThrow('the connection closed')
    const editor = await host.dapOverTcp('guest')
    const { started } = await openSession(editor, {
      request: 'attach',
      arguments: { dapplexSession: session, dapplexToken: token },
      exceptionFilters: [],
    })
    await started
    const { port } = host.daemon.state
    const page = createConnection({ host: '127.0.0.1', port })
    page.write(`GET /status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    expect(String((await once(page, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
    const gone = once(page, 'close')
    const owner = await host.agent('owner')
    await owner.call('events_subscribe', { session_id: session })
    const left = owner.next((message) => message.params?.type === 'client_left')
    removePrincipal(file, 'guest')
    expect(await agent.closed).toMatchObject({ detail: expect.stringContaining('the token of guest was removed') })
    await refused
    await gone
    const { body } = await editor.waitForEvent('output', ({ body: { category } }) => category === 'important')
    expect(body.output).toContain('the token of guest was removed')
    await editor.closed
    await left
    // The session itself and those of other tokens go on.
    expect(await owner.call('debug_state', { session_id: session })).toMatchObject({ state: 'stopped' })
    await owner.close()
  })

  test('its MCP session over HTTP is no way back in, with a lower role either', async () => {
    const mcp = (token: string, message: object, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${host.daemon.state.port}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      })
    const clientInfo = { name: 'x', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const first = addPrincipal(file, { name: 'shifty', role: 'owner' })
    const begun = await mcp(first, { method: 'initialize', params })
    const id = must(begun.headers.get('mcp-session-id'))
    await begun.text()
    removePrincipal(file, 'shifty')
    const second = addPrincipal(file, { name: 'shifty', role: 'observer' })
    const list = { method: 'tools/list' }
    expect((await mcp(first, list, { 'mcp-session-id': id })).status).toBe(401)
    expect((await mcp(second, list, { 'mcp-session-id': id })).status).toBe(404)
    removePrincipal(file, 'shifty')
  })
})

test('a list of tokens that is damaged refuses its tokens, and the daemon and its own user go on', async () => {
  const kept = readFileSync(file)
  writeFileSync(file, 'nonsense')
  await expect(host.agentWith(tokens.owner)).rejects.toThrow(/401/)
  const editor = await host.dapOverTcp()
  expect((await editor.expectFailure('dapplex_hello', { token: tokens.owner })).message).toContain('its log says why')
  await (await host.agent()).close()
  writeFileSync(file, kept)
  await (await host.agentWith(tokens.owner)).close()
})

describe('an observer', () => {
  /** What an observer may call though it changes something: that is the caller's own, or a word to all. */
  const OWN = [
    ...['session_select', 'thread_select', 'frame_select', 'events_subscribe', 'objects_release'],
    ...['message_send', 'workflow_enter', 'workflow_finish', 'output_record'],
  ]
  /** These change something only by their parameters, and look at them (packages/tools/src/call-tool.test.ts). */
  const BY_PARAMETERS = ['debug_disconnect', 'evaluate', 'inspect_slot']
  const above = [...toolRegistry.values()].filter(({ role }) => role !== 'observer')

  test('is refused each tool that needs another role, before its parameters are looked at', async () => {
    const observer = await host.agentWith(tokens.observer)
    for (const { name, role } of above)
      expect([name, (await observer.failure(name, { session_id: session })).data]).toEqual([
        name,
        expect.objectContaining({ type: 'FORBIDDEN', needed: role, role: 'observer' }),
      ])
    await observer.close()
  })

  test('may call no other tool that changes something of the program', () => {
    const open = [...toolRegistry.values()].filter(
      ({ role, annotations }) => role === 'observer' && !annotations.readOnly,
    )
    expect(open.map(({ name }) => name).sort()).toEqual([...OWN, ...BY_PARAMETERS].sort())
  })

  test('is refused, in an editor, each request of DAP and of dapplex that changes something; the program stands as before', async () => {
    const editor = await host.dapOverTcp('observing')
    const { started } = await openSession(editor, {
      request: 'attach',
      arguments: { dapplexSession: session, dapplexToken: tokens.observer },
      exceptionFilters: [],
    })
    await started
    const { threadId } = (await editor.waitForEvent('stopped')).body
    const agent = await host.agent()
    // The first call makes the agent a client.
    await agent.call('debug_state', { session_id: session })
    const before = await agent.call('debug_state', { session_id: session })
    const changing = Object.entries<RequestDefinition>(requestCatalogue).filter(
      ([command, { effect }]) => !HARMLESS.has(effect) && !OWN_REQUESTS.includes(command),
    )
    expect(changing.length).toBeGreaterThan(30)
    for (const [command, { effect }] of changing) {
      const answer = await editor.request(command, { ...SAMPLE, threadId })
      // Editors set breakpoints when they join: they are told that theirs do not count.
      const isUnset = JSON.stringify(answer).includes('needs the operator role')
      if (effect === 'breakpoints' && answer.success) expect([command, isUnset]).toEqual([command, true])
      else expect([command, answer.success]).toEqual([command, false])
    }
    for (const [command, args] of [
      ['evaluate', { expression: 'print(1)' }],
      ['evaluate', { expression: 'print(1)', context: 'watch' }],
      ['dapplex_objectInspect', { expression: 'print(1)' }],
      ['somethingOfTheVendor', {}],
    ] as const)
      expect([command, (await editor.request(command, args)).success]).toEqual([command, false])
    expect(await agent.call('debug_state', { session_id: session })).toEqual({ ...before, _meta: expect.anything() })
    await editor.close()
    await agent.close()
  })

  test.each([
    { why: 'the token', path: () => join(host.home, 'token') },
    { why: 'a file of the system', path: () => '/etc/passwd' },
    { why: 'a path that climbs', path: () => '../../../../../../../../etc/passwd' },
    {
      why: 'a path that climbs from the program',
      path: () => join(dirname(program), '..', '..', '..', '.git', 'config'),
    },
    { why: 'an address', path: () => 'file:///etc/passwd' },
    { why: 'a name with a NUL', path: () => `${program}\0/../../../../etc/passwd` },
    { why: 'the memory of the daemon', path: () => '/proc/self/environ' },
  ])('does not read $why, by the tool or in an editor', async ({ path }) => {
    const observer = await host.agentWith(tokens.observer)
    const asked = { session_id: session, file: path() }
    expect((await observer.failure('source_get', asked)).data).toMatchObject({ type: 'INVALID_FILE' })
    const editor = await host.dapOverTcp('reading')
    const { started } = await openSession(editor, {
      request: 'attach',
      arguments: { dapplexSession: session, dapplexToken: tokens.observer },
      exceptionFilters: [],
    })
    await started
    const answer = await editor.request('source', { source: { path: path() }, sourceReference: 0 })
    expect(answer.success).toBe(false)
    await editor.close()
    await observer.close()
  })
})

test('an export goes into no file that is there, through no link, and to no path that climbs', async () => {
  const operator = await host.agentWith(tokens.operator)
  const link = join(host.home, 'link')
  symlinkSync(join(host.home, 'made-through-the-link'), link)
  for (const path of [join(host.home, 'token'), link, '../x', 'x'])
    expect([path, (await operator.failure('session_export', { session_id: session, file: path })).data]).toEqual([
      path,
      expect.objectContaining({ type: 'INVALID_PARAMETER', field: 'file' }),
    ])
  expect(existsSync(join(host.home, 'made-through-the-link'))).toBe(false)
  await operator.close()
})

describe('over DAP', () => {
  test('mux 9: an observer in an editor: breakpoints succeed unverified, moves are refused', async () => {
    const editor = await host.dapOverTcp()
    const { breakpoints, started } = await openSession(editor, {
      request: 'attach',
      arguments: { dapplexSession: session, dapplexToken: tokens.observer },
      breakpoints: { [program]: [1] },
    })
    expect(await started).toMatchObject({ success: true })
    expect(breakpoints[program]).toMatchObject([{ verified: false }])
    const { body } = await editor.waitForEvent('stopped')
    expect((await editor.expectSuccess('stackTrace', { threadId: must(body.threadId) })).stackFrames).not.toEqual([])
    expect((await editor.expectFailure('next', { threadId: must(body.threadId) })).message).toContain('operator')
    expect((await editor.expectFailure('terminate')).message).toMatch(/operator|owner/)
    await editor.expectSuccess('disconnect', { terminateDebuggee: true })
    const agent = await host.agent()
    expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'stopped' })
    await agent.close()
    await editor.close()
  })

  test.each(['observer', 'operator'] as const)('%s: may join, and may not launch', async (role) => {
    const editor = await host.dapOverTcp()
    await editor.expectSuccess('dapplex_hello', { token: tokens[role], adapter: 'debugpy' })
    await editor.expectSuccess('initialize', { adapterID: 'debugpy' })
    const refused = await editor.expectFailure('launch', { type: 'debugpy', program })
    expect(refused.message).toContain('needs the role owner; this client is ' + role)
    await editor.close()
  })

  test('an owner may launch', async () => {
    const editor = await host.dapOverTcp()
    const { started } = await openSession(editor, {
      request: 'launch',
      arguments: { type: 'debugpy', program, dapplexToken: tokens.owner },
      exceptionFilters: [],
    })
    expect(await started).toMatchObject({ success: true })
    await editor.waitForEvent('terminated')
    await editor.close()
  })
})
