import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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

test('a panic that ends a Go test stops once, where it began; one that the test recovers from does not', async (context) => {
  const lacks = missing('go', 'delve')
  if (lacks !== undefined) context.skip(lacks)
  const target = fixture('programs/tests/go-panic/stock_test.go')
  const line = markerLine(target, 'FAIL: panic')
  const stop = await agent.call('test_run', { target, name: 'TestPanic', timeout_ms: 100_000 })
  expect(stop).toMatchObject({ state: 'stopped', reason: 'exception', test: { name: 'TestPanic', file: target } })
  expect(stop.exception).toMatchObject({ type: 'panic' })
  expect(raisedAt(stop)).toMatchObject({ file: target, line })
  expect(stop.values).toContainEqual(expect.objectContaining({ name: 'at', value: '5' }))
  const end = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
  expect(end).toMatchObject({ state: 'exited', passed: 0, failed: 1, skipped: 0 })
  expect(end.failures).toEqual([
    { name: 'TestPanic', file: target, line, message: expect.stringContaining('index out of range [5]') },
  ])
}, 200_000)
