import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildDotnet, fixture, markerLine, missing, openSession } from '@dapplex/testkit'
import { daemonWithAgent } from '../support/daemon-with-agent.js'
import { endSessions } from '../support/end-sessions.js'
import { PATIENT, preparedProgram } from '../support/prepared-program.js'
import { corrupting, type Corrupting } from './corrupting.js'

const { host, agent } = await daemonWithAgent()
afterEach(() => endSessions(host))

/** An editor in the session of an agent, at the stop that the agent has; and how a change is found there. */
async function editorIn(session: string, { adapter, by }: Corrupting) {
  const editor = await host.dapOverSocket('code')
  const { started } = await openSession(editor, {
    request: 'attach',
    arguments: { type: adapter, request: 'attach', name: 'join', dapplexSession: session },
  })
  expect(await started).toMatchObject({ success: true })
  await editor.waitForEvent('stopped')
  const canWatch = editor.events('capabilities').some(({ body }) => body.capabilities.supportsDataBreakpoints === true)
  const here = canWatch ? 'data_breakpoint' : 'steps'
  return { editor, by: by === 'version' ? here : (by ?? 'steps') }
}

describe.each(corrupting)('who changes a field: $name', (language) => {
  const prepared = preparedProgram(language)
  const launch = (...args: string[]) =>
    agent.call('debug_launch', {
      program: prepared(),
      args,
      adapter: language.adapter,
      breakpoints: [{ file: language.source, line: markerLine(language.source, 'READY') }],
      ...PATIENT,
    })

  test('change_find names the line that one of five methods corrupts it in, and nobody is told of the steps', async () => {
    const { session_id: session } = await launch()
    const { editor, by } = await editorIn(session, language)
    const found = await agent.call('change_find', { expression: language.balance, timeout_ms: 200_000 })
    expect(found).toMatchObject({
      success: true,
      found: true,
      ended: 'changed',
      by,
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
    // What the adapter or a helper watches itself is found at the first stop.
    if (language.by !== undefined && some.found) return
    expect(some).toMatchObject({ found: false, ended: 'max_steps', steps: 3, old: '100', state: 'stopped', stop_id: 2 })
    const rest = await agent.call('change_find', { expression: language.balance, timeout_ms: 200_000 })
    expect(rest).toMatchObject({ found: true })
  })

  test.each(['is killed', 'cancels', 'is overtaken by a pause'])(
    'a client that %s half way leaves one stop and nothing else',
    async (how) => {
      const { waits = false, balance: expression } = language
      const { session_id: session } = await launch(...(waits ? ['wait'] : []))
      const { editor } = await editorIn(session, language)
      const searcher = await host.agent('searcher')
      const from = { file: language.source, line: markerLine(language.source, 'AGAIN') }
      const search = { session_id: session, expression, timeout_ms: 200_000, ...(waits ? {} : { from }) }
      const begun = editor.mark()
      searcher.send({ jsonrpc: '2.0', id: 7, method: 'change_find', params: search })
      await editor.waitForEvent('continued', undefined, { after: begun })
      // The value is watched then, and the program waits.
      if (waits) await editor.waitForEvent('output', ({ body }) => body.output.includes('size '), { after: begun })
      if (how === 'is killed') await searcher.close()
      else if (how === 'cancels') searcher.send({ jsonrpc: '2.0', method: '$/cancel', params: { id: 7 } })
      else await agent.call('debug_pause', { session_id: session, timeout_ms: 100_000 })
      const { body } = await editor.waitForEvent('stopped', undefined, { after: begun })
      expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'stopped' })
      expect(await agent.call('debug_state', { session_id: session })).not.toHaveProperty('job')
      const { breakpoints } = await agent.call('breakpoint_list', { session_id: session })
      // The editor may hold filters of exceptions, which were offered to it.
      const inFiles = breakpoints.filter(({ what }) => what === 'source')
      expect(inFiles.map(({ line }) => line)).toEqual([markerLine(language.source, 'READY')])
      // No breakpoint is left at the place where watching was to begin: nothing stops the program any more.
      const { clients } = await agent.call('clients_list', { session_id: session })
      expect(clients.some(({ name }) => name === 'searcher')).toBe(how !== 'is killed')
      if (waits) await agent.call('input_send', { session_id: session, text: 'go on\n' })
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

describe('change_find by the helper of Python', () => {
  const program = fixture('programs/python/far_change.py')
  const line = (marker: string) => markerLine(program, marker)
  /** What the helper leaves in the debugger, in the names of the program, and what it has run there. */
  const LEFT =
    "[one for one in ('set_suspend', 'do_wait_suspend', 'dapplex_watch') if one in vars(__import__('pydevd').get_global_debugger())], '__dapplex_held__' in dir(__import__('builtins')), Money.ran"
  beforeEach((context) => {
    const lacks = missing('debugpy')
    if (lacks !== undefined) context.skip(lacks)
  })
  const launch = (...args: string[]) =>
    agent.call('debug_launch', { program, args, breakpoints: [{ line: line('READY') }], ...PATIENT })
  const find = (expression: string, more: object = {}) =>
    agent.call('change_find', { expression, max_steps: 100_000, timeout_ms: 200_000, ...more })

  test('a field that another function writes after 12,000 lines: other threads go on, no code of the program runs, nothing is left', async () => {
    await launch()
    const some = await find('account.balance.amount', { max_steps: 1000 })
    expect(some).toMatchObject({ found: false, ended: 'max_steps', steps: 1000, stop_id: 2 })
    const found = await find('account.balance')
    expect(found).toMatchObject({
      found: true,
      by: 'helper',
      written_at: { function: 'pay', line: line('WRITES'), text: expect.stringContaining('WRITES') },
      location: { function: 'pay' },
    })
    expect(found).not.toHaveProperty('also_possible')
    expect(found.steps).toBeGreaterThan(11_000)
    expect(await agent.call('evaluate', { expression: LEFT })).toMatchObject({ result: '([], False, 0)' })
    expect(await agent.call('evaluate', { expression: 'heard', frame_index: 1 })).toMatchObject({ result: 'True' })
    // The steps of others are their own again.
    expect(await agent.call('debug_step', { action: 'over' })).toMatchObject({ reason: 'step' })
  })

  test('a breakpoint on the way stops it for all, and an exception that nothing catches does', async () => {
    await launch('crash')
    const { id } = await agent.call('breakpoint_set', { file: program, line: line('HUNDREDTH') })
    const broken = await find('account.balance')
    expect(broken).toMatchObject({ found: false, ended: 'stopped', reason: 'breakpoint', breakpoint_ids: [id] })
    expect(broken.steps).toBeGreaterThan(400)
    expect(await agent.call('evaluate', { expression: LEFT })).toMatchObject({ result: '([], False, 0)' })
    const thrown = await find('account.balance')
    expect(thrown).toMatchObject({ found: false, ended: 'stopped', reason: 'exception' })
    expect(await agent.call('evaluate', { expression: LEFT })).toMatchObject({ result: '([], False, 0)' })
  })

  test.each(['is killed', 'cancels', 'is overtaken by a pause'])(
    'a client that %s among the steps leaves one stop and no helper',
    async (how) => {
      const { session_id: session } = await launch('endless')
      const { editor } = await editorIn(session, corrupting[0]!)
      const searcher = await host.agent('searcher')
      const begun = editor.mark()
      const params = { session_id: session, expression: 'account.balance', max_steps: 1_000_000, timeout_ms: 200_000 }
      searcher.send({ jsonrpc: '2.0', id: 7, method: 'change_find', params })
      await editor.waitForEvent('output', ({ body }) => body.output.includes('pass 200'), { after: begun })
      if (how === 'is killed') await searcher.close()
      else if (how === 'cancels') searcher.send({ jsonrpc: '2.0', method: '$/cancel', params: { id: 7 } })
      else await agent.call('debug_pause', { session_id: session, timeout_ms: 100_000 })
      const { body } = await editor.waitForEvent('stopped', undefined, { after: begun })
      const { result } = await agent.call('evaluate', { session_id: session, expression: LEFT })
      expect(result).toMatch(/^\(\[('dapplex_watch')?\], (True|False), 0\)$/)
      const { output } = await agent.call('output_get', { session_id: session })
      expect(output.map(({ text }) => text).join('')).not.toContain('pass 200000')
      expect(editor.events('stopped', begun)).toHaveLength(1)
      // A step of somebody else is one step.
      const from = await agent.call('debug_state', { session_id: session })
      await editor.expectSuccess('stackTrace', { threadId: body.threadId ?? 0 })
      await editor.expectSuccess('next', { threadId: body.threadId ?? 0 })
      await editor.waitForEvent('stopped', ({ body: { reason } }) => reason === 'step', { after: begun })
      expect((await agent.call('debug_state', { session_id: session })).stop_id).toBe(from.stop_id + 1)
      expect(editor.violations).toEqual([])
      await editor.close()
      if (how !== 'is killed') await searcher.close()
    },
  )
})

describe('breakpoints on the way of steps (C#)', () => {
  const source = fixture('programs/dotnet/passes/Program.cs')
  const prepared = preparedProgram({
    needs: ['dotnet', 'netcoredbg'],
    source,
    build: () => buildDotnet(fixture('programs/dotnet/passes/passes.csproj')),
  })
  const [init, loop, other, body] = [8, 9, markerLine(source, 'other'), markerLine(source, 'body')]

  test('a step to a breakpoint says so, the second and third place of a for are none, and one whose condition is false neither', async () => {
    const { breakpoints } = await agent.call('debug_launch', {
      ...{ program: prepared(), args: ['4'], adapter: 'netcoredbg' },
      breakpoints: [
        { file: source, line: init },
        { file: source, line: loop },
        { file: source, line: other, condition: 'i == 1' },
        { file: source, line: body },
      ],
      ...PATIENT,
    })
    const [, atLoop, , atBody] = (breakpoints ?? []).map(({ id }) => id)
    const steps = []
    for (let count = 0; count < 5; count += 1)
      steps.push(await agent.call('debug_step', { action: 'over', timeout_ms: 100_000 }))
    expect(steps.map(({ reason, location, breakpoint_ids }) => [reason, location?.line, breakpoint_ids])).toEqual([
      ['breakpoint', loop, [atLoop]],
      ['step', loop, []],
      ['step', loop + 1, []],
      ['step', other, []],
      ['breakpoint', body, [atBody]],
    ])
    await agent.call('breakpoint_remove', { id: atBody })
    // Behind the body the loop is passed twice, and in the second pass the condition is true.
    expect(await agent.call('change_find', { expression: 'k', timeout_ms: 200_000 })).toMatchObject({
      ...{ found: false, ended: 'stopped', reason: 'breakpoint', location: { line: other } },
    })
    expect(await agent.call('change_find', { expression: 's', timeout_ms: 200_000 })).toMatchObject({
      ...{ found: true, old: '0', new: '1', written_at: { line: body } },
    })
  })
})
