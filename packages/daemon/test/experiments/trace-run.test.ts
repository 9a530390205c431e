import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markerLine, missing, openSession } from '@dapplex/testkit'
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

describe.each(passing)('trace_run: $name', ({ needs, source, build, adapter, above, function: name }) => {
  const lacks = missing(...needs)
  let program = source
  beforeAll(async () => {
    if (lacks === undefined && build !== undefined) program = await build()
  }, 240_000)
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })

  test(
    'arguments, the lines with what they change, the pass with the flag, and what it returned',
    { timeout: 120_000 },
    async () => {
      const began = performance.now()
      const traced = await agent.call('trace_run', {
        program,
        adapter,
        args: ['8'],
        functions: [name],
        max_calls: 1,
        flag: above(9),
        ...PATIENT,
      })
      console.log(
        adapter,
        Math.round(performance.now() - began),
        'ms',
        traced.steps,
        JSON.stringify(traced, undefined, 1),
      )
      const body = markerLine(source, 'body')
      expect(traced).toMatchObject({ ended: 'calls', calls: [{ call: 1, arguments: ['count = 8'] }] })
      expect(traced.flagged).toMatchObject({ line: body, pass: 5, changes: ['s 6 → 10'] })
      expect(traced.calls[0]?.steps).toEqual(expect.arrayContaining([`line ${body}: s 0 → 1`, `line ${body}: s 1 → 3`]))
      expect(openSession).toBeDefined()
    },
  )
})
