import { swankAdapter } from '@dapplex/adapter-swank'
import { fixture, markerLine, missing } from '@dapplex/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RpcClient } from './support/rpc-client.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const notLive = missing('sbcl')
const source = fixture('programs/lisp/tour.lisp')
const text = expect.any(String)
const number = expect.any(Number)

/** A Lisp program that is stopped in `total`, for all tests in their order. */
describe('the Lisp debugger over the surface', () => {
  let host: TestDaemon
  let agent: RpcClient
  const type = async (method: string, params: Record<string, unknown>) =>
    (await agent.failure(method, params)).data?.['type']

  beforeAll(async () => {
    if (notLive !== undefined) return
    host = await testDaemon({ modules: [swankAdapter] })
    agent = await host.agent()
    const line = markerLine(source, 'BREAK: body')
    await agent.call('debug_launch', { program: source, breakpoints: [{ file: source, line }], timeout_ms: 120_000 })
    await agent.call('wait_for_stop')
  })
  beforeEach((context) => {
    if (notLive !== undefined) context.skip(notLive)
  })
  afterAll(async () => {
    if (notLive !== undefined) return
    await agent.call('debug_disconnect', { terminate: true })
    await agent.close()
    await host.stop()
  })

  test('lisp_eval: values, output, objects', async () => {
    const code = '(princ "hi") (values 1 (list 2 3))'
    const { values, ...others } = await agent.call('lisp_eval', { code, package: 'tour' })
    expect(others).toMatchObject({ debug: false, output: 'hi', package: 'TOUR' })
    expect(values).toEqual([
      { value: '1', type: text },
      { value: '(2 3)', type: 'cons', object_id: number },
    ])
    const list = await agent.call('inspect_object', { id: values?.[1]?.object_id })
    expect(list).toMatchObject({ kind: 'cons', total_elements: 2 })
    expect(await agent.call('lisp_eval', { code: 'label', frame_index: 0 })).toMatchObject({
      values: [{ value: '"order 0"' }],
    })
    const failure = await agent.failure('lisp_eval', { code: '(car' })
    expect(failure.data).toMatchObject({ type: 'EVAL_FAILED', kind: 'syntax', expression: '(car', reason: text })
    expect(await type('lisp_eval', { code: '1', package: 'nowhere' })).toBe('PACKAGE_NOT_FOUND')
  })

  test('an evaluation that enters the debugger is answered with its restarts; a restart ends it', async () => {
    const entered = await agent.call('lisp_eval', { code: '(tour::total 5 10)', timeout_ms: 20_000 })
    expect(entered).toMatchObject({
      debug: true,
      thread: number,
      level: 1,
      condition: { type: 'type-error', message: text },
      restarts: expect.arrayContaining([expect.objectContaining({ name: 'abort' })]),
    })
    expect(entered.frames?.[0]).toMatchObject({ index: 0, function: text })
    const { thread } = entered
    const listed = await agent.call('restarts_list', { thread_id: thread })
    expect(listed).toMatchObject({ thread_id: thread, level: 1, condition: { type: 'type-error' } })
    expect(listed.restarts).toEqual(entered.restarts)
    const unknown = await agent.failure('restart_invoke', { thread_id: thread, name: 'abot' })
    expect(unknown).toMatchObject({ code: -32602, data: { field: 'name', nearest: 'abort' } })
    expect(await agent.failure('restart_invoke', { thread_id: thread, index: 99 })).toMatchObject({
      data: { type: 'INVALID_PARAMETER', field: 'index', allowed: expect.arrayContaining([0]) },
    })
    const aborted = await agent.call('restart_invoke', { thread_id: thread, name: 'abort' })
    expect(aborted).toMatchObject({ success: true, restart: { name: 'abort' }, waits_for_input: false })
  })

  test('a restart takes a value; without one, or with an argument that signals, it says so', async () => {
    const code = '(restart-case (error "no") (use-value (v) (* 2 v)))'
    const { thread } = await agent.call('lisp_eval', { code })
    const none = await agent.failure('restart_invoke', { thread_id: thread, name: 'use-value' })
    expect(none.message).toMatch(/^restart_invoke could not take the restart 'use-value': The restart .* takes 1 value/)
    expect(none.data).toMatchObject({ type: 'RESTART_FAILED', restart: 'use-value' })
    const bad = { thread_id: thread, name: 'use-value', args: ['(car 1)'] }
    expect((await agent.failure('restart_invoke', bad)).data).toMatchObject({ type: 'EVAL_FAILED', kind: 'exception' })
    expect(await agent.call('restart_invoke', { thread_id: thread, name: 'use-value', args: ['21'] })).toMatchObject({
      success: true,
      restart: { name: 'use-value', index: 0 },
    })
    expect(await type('restarts_list', { thread_id: 99_999 })).toBe('INVALID_THREAD')
  })

  test('lisp_compile: notes with their places', async () => {
    const code = '(defun tour::odd (a)\n  (undefined-thing))'
    const compiled = await agent.call('lisp_compile', { code })
    expect(compiled).toMatchObject({ success: true, loaded: true })
    expect(compiled.notes).toContainEqual({ severity: 'style-warning', message: text, line: 1, column: number })
    expect(await agent.call('lisp_compile', { code: '(defun tour::bad (' })).toMatchObject({ success: false })
    expect(await type('lisp_compile', { file: '/nowhere/x.lisp' })).toBe('INVALID_FILE')
    expect(await agent.failure('lisp_compile', {})).toMatchObject({ code: -32602 })
  })

  test('completions, describe, apropos, trace', async () => {
    const { completions } = await agent.call('lisp_completions', { prefix: 'multiple-value-b' })
    expect(completions).toContainEqual({ label: 'multiple-value-bind', type: 'keyword' })
    expect(await agent.call('lisp_describe', { symbol: 'cl:car' })).toMatchObject({ description: text })
    expect(await type('lisp_describe', { symbol: 'tour::no-such' })).toBe('INVALID_REFERENCE')
    expect(await agent.call('lisp_apropos', { pattern: 'customer-na', package: 'tour' })).toMatchObject({
      symbols: [{ name: 'tour::customer-name', kinds: ['generic-function'] }],
      total: 1,
    })
    const one = await agent.call('lisp_apropos', { pattern: 'hash', package: 'cl', count: 1 })
    expect(one).toMatchObject({ truncated: true, symbols: [{ name: text }] })
    const traced = { success: true, traced: ['tour::total'] }
    expect(await agent.call('trace_set', { function: 'tour::total' })).toMatchObject(traced)
    expect(await agent.call('trace_list')).toMatchObject({ traced: ['tour::total'] })
    expect(await agent.call('trace_set', { function: 'tour::total', enabled: false })).toMatchObject({ traced: [] })
    expect(await type('trace_set', { function: 'tour::none' })).toBe('FUNCTION_NOT_FOUND')
  })

  test('inspect_class, inspect_function, inspect_package; a bare name is read in the package of the frame', async () => {
    expect(await agent.call('inspect_class', { class_name: 'customer' })).toMatchObject({
      class_name: 'tour::customer',
      kind: 'standard-class',
      superclasses: ['standard-object', expect.anything(), 't'],
      slots: [
        { name: 'name', initargs: [':name'], direct: true, allocation: 'instance' },
        { name: 'visits', initform: '0' },
      ],
      location: { file: source, line: 10 },
      object_id: number,
    })
    expect(await agent.call('inspect_function', { symbol: 'customer-name' })).toMatchObject({
      symbol: 'tour::customer-name',
      kind: 'generic-function',
      methods: [{ name: 'tour::customer-name', specializers: ['tour::customer'] }],
    })
    expect(await agent.call('inspect_function', { symbol: 'cl:when' })).toMatchObject({ kind: 'macro' })
    const tour = { package_name: 'TOUR', symbols: [{ name: 'order' }, { name: 'run' }], total_symbols: 2 }
    expect(await agent.call('inspect_package', { package_name: 'tour' })).toMatchObject(tour)
    const page = await agent.call('inspect_package', { package_name: 'cl', start: 10, count: 5 })
    expect(page).toMatchObject({ truncated: true, symbols: { length: 5 } })
    expect(await type('inspect_class', { class_name: 'tour::none' })).toBe('CLASS_NOT_FOUND')
    expect(await type('inspect_function', { symbol: 'tour::none' })).toBe('FUNCTION_NOT_FOUND')
    expect(await type('inspect_function', { symbol: 'tour::customer' })).toBe('NOT_A_FUNCTION')
    expect(await type('inspect_package', { package_name: 'none' })).toBe('PACKAGE_NOT_FOUND')
  })

  test('slots: every kind of value, and what each refusal says', async () => {
    const { object_id: buyer } = await agent.call('evaluate', { expression: 'buyer' })
    const { object_id: order } = await agent.call('evaluate', { expression: '(tour::make-order)' })
    const set = async (slot_name: string, value: unknown) =>
      (await agent.call('inspect_slot', { object_id: buyer, slot_name, value })).value
    expect(await set('visits', '(+ 40 2)')).toBe('42')
    expect(await set('visits', 7)).toBe('7')
    expect(await set('visits', true)).toMatch(/^t$/i)
    expect(await set('visits', null)).toMatch(/^nil$/i)
    const toOrder = { object_id: buyer, slot_name: 'visits', value: { object_id: order } }
    expect(await agent.call('inspect_slot', toOrder)).toMatchObject({ value_object_id: order })
    const never = { object_id: buyer, slot_name: 'visits', value: { object_id: 9999 } }
    expect(await type('inspect_slot', never)).toBe('OBJECT_NOT_FOUND')
    const missing = await agent.failure('inspect_slot', { object_id: buyer, slot_name: 'nonexistent' })
    expect(missing).toMatchObject({
      code: -32000,
      message: "Slot 'nonexistent' not found",
      data: { type: 'SLOT_NOT_FOUND', slots: ['name', 'visits'] },
    })
    const refused = await agent.failure('inspect_slot', { object_id: order, slot_name: 'prices', value: 5 })
    expect(refused.data).toMatchObject({ type: 'SLOT_TYPE_ERROR', slot_name: 'prices', reason: text })
    const unreadable = { object_id: buyer, slot_name: 'visits', value: '#<HASH-TABLE ...>' }
    expect((await agent.failure('inspect_slot', unreadable)).data).toMatchObject({
      type: 'EVAL_FAILED',
      kind: 'unreadable',
      expression: '#<HASH-TABLE ...>',
    })
    await agent.call('lisp_eval', { code: "(slot-makunbound buyer 'visits)", frame_index: 0 })
    expect(await agent.call('inspect_slot', { object_id: buyer, slot_name: 'visits' })).toMatchObject({ bound: false })
    const beyond = await agent.failure('variables_get', { expand: 'buyer.visits.x' })
    expect(beyond.data).toMatchObject({ type: 'SLOT_UNBOUND', slot_name: 'visits' })
    await set('visits', 0)
  })

  test('types and memory are no notions of a Lisp image', async () => {
    expect((await agent.failure('types_get', {})).data).toMatchObject({ type: 'UNSUPPORTED', capability: 'types' })
    expect(await type('threads_waiting', {})).toBe('UNSUPPORTED')
  })

  test('frame_restart runs the function again, frame_return leaves it; another stop is STOP_CHANGED', async () => {
    const { stop_id: before } = await agent.call('debug_state')
    const again = await agent.call('frame_restart', { frame_index: 0, wait: true })
    expect(again).toMatchObject({ success: true, state: 'stopped', stopped: true, location: { function: text } })
    expect(again.stop_id).toBeGreaterThan(before)
    const returned = await agent.call('frame_return', { value: '1000', frame_index: 0, wait: true })
    expect(returned).toMatchObject({ stopped: true, reason: 'breakpoint' })
    expect(await agent.call('evaluate', { expression: 'grand', frame_index: 1 })).toMatchObject({ result: '1000' })
    const late = await agent.failure('frame_return', { value: '1', expected_stop_id: before })
    expect(late.data).toMatchObject({ type: 'STOP_CHANGED', expected: before })
    const bad = await agent.failure('frame_return', { value: '(car 1)' })
    expect(bad.data).toMatchObject({ type: 'EVAL_FAILED' })
  })
})
