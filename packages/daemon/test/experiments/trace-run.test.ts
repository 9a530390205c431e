import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markerLine, missing } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { passing } from './passes.js'

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

/** A busy machine may be slow; the answer comes as soon as the call has returned. */
const PATIENT = { timeout_ms: 100_000 }

/** The rows of a call; calls that were followed are left out. */
const textOf = (steps: readonly unknown[] = []): string => steps.filter((one) => typeof one === 'string').join('\n')

describe.each(passing)('trace_run: $name', ({ needs, source, build, adapter, above, function: name }) => {
  const lacks = missing(...needs)
  let program = source
  beforeAll(async () => {
    if (lacks === undefined && build !== undefined) program = await build()
  }, 240_000)
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })

  const body = markerLine(source, 'body')

  test('arguments, the lines with what they change, and the pass with the flag', { timeout: 120_000 }, async () => {
    const traced = await agent.call('trace_run', {
      ...{ program, adapter, args: ['8'], functions: [name], max_calls: 1, flag: above(9) },
      ...PATIENT,
    })
    expect(traced).toMatchObject({ calls: [{ call: 1, arguments: ['count = 8'] }] })
    expect(traced.flagged).toMatchObject({ line: body, pass: 5 })
    expect(traced.flagged?.changes).toContain('s 6 → 10')
    expect(textOf(traced.calls[0]?.steps)).toMatch(/s 0 → 1[^]*s 1 → 3/)
  })

  test(
    'a loop of 60 passes: below 1,500 bytes, and the pass is named in which the sum is first too large',
    { timeout: 110_000 },
    async () => {
      const traced = await agent.call('trace_run', {
        ...{ program, adapter, args: ['60'], functions: [name], max_calls: 1, max_steps: 10_000, flag: above(1000) },
        timeout_ms: 90_000,
      })
      expect(traced._meta.bytes).toBeLessThan(1500)
      expect(traced.flagged).toMatchObject({ pass: 46, line: body })
      expect(textOf(traced.calls[0]?.steps)).toMatch(/ × \d+ \(passes 47-\d+\)/)
    },
  )
})
