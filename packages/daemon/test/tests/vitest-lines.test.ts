import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fixture, markerLine } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import { raisedAt } from '../support/raised-at.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const file = fixture('programs/tests/vitest-typescript/order.test.ts')

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

describe('tests in TypeScript', { timeout: 200_000 }, () => {
  test.each([
    { name: 'a letter is as it was written', marker: 'FAIL: letter', shown: /Dear ada,\\n\\n {4}yours\\n/ },
    { name: 'a total', marker: 'FAIL: total', shown: /^6$/ },
  ])('$name: a stop is at the line of the source, and a template keeps its text', async ({ name, marker, shown }) => {
    const stop = await agent.call('test_run', { target: file, name, timeout_ms: 100_000 })
    expect(raisedAt(stop)).toMatchObject({ file, line: markerLine(file, marker) })
    expect(stop.values?.find((one) => one.name === 'shown')?.value).toMatch(shown)
  })

  test('a breakpoint stops at its line', async () => {
    const line = markerLine(file, 'FAIL: total')
    const breakpoints = [
      { file, text: 'sum += price' },
      { file, line },
    ]
    const stop = await agent.call('test_run', { target: file, name: 'a total', breakpoints, timeout_ms: 100_000 })
    expect(stop).toMatchObject({ reason: 'breakpoint', location: { file, function: 'total', line: 14 } })
    const next = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(next).toMatchObject({ reason: 'breakpoint', location: { file, line } })
  })
})
