import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nodeAdapter } from '@dapplex/adapter-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastOf, must, openSession } from '@dapplex/testkit'
import { addPrincipal } from '../src/access/principals.js'
import { statePaths } from '../src/state/state-folder.js'
import type { RpcClient } from './support/rpc-client.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
const passes = fileURLToPath(new URL('../../../fixtures/programs/node/passes.cjs', import.meta.url))
const line =
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex((text) => text.includes('BREAK: body')) + 1

let host: TestDaemon
let tokens: { one: string; two: string; watcher: string }
beforeAll(async () => {
  host = await testDaemon({ modules: [genericAdapter('debugpy'), nodeAdapter] })
  const { principals } = statePaths(host.home)
  tokens = {
    one: addPrincipal(principals, { name: 'one', role: 'operator' }),
    two: addPrincipal(principals, { name: 'two', role: 'operator' }),
    watcher: addPrincipal(principals, { name: 'watcher', role: 'observer' }),
  }
})
afterAll(() => host.stop())

interface Seen {
  readonly seq: number
  readonly type: string
  readonly change?: string
  readonly holder?: { readonly principal: string }
  readonly by?: { readonly name: string; readonly principal: string }
  readonly text?: string
}

/** What a subscriber was told so far, oldest first. */
const eventsOf = (agent: RpcClient): Seen[] =>
  agent.received.flatMap((one) => {
    const { method, params } = one as { method?: string; params?: Seen }
    return method === 'debug_event' && params !== undefined ? [params] : []
  })

const changes = (events: readonly Seen[]) =>
  events.flatMap(({ type, change, holder, by }) =>
    type === 'control' ? [`${by?.principal ?? 'time'} ${String(change)} ${holder?.principal ?? 'nobody'}`] : [],
  )

test('mux 17, 18, 19: two agents and an editor: lease taken, refused, pre-empted; all see it; a reconnect loses nothing', async () => {
  const launcher = await host.agent('launcher')
  const [one, two, watcher] = [
    await host.agentWith(tokens.one),
    await host.agentWith(tokens.two),
    await host.agentWith(tokens.watcher),
  ]
  await watcher.call('events_subscribe')
  const { session_id } = await launcher.call('debug_launch', { program, breakpoints: [{ file: program, line }] })
  const { stop_id } = await launcher.call('wait_for_stop')
  const editor = await host.dapOverSocket('code')
  await openSession(editor, {
    request: 'attach',
    arguments: { dapplexSession: session_id, dapplexName: 'code' },
    exceptionFilters: [],
  })
  const { threadId } = (await editor.waitForEvent('stopped')).body

  await one.call('events_subscribe', { session_id, since_seq: 0 })
  const lease = await one.call('control_acquire', { lease_ms: 60_000, reason: 'stepping' })
  expect(lease).toMatchObject({ mode: 'shared', is_mine: true, holder: { principal: 'one' }, reason: 'stepping' })
  expect(lease.remaining_ms).toBeGreaterThan(50_000)
  expect(await one.call('control_renew', { lease_ms: 90_000, reason: 'stepping' })).toMatchObject({ is_mine: true })

  for (const refused of [
    await two.failure('debug_step', { action: 'over', expected_stop_id: stop_id }),
    await two.failure('control_acquire'),
  ]) {
    expect(refused).toMatchObject({ code: -32000, data: { type: 'CONTROL_HELD', holder: lease.holder?.name } })
    expect(refused.data?.['remaining_ms']).toBeGreaterThan(50_000)
    expect(refused.data?.['remaining_ms']).toBeLessThanOrEqual(90_000)
  }
  // Reading is open to all, the observer among them.
  expect(await two.call('variables_get', { scope: 'locals' })).toMatchObject({ variables: expect.any(Array) })
  expect(await watcher.call('control_status')).toMatchObject({ is_mine: false, holder: { principal: 'one' } })
  expect(await two.call('message_send', { text: 'may I?', to: 'editors' })).toMatchObject({ to: [{ name: 'code' }] })

  // The person at the editor acts, and has control by it.
  await editor.expectSuccess('stackTrace', { threadId: must(threadId) })
  await editor.expectSuccess('next', { threadId: must(threadId) })
  await two.call('wait_for_stop', { since_stop_id: stop_id })

  // The first agent loses its connection; what happens meanwhile is told afterwards.
  await one.call('control_status')
  const before = eventsOf(one)
  await one.close()
  await editor.expectSuccess('evaluate', { expression: '/say my turn', context: 'repl' })
  await editor.expectSuccess('stackTrace', { threadId: must(threadId) })
  await editor.expectSuccess('next', { threadId: must(threadId) })
  await two.call('wait_for_stop', { since_stop_id: must(stop_id) + 1 })

  const again = await host.agentWith(tokens.one)
  const since_seq = lastOf(before).seq
  const resumed = await again.call('events_subscribe', { session_id, since_seq })
  expect(resumed).toMatchObject({ subscribed: true, sessions: [{ session_id, gap: 0 }] })
  expect(resumed.sessions[0]?.seq).toBeGreaterThan(since_seq)
  expect(await again.failure('debug_step', { action: 'over' })).toMatchObject({
    data: { type: 'CONTROL_HELD', holder: 'code' },
  })
  // The person has control: no agent of theirs may end the program, they themselves may in another window.
  expect(await launcher.failure('debug_disconnect', { session_id, terminate: true })).toMatchObject({
    data: { type: 'CONTROL_HELD', holder: 'code' },
  })
  const window = await host.terminal()
  await window.call('debug_disconnect', { session_id, terminate: true })
  await Promise.all([again, watcher].map((agent) => untilEnd(agent)))

  const seenByOne = [...before, ...eventsOf(again)]
  expect(seenByOne.map(({ seq }) => seq)).toEqual(seenByOne.map((_event, index) => index + 1))
  const seenByWatcher = eventsOf(watcher)
  // `breakpoint` is told as it is at the time.
  const lasting = (events: readonly Seen[]) => events.map((event) => ({ ...event, breakpoint: undefined }))
  expect(lasting(seenByWatcher)).toEqual(lasting(seenByOne))
  const local = must(must(seenByOne.find(({ by }) => by?.name === 'code')).by).principal
  const told = changes(seenByOne)
  expect(told.slice(0, 2)).toEqual(['one acquired one', 'one renewed one'])
  expect(told.filter((change) => change.endsWith(` ${local}`))).toEqual([`${local} taken ${local}`])
  expect(
    seenByOne.filter(({ type }) => type === 'message').map(({ text, by }) => `${must(by).name}: ${must(text)}`),
  ).toEqual([expect.stringMatching(/^agent-\d+: may I\?$/), 'code: my turn'])
  expect(seenByOne.find(({ type, by }) => type === 'continued' && by?.name === 'code')).toBeDefined()
  const console = editor.events('output').map(({ body }) => body.output)
  expect(console).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\[agent-\d+\] has taken control of the program: stepping\n$/),
      expect.stringMatching(/^\[agent-\d+\] may I\?\n$/),
    ]),
  )
  for (const agent of [launcher, two, watcher, again, window]) await agent.close()
  await editor.close()
})

test.each([
  // debugpy ends what it has launched.
  { terminate: false, why: 'agent-7 detached from the program', file: passes },
  { terminate: true, why: 'agent-7 ended the program', file: program },
])('mux 18: debug_disconnect terminate=$terminate: the end names who asked for it', async (one) => {
  const { terminate, why, file } = one
  const [agent, watcher] = [await host.agent('agent-7'), await host.agentWith(tokens.watcher)]
  await watcher.call('events_subscribe')
  const { session_id } = await agent.call('debug_launch', {
    program: file,
    breakpoints: [{ file, text: 'BREAK: body' }],
  })
  await agent.call('wait_for_stop')
  await agent.call('debug_disconnect', { session_id, terminate })
  await untilEnd(watcher)
  const ended = eventsOf(watcher).find(({ type }) => type === 'ended')
  expect(ended).toMatchObject({ type: 'ended', session_id, why, by: { name: 'agent-7', kind: 'agent' } })
  for (const one of [agent, watcher]) await one.close()
})

/** Everything up to the session's end has come; nothing is taken away by looking. */
async function untilEnd(agent: RpcClient): Promise<void> {
  const end = (message: { params?: { type?: string } }) => message.params?.type === 'ended'
  const message: unknown = await agent.next(end)
  agent.received.push(message)
}
