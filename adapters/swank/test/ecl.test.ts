import { errorVariables, openSession } from '@dapplex/testkit'
import { expect, test } from 'vitest'
import { fixture, Lisp, lineOf, startAdapter } from './lisp-program.js'
import { startServer } from './server-image.js'

const ticker = fixture('ticker.lisp')

test(
  'ECL: attach, evaluate, inspect, errors as stops; breakpoints say that they are not available',
  { timeout: 300_000 },
  async () => {
    const { port } = await startServer('ecl')
    const { client, adapter } = await startAdapter()
    const { started } = await openSession(client, {
      request: 'attach',
      arguments: { port },
      breakpoints: { [ticker]: [lineOf(ticker, 'tick')] },
    })
    expect((await started).success).toBe(true)
    const lisp = new Lisp(client, adapter, {})
    expect(lisp.output('important')).toContain('not available')
    const { breakpoints } = await client.expectSuccess('setBreakpoints', {
      source: { path: ticker },
      breakpoints: [{ line: 1 }],
    })
    expect(breakpoints[0]).toMatchObject({ verified: false, message: expect.stringContaining('not SBCL') })
    expect(await lisp.evaluate('(+ 1 2)')).toBe('3')
    const failed = await client.expectFailure('evaluate', { expression: '(car 1)' })
    expect(errorVariables(failed)['type']).toBe('EVAL_FAILED')
    const { object_id } = await client.expectSuccess('dapplex_objectId', { expression: '(cl:list 1 (cl:list 2))' })
    expect(await client.expectSuccess('dapplex_inspectObject', { id: object_id })).toMatchObject({
      kind: 'cons',
      total_elements: 2,
    })
    expect(await client.expectSuccess('dapplex_inspectFunction', { symbol: 'ticker:tick' })).toMatchObject({
      kind: 'function',
    })
    const entered = await lisp.enterDebugger({
      code: '(restart-case (error "stop here") (use-value (v) :report "Use a value." v))',
    })
    const stop = await lisp.stop()
    expect(stop).toMatchObject({ reason: 'exception', text: 'stop here', threadId: entered.thread })
    expect((await lisp.frames(entered.thread)).length).toBeGreaterThan(0)
    await client.expectSuccess('dapplex_restartInvoke', { threadId: entered.thread, name: 'use-value', args: ['5'] })
    await client.waitForEvent('continued')
    await client.expectSuccess('disconnect', {})
  },
)
