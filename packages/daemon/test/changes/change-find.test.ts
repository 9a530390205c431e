import { afterEach, describe, expect, test } from 'vitest'
import { markerLine, openSession } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT, preparedProgram } from '../support/prepared-program.js'
import { corrupting, type Corrupting } from './corrupting.js'

const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

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
  const prepared = preparedProgram(language)
  const launch = () =>
    agent.call('debug_launch', {
      program: prepared(),
      adapter: language.adapter,
      breakpoints: [{ file: language.source, line: markerLine(language.source, 'READY') }],
      ...PATIENT,
    })

  test('change_find names the line that one of five methods corrupts it in, and nobody is told of the steps', async () => {
    const { session_id: session } = await launch()
    const editor = await editorIn(session, language)
    const found = await agent.call('change_find', { expression: language.balance, timeout_ms: 200_000 })
    expect(found).toMatchObject({
      success: true,
      found: true,
      ended: 'changed',
      by: 'steps',
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
    expect(found._meta.bytes).toBeLessThanOrEqual(3000)
    expect(editor.events('stopped')).toHaveLength(2)
    expect(editor.events('continued')).toHaveLength(1)
    expect(editor.violations).toEqual([])
    await editor.close()
  })

  test('the rest of the program changes nothing: that is told with the end', async () => {
    await launch()
    await agent.call('change_find', { expression: language.balance, timeout_ms: 200_000 })
    const rest = await agent.call('change_find', { expression: language.balance, timeout_ms: 200_000 })
    expect(rest).toMatchObject({ found: false, old: '82' })
    expect(['exited', 'out_of_scope']).toContain(rest.ended)
    expect(rest.message).toMatch(/did not change/)
  })

  test('watching begins where from says, and its breakpoint is gone afterwards', async () => {
    await launch()
    const from = { file: language.source, text: 'AGAIN' }
    const found = await agent.call('change_find', { expression: language.balance, from, timeout_ms: 200_000 })
    expect(found).toMatchObject({ found: true, written_at: { line: markerLine(language.source, 'CORRUPTS') } })
    const { breakpoints } = await agent.call('breakpoint_list')
    expect(breakpoints.map(({ line }) => line)).toEqual([markerLine(language.source, 'READY')])
  })

  test('a field stays in sight when the method that names its object has returned', async () => {
    await agent.call('debug_launch', {
      program: prepared(),
      adapter: language.adapter,
      breakpoints: [{ file: language.source, line: markerLine(language.source, 'INSIDE') }],
      ...PATIENT,
    })
    const found = await agent.call('change_find', { expression: language.own, timeout_ms: 200_000 })
    expect(found).toMatchObject({
      found: true,
      old: '100',
      new: '82',
      written_at: { line: markerLine(language.source, 'CORRUPTS') },
    })
    if (language.left === undefined) return
    const { expression, result } = language.left
    expect(await agent.call('evaluate', { expression })).toMatchObject({ result })
  })

  test('max_steps ends the search where it stands, and change_find goes on from there', async () => {
    await launch()
    const some = await agent.call('change_find', { expression: language.balance, max_steps: 3, timeout_ms: 200_000 })
    expect(some).toMatchObject({ found: false, ended: 'max_steps', steps: 3, old: '100', state: 'stopped', stop_id: 2 })
    const rest = await agent.call('change_find', { expression: language.balance, timeout_ms: 200_000 })
    expect(rest).toMatchObject({ found: true })
  })

  test.each(['is killed', 'cancels', 'is overtaken by a pause'])(
    'a client that %s half way leaves one stop and nothing else',
    async (how) => {
      const { session_id: session } = await launch()
      const editor = await editorIn(session, language)
      const searcher = await host.agent('searcher')
      const from = { file: language.source, line: markerLine(language.source, 'AGAIN') }
      const search = { session_id: session, expression: language.balance, from, timeout_ms: 200_000 }
      const begun = editor.mark()
      searcher.send({ jsonrpc: '2.0', id: 7, method: 'change_find', params: search })
      await editor.waitForEvent('continued', undefined, { after: begun })
      if (how === 'is killed') await searcher.close()
      else if (how === 'cancels') searcher.send({ jsonrpc: '2.0', method: '$/cancel', params: { id: 7 } })
      else await agent.call('debug_pause', { session_id: session, timeout_ms: 100_000 })
      const { body } = await editor.waitForEvent('stopped', undefined, { after: begun })
      expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'stopped' })
      expect(await agent.call('debug_state', { session_id: session })).not.toHaveProperty('job')
      const { breakpoints } = await agent.call('breakpoint_list', { session_id: session })
      expect(breakpoints.map(({ line }) => line)).toEqual([markerLine(language.source, 'READY')])
      // No breakpoint is left at the place where watching was to begin: nothing stops the program any more.
      const { clients } = await agent.call('clients_list', { session_id: session })
      expect(clients.some(({ name }) => name === 'searcher')).toBe(how !== 'is killed')
      await editor.expectSuccess('stackTrace', { threadId: body.threadId ?? 0 })
      await editor.expectSuccess('continue', { threadId: body.threadId ?? 0 })
      await editor.waitForEvent('terminated')
      expect(editor.events('stopped', begun)).toHaveLength(1)
      expect(editor.violations).toEqual([])
      await editor.close()
      if (how !== 'is killed') await searcher.close()
    },
  )
})
