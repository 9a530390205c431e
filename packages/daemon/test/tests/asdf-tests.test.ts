import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture, markerLine, missing } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import { raisedAt } from '../support/raised-at.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon()
  agent = await host.agent()
})
afterEach(() => endSessions(host))
afterAll(async () => {
  await agent.close()
  await host.stop()
})

const PATIENT = { timeout_ms: 100_000 }
const target = fixture('programs/tests/asdf/cart.asd')
const file = fixture('programs/tests/asdf/tests.lisp')
const bad = { file, line: markerLine(file, 'FAIL: discount') }

describe('ASDF without a test framework: a system is a test', { timeout: 200_000 }, () => {
  const lacks = missing('sbcl')
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })

  test('the error that ends test-op stops at its line, with values; to continue ends the test as failed', async () => {
    const stop = await agent.call('test_run', { target, name: 'cart/bad', ...PATIENT })
    expect(stop).toMatchObject({ framework: 'asdf', state: 'stopped', reason: 'exception' })
    expect(stop.exception).toMatchObject({ type: 'simple-error' })
    expect(raisedAt(stop)).toMatchObject(bad)
    expect(stop.values).toContainEqual(expect.objectContaining({ name: 'shown', value: '4' }))
    const end = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(end).toMatchObject({ state: 'exited', passed: 0, failed: 1, skipped: 0 })
    expect(end.failures).toEqual([{ name: 'cart/bad', ...bad, message: expect.stringContaining('failed') }])
  })

  test('break_on none: each system that performs test-op is run', async () => {
    const result = await agent.call('test_run', { target, break_on: 'none', ...PATIENT })
    expect(result).toMatchObject({ state: 'exited', passed: 1, failed: 1, skipped: 0 })
    expect(result.failures).toEqual([expect.objectContaining({ name: 'cart/bad', ...bad })])
  })

  test('tests_list has the systems that perform test-op, and a mistyped name lists the nearest', async () => {
    const { tests } = await agent.call('tests_list', { target, ...PATIENT })
    expect(tests.map(({ name }) => name)).toEqual(['cart/good', 'cart/bad'])
    const { data } = await agent.failure('test_run', { target, name: 'cart/bat', ...PATIENT })
    expect(data).toMatchObject({ type: 'TEST_NOT_FOUND', nearest: expect.arrayContaining(['cart/bad']) })
  })

  test('a system whose test-op runs FiveAM stops at the check of each test that fails, and tells each test', async (context) => {
    const without = missing('fiveam')
    if (without !== undefined) context.skip(without)
    const project = { target: fixture('programs/tests/fiveam/cart.asd'), framework: 'asdf' }
    const stop = await agent.call('test_run', { ...project, name: 'cart/tests', ...PATIENT })
    expect(stop).toMatchObject({ state: 'stopped', reason: 'exception', test: { name: 'discount' } })
    const tests = fixture('programs/tests/fiveam/tests.lisp')
    const line = markerLine(tests, 'FAIL: discount')
    expect(stop.exception).toMatchObject({ type: 'failed-check' })
    expect(raisedAt(stop)).toMatchObject({ file: tests, line })
    const end = await agent.call('test_run', { ...project, break_on: 'none', ...PATIENT })
    expect(end).toMatchObject({ state: 'exited', passed: 1, failed: 3, skipped: 1 })
  })
})
