import { errorVariables, jsonObject } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const trouble = fixture('trouble.lisp')
const workers = fixture('workers.lisp')

describe('stops', () => {
  test('mux 7: no thread starts after its stop, and a thread of an evaluation neither', async () => {
    const lisp = await Lisp.launch(workers, { breakpoints: { [workers]: [lineOf(workers, 'work')] } })
    const { threadId = 0 } = await lisp.stop()
    const { thread } = await lisp.enterDebugger({ code: '(error "mine")' })
    await lisp.client.expectSuccess('threads')
    const events = lisp.client.timeline.entries.flatMap(({ message }) => {
      if (!('event' in message)) return []
      const { reason, threadId: id } = jsonObject(message.body ?? {})
      return message.event === 'stopped' || reason === 'started' ? [`${message.event} ${String(id)}`] : []
    })
    expect(events.indexOf(`thread ${threadId}`)).toBeGreaterThanOrEqual(0)
    expect(events.indexOf(`thread ${threadId}`)).toBeLessThan(events.indexOf(`stopped ${threadId}`))
    // It exists only for its stop: there is nothing to tell of its start.
    expect(events).toContain(`stopped ${thread}`)
    expect(events).not.toContain(`thread ${thread}`)
  })

  test('four threads, eight hits each: 32 stops, each of the right thread; the others stay stopped', async () => {
    const line = lineOf(workers, 'work')
    const lisp = await Lisp.launch(workers, { breakpoints: { [workers]: [line] } })
    const waiting = new Set<number>()
    const hits = new Map<string, number>()
    for (let count = 0; count < 32; count++) {
      const stop = await lisp.stop()
      const threadId = stop.threadId ?? 0
      expect(stop.allThreadsStopped).toBe(false)
      waiting.add(threadId)
      const { threads } = await lisp.client.expectSuccess('threads')
      const name = threads.find(({ id }) => id === threadId)?.name ?? ''
      const frame = await lisp.top(threadId)
      expect(frame.line).toBe(line)
      expect(await lisp.evaluate('name', frame.id)).toBe(`"${name}"`)
      hits.set(name, (hits.get(name) ?? 0) + 1)
      // While all four stand there, one is resumed and the others are still to be read.
      if (waiting.size === 4 || count >= 28) {
        for (const other of waiting) if (other !== threadId) expect((await lisp.top(other)).line).toBe(line)
      }
      if (waiting.size < 4 && count < 28) continue
      const [first] = waiting
      waiting.delete(first ?? 0)
      await lisp.client.expectSuccess('continue', { threadId: first ?? 0 })
    }
    for (const threadId of waiting) await lisp.client.expectSuccess('continue', { threadId })
    expect(Object.fromEntries(hits)).toEqual({ 'worker 0': 8, 'worker 1': 8, 'worker 2': 8, 'worker 3': 8 })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('32 rounds')
    expect(lisp.client.events('stopped').length).toBe(32)
  })

  test('mux 20: an evaluation right after a resume is answered, and waits for no later stop', async () => {
    const walk = fixture('walk.lisp')
    const lisp = await Lisp.launch(walk, { breakpoints: { [walk]: [lineOf(walk, 'inner')] } })
    const { threadId = 0 } = await lisp.stop()
    const { id: frameId } = await lisp.top(threadId)
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: walk }, breakpoints: [] })
    const resumed = lisp.client.post('continue', { threadId })
    const evaluated = lisp.client.post('evaluate', { expression: 'tick', frameId, context: 'repl' })
    expect(await lisp.client.response(resumed)).toMatchObject({ success: true })
    const refused = await lisp.client.response(evaluated)
    // INVALID_FRAME if the thread has left its stop by then.
    expect(refused.success).toBe(false)
    expect(['NOT_PAUSED', 'INVALID_FRAME']).toContain(errorVariables(refused)['type'])
    await lisp.client.expectSuccess('disconnect', { terminateDebuggee: true })
  })

  test('mux 6: a pause that finds its thread at a stop stops nothing more; one that finds it leaving a stop does', async () => {
    const walk = fixture('walk.lisp')
    const lisp = await Lisp.launch(walk, { breakpoints: { [walk]: [lineOf(walk, 'inner')] } })
    const { threadId = 0 } = await lisp.stop()
    // A pause that was on its way when the breakpoint was reached.
    const pause = `(dapplex:call nil "pause" ${threadId})`
    await lisp.client.expectSuccess('dapplex_lispEval', { code: `(progn ${pause} ${pause})` })
    expect(await lisp.evaluate('tick', (await lisp.top(threadId)).id)).toBe('1')
    expect((await lisp.move('continue', { threadId })).reason).toBe('breakpoint')
    expect(await lisp.evaluate('tick', (await lisp.top(threadId)).id)).toBe('2')
    expect(lisp.client.events('stopped').length).toBe(2)
    // A thread that is on its way out of the debugger.
    const leaving = `(dapplex::call-and-leave (lambda () (return-from out)))`
    const code = `(block out (dapplex::call-as-standing (lambda () (unwind-protect ${leaving} (dapplex::pause-here)))))`
    await lisp.enterDebugger({ code })
    expect(lisp.client.events('stopped').map(({ body }) => body.reason)).toEqual(['breakpoint', 'breakpoint', 'pause'])
  })

  test('an endless loop is paused, and steps go on from there', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['spin'] } })
    await lisp.client.waitForEvent('output', ({ body }) => body.output.includes('spinning'))
    const { threads } = await lisp.client.expectSuccess('threads')
    const threadId = threads[0]?.id ?? 0
    const stop = await lisp.move('pause', { threadId })
    expect(stop.reason).toBe('pause')
    const frames = await lisp.frames(threadId)
    // In a routine of generic arithmetic, which has no frame of its own, SBCL shows it in the place of its caller.
    expect(frames.at(-1)?.name).toBe('top level')
    expect((await lisp.client.expectFailure('pause', { threadId })).message).toContain('stopped already')
    await lisp.move('next', { threadId })
    expect((await lisp.top(threadId)).line).toBe(lineOf(trouble, 'spin'))
  })

  test('a listing runs no print method of the program; where one is asked for and never ends, it is cut', async () => {
    const lisp = await Lisp.launch(trouble, {
      launch: { args: ['printing'] },
      breakpoints: { [trouble]: [lineOf(trouble, 'printing')] },
    })
    const { threadId = 0 } = await lisp.stop()
    const frame = await lisp.top(threadId)
    const values = await lisp.variables(frame.id)
    expect(values).toMatchObject({ loud: '#<endless>', quiet: '#<silent>' })
    const printed = async (code: string) => {
      const answer = await lisp.client.expectSuccess('dapplex_lispEval', { code, frameId: frame.id })
      return JSON.stringify(answer)
    }
    expect(await printed('loud')).toMatch(/"again again [^"]*\.\.\."/)
    expect(await printed('quiet')).toContain('took too long')
    expect(values['circle']).toBe('#1=(1 2 3 . #1#)')
    expect(values['big']?.length).toBeLessThan(200)
  })

  test('an uncaught error: reason, text, restarts; going on ends the program as without a debugger', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['shopping'] } })
    const stop = await lisp.stop()
    expect(stop).toMatchObject({ reason: 'exception', description: 'trouble::low-stock', text: 'no apples left' })
    const info = await lisp.client.expectSuccess('exceptionInfo', { threadId: stop.threadId ?? 0 })
    expect(info).toMatchObject({ exceptionId: 'trouble::low-stock', breakMode: 'unhandled' })
    expect(info.details).toMatchObject({
      restarts: expect.toSatisfy(
        (all: { name: string }[]) => all[0]?.name === 'use-value' && all[1]?.name === 'give-up',
      ),
    })
    await lisp.client.expectSuccess('continue', { threadId: stop.threadId ?? 0 })
    expect(await lisp.exitCode()).toBe(1)
    expect(lisp.output('stderr')).toContain('Unhandled trouble::low-stock: no apples left')
  })

  test('uncaught errors that are not wanted end the program', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['shopping'] }, exceptionFilters: [] })
    expect(await lisp.exitCode()).toBe(1)
    expect(lisp.client.events('stopped')).toEqual([])
  })

  test.each([
    { filters: [{ filterId: 'error' }], stops: ['sb-int:simple-parse-error'], why: 'errors, handled ones too' },
    { filters: [{ filterId: 'warning' }], stops: ['simple-warning'], why: 'warnings' },
    {
      filters: [{ filterId: 'condition', condition: 'cl:parse-error' }],
      stops: ['sb-int:simple-parse-error'],
      why: 'one condition type',
    },
    { filters: [{ filterId: 'error', condition: 'cl:file-error' }], stops: [], why: 'a subtype that does not occur' },
    {
      filters: [{ filterId: 'error' }, { filterId: 'warning' }],
      stops: ['sb-int:simple-parse-error', 'simple-warning'],
      why: 'both',
    },
  ])('exception filters: $why', async ({ filters, stops }) => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['handled'], stopOnEntry: true } })
    const entry = await lisp.stop()
    const answer = await lisp.client.expectSuccess('setExceptionBreakpoints', { filters: [], filterOptions: filters })
    expect(answer?.breakpoints?.every(({ verified }) => verified)).toBe(true)
    let threadId = entry.threadId ?? 0
    for (const type of stops) {
      const stop = await lisp.move('continue', { threadId })
      threadId = stop.threadId ?? 0
      expect(stop).toMatchObject({ reason: 'exception', description: type })
      expect((await lisp.client.expectSuccess('exceptionInfo', { threadId })).breakMode).toBe('always')
    }
    await lisp.client.expectSuccess('continue', { threadId })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toBe('handled\ndone\n')
  })

  test('references and frames of a stop that is over are refused as stale', async () => {
    const tour = fixture('tour.lisp')
    const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'body')] } })
    const { threadId = 0 } = await lisp.stop()
    const frame = await lisp.top(threadId)
    const { scopes } = await lisp.client.expectSuccess('scopes', { frameId: frame.id })
    const variablesReference = scopes[0]?.variablesReference ?? 0
    await lisp.move('continue', { threadId })
    for (const [command, args] of [
      ['scopes', { frameId: frame.id }],
      ['variables', { variablesReference }],
      ['evaluate', { expression: 'sum', frameId: frame.id }],
    ] as const) {
      const refused = await lisp.client.expectFailure(command, args)
      expect(refused.message).toContain('stale')
    }
    const newer = await lisp.top(threadId)
    expect(newer.id).toBeGreaterThan(frame.id)
  })

  test('a write to a local and to a slot change what the program prints', async () => {
    const tour = fixture('tour.lisp')
    const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'body')] } })
    const { threadId = 0 } = await lisp.stop()
    const frame = await lisp.top(threadId)
    const { scopes } = await lisp.client.expectSuccess('scopes', { frameId: frame.id })
    const variablesReference = scopes[0]?.variablesReference ?? 0
    const { variables } = await lisp.client.expectSuccess('variables', { variablesReference })
    await lisp.client.expectSuccess('setVariable', { variablesReference, name: 'sum', value: '(* 100 2)' })
    const buyer = variables.find(({ name }) => name === 'buyer')?.variablesReference ?? 0
    await lisp.client.expectSuccess('setVariable', { variablesReference: buyer, name: 'visits', value: '41' })
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: tour }, breakpoints: [] })
    await lisp.client.expectSuccess('continue', { threadId })
    await lisp.exitCode()
    expect(lisp.output('stdout')).toContain('order 0: total 210, visits 42')
  })
})
