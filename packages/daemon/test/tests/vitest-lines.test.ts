import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fixture, markerLine } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import { raisedAt } from '../support/raised-at.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const file = fixture('programs/tests/vitest-typescript/order.test.ts')
const bank = fixture('programs/tests/vitest-typescript/bank.ts')

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

describe('tests in TypeScript', () => {
  test.each([
    { name: 'a letter is as it was written', marker: 'FAIL: letter', shown: /Dear ada,\\n\\n {4}yours\\n/ },
    { name: 'a total', marker: 'FAIL: total', shown: /^6$/ },
  ])('$name: a stop is at the line of the source, and a template keeps its text', async ({ name, marker, shown }) => {
    const stop = await agent.call('test_run', { target: file, name, timeout_ms: 100_000 })
    expect(raisedAt(stop)).toMatchObject({ file, line: markerLine(file, marker) })
    expect(stop.values?.find((one) => one.name === 'shown')?.value).toMatch(shown)
    expect(stop.values?.filter((one) => one.name.startsWith('__'))).toEqual([])
  })

  test('code that is longer than its source, and lines that were joined, are at their lines', async () => {
    const line = markerLine(bank, 'FAIL: limit')
    const stop = await agent.call('test_run', { target: file, name: 'an account', timeout_ms: 100_000 })
    expect(stop).toMatchObject({ location: { file: bank, function: 'withdraw', line } })
    expect(stop.stack?.[1]).toMatch(/order\.test\.ts:47$/)
    // What tools write is no value of the program, and no colour of a terminal.
    expect(stop.values?.map(({ name }) => name)).toEqual(['account', 'amount', 'Kind', 'Bank', 'this'])
    expect(stop.output?.text).toMatch(/^\s*RUN /)
  })

  test('a breakpoint stops at its line', async () => {
    const line = markerLine(file, 'FAIL: total')
    const breakpoints = [
      { file, text: 'sum += price' },
      { file, line },
    ]
    const stop = await agent.call('test_run', { target: file, name: 'a total', breakpoints, timeout_ms: 100_000 })
    expect(stop).toMatchObject({ reason: 'breakpoint', location: { file, function: 'total', line: 15 } })
    const next = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
    expect(next).toMatchObject({ reason: 'breakpoint', location: { file, line } })
  })
})
