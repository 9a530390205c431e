import { fixture, markerLine, missing, must } from '@dapplex/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RpcClient } from './support/rpc-client.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const python = fixture('programs/python/tour.py')
const text = expect.any(String)
const number = expect.any(Number)
const notLive = missing('debugpy')

let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon({ modules: [genericAdapter('debugpy')] })
  agent = await host.agent()
})
afterAll(async () => {
  await agent.close()
  await host.stop()
})

/** The documented type of the failure, and what else it tells. */
const failure = async (method: string, params: Record<string, unknown>) => (await agent.failure(method, params)).data

describe('Python: definitions are read, nothing of the program runs', () => {
  beforeEach((context) => {
    if (notLive !== undefined) context.skip(notLive)
  })
  beforeAll(async () => {
    if (notLive !== undefined) return
    const breakpoints = [{ file: python, line: markerLine(python, 'break: inside') }]
    await agent.call('debug_launch', { program: python, breakpoints })
    await agent.call('wait_for_stop')
  })

  test('a class: slots from its initializer, methods, relatives', async () => {
    const described = await agent.call('inspect_class', { class_name: 'Account' })
    expect(described).toMatchObject({
      class_name: 'Account',
      kind: 'class',
      superclasses: ['object'],
      subclasses: [],
      methods: [{ name: '__init__', lambda_list: '(self, name, balance)' }],
      location: { file: python, line: number },
    })
    const names = described.slots.map(({ name }) => name)
    expect(names).toEqual(['name', 'balance', 'history', 'self_reference'])
    const ordered = await agent.call('inspect_class', { class_name: 'threading.Thread' })
    expect(ordered).toMatchObject({ class_name: 'threading.Thread', documentation: text })
    expect(await failure('inspect_class', { class_name: 'account' })).toMatchObject({
      type: 'CLASS_NOT_FOUND',
      class_name: 'account',
      nearest: 'Account',
    })
    expect(await failure('inspect_class', { class_name: "x'); exit(" })).toMatchObject({ type: 'CLASS_NOT_FOUND' })
  })

  test('a function', async () => {
    expect(await agent.call('inspect_function', { symbol: 'transfer' })).toMatchObject({
      symbol: 'transfer',
      kind: 'function',
      lambda_list: '(source, target, amount)',
      location: { file: python, line: 19 },
    })
    expect(await agent.call('inspect_function', { symbol: 'Account.__init__' })).toMatchObject({ kind: 'method' })
    expect(await failure('inspect_function', { symbol: 'Account' })).toMatchObject({
      type: 'NOT_A_FUNCTION',
      is: 'class',
    })
    expect(await failure('inspect_function', { symbol: 'nothing' })).toMatchObject({ type: 'FUNCTION_NOT_FOUND' })
  })

  test('a module, in pages', async () => {
    const page = await agent.call('inspect_package', { package_name: 'threading', start: 2, count: 3 })
    expect(page).toMatchObject({ package_name: 'threading', truncated: true, symbols: { length: 3 } })
    expect(page.used_by).toContain('__main__')
    expect(await failure('inspect_package', { package_name: 'nowhere' })).toMatchObject({ type: 'PACKAGE_NOT_FOUND' })
  })

  test('objects and slots', async () => {
    const { object_id: id } = await agent.call('evaluate', { expression: 'target' })
    expect(await agent.call('inspect_object', { id, max_depth: 1 })).toMatchObject({ type: 'OBJECT', type_name: text })
    const set = async (slot_name: string, value: unknown) =>
      (await agent.call('inspect_slot', { object_id: id, slot_name, value })).value
    expect(await set('balance', '1 + 2')).toBe('3')
    expect(await set('balance', 7.5)).toBe('7.5')
    expect(await set('balance', true)).toBe('True')
    expect(await set('balance', null)).toBe('None')
    const source = await agent.call('evaluate', { expression: 'source' })
    await set('balance', { object_id: source.object_id })
    expect(await agent.call('evaluate', { expression: 'target.balance is source' })).toMatchObject({ result: 'True' })
    expect(await failure('inspect_slot', { object_id: id, slot_name: 'nonexistent' })).toMatchObject({
      type: 'SLOT_NOT_FOUND',
      slots: expect.arrayContaining(['name', 'history']),
    })
    const unreadable = { object_id: id, slot_name: 'name', value: '#<HASH-TABLE ...>' }
    expect(await failure('inspect_slot', unreadable)).toMatchObject({ type: 'EVAL_FAILED', kind: 'unreadable' })
    await set('balance', null)
    expect(await failure('variables_get', { expand: 'target.balance.x' })).toMatchObject({ type: 'NULL_REFERENCE' })
  })

  test('what it has no notion of is UNSUPPORTED, with the reason', async () => {
    for (const [method, params] of [
      ['restarts_list', {}],
      ['restart_invoke', { index: 0 }],
      ['frame_restart', {}],
      ['frame_return', { value: '1' }],
      ['lisp_eval', { code: '1' }],
      ['lisp_compile', { code: '1' }],
      ['lisp_completions', { prefix: 'a' }],
      ['lisp_describe', { symbol: 'a' }],
      ['lisp_apropos', { pattern: 'a' }],
      ['trace_set', { function: 'a' }],
      ['trace_list', {}],
      ['modules_search', { pattern: 'a' }],
      ['types_get', {}],
      ['members_get', { type: 'a' }],
      ['layout_get', { type: 'a' }],
      ['instances_get', { type: 'a' }],
    ] as const)
      expect([method, await failure(method, params)]).toMatchObject([
        method,
        { type: 'UNSUPPORTED', capability: text, adapter: 'debugpy (Python)', reason: text },
      ])
  })

  test('an object id tells why it is gone: never issued, released, stale, session ended', async () => {
    const gone = (id: number) => failure('inspect_object', { id })
    expect(await gone(999_999)).toMatchObject({ type: 'OBJECT_NOT_FOUND', reason: 'never_issued', object_id: 999_999 })
    const { object_id: released } = await agent.call('evaluate', { expression: 'source' })
    expect(await agent.call('objects_release', { ids: [released] })).toMatchObject({ released: [released] })
    expect(await gone(must(released))).toMatchObject({ reason: 'released' })
    const { object_id: stale } = await agent.call('evaluate', { expression: 'target' })
    const { stop_id: before } = await agent.call('debug_state')
    const { stop_id: now } = await agent.call('debug_step', { action: 'over' })
    expect(await gone(must(stale))).toMatchObject({ reason: 'stale', issued_at_stop_id: before, stop_id: now })
    const { variables } = await agent.call('variables_get')
    const { object_id: ended } = variables.find(({ object_id }) => object_id) ?? {}
    await agent.call('debug_disconnect', { terminate: true })
    expect(await gone(ended ?? 0)).toMatchObject({ reason: 'session_ended' })
  })
})
