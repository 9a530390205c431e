import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markerLine, missing, openSession } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { corrupting, type Corrupting } from './corrupting.js'

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

/** A busy machine may be slow; the answer comes as soon as the program stops or ends. */
const PATIENT = { timeout_ms: 200_000, wait_ms: 100_000 }

/** An editor in the session of an agent, at the stop that the agent has. */
async function editorIn(session: string, { adapter }: Corrupting) {
  const editor = await host.dapOverSocket('code')
  const { started } = await openSession(editor, {
    request: 'attach',
    arguments: { type: adapter, request: 'attach', name: 'join', dapplexSession: session },
  })
  expect(await started).toMatchObject({ success: true })
  await editor.waitForEvent('stopped')
  return editor
}

describe.each(corrupting)('who changes a field: $name', (language) => {
  const lacks = missing(...language.needs)
  let program = language.source
  beforeAll(async () => {
    if (lacks === undefined && language.build !== undefined) program = await language.build()
  }, 240_000)
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })
  const launch = () =>
    agent.call('debug_launch', {
      program,
      adapter: language.adapter,
      breakpoints: [{ file: language.source, line: markerLine(language.source, 'READY') }],
      ...PATIENT,
    })

  test('change_find names the line that one of five methods corrupts it in, and nobody is told of the steps', async () => {
    const { session_id: session } = await launch()
    const editor = await editorIn(session, language)
    const found = await agent.call('change_find', { expression: language.balance, timeout_ms: 200_000 })
    console.log(JSON.stringify(found))
    expect(found).toMatchObject({
      success: true,
      found: true,
      ended: 'changed',
      by: language.by,
      old: '100',
      new: '82',
      written_at: {
        function: language.function,
        file: language.source,
        line: markerLine(language.source, 'CORRUPTS'),
        text: expect.stringContaining('CORRUPTS'),
      },
      state: 'stopped',
      stopped: true,
    })
    console.log(language.name, found.steps, found.also_possible)
    expect(found._meta.bytes).toBeLessThanOrEqual(3000)
    expect(editor.events('stopped')).toHaveLength(2)
    expect(editor.events('continued')).toHaveLength(1)
    expect(editor.violations).toEqual([])
    await editor.close()
  })
})
