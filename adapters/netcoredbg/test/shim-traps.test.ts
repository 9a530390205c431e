import { firstOf, must } from '@dapplex/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, evaluate, goOn, runGallery, stopped, variables, type Stopped } from './shim-session.js'

describe('traps', () => {
  const scope = new Scope()
  afterEach(() => scope.end(), 120_000)

  test('void*, a function pointer, a span, a boxed int and enum in one frame', async () => {
    const at = await runGallery(scope, { scenarios: ['pointers'], stops: ['pointers'] })
    const { Locals = [], Arguments = [] } = await variables(at)
    const text = Object.fromEntries([...Arguments, ...Locals].map(({ name, value }) => [name, value]))
    expect(text).toMatchObject({
      customer: '{Customer}',
      number: '41',
      raw: '(void*: cannot be read by netcoredbg)',
      function: '(function pointer: cannot be read by netcoredbg)',
      span: '{int[3]}',
      letters: '"letters"',
      boxed: '7',
      boxedState: 'Shipped',
      orders: 'Count = 3',
    })
    expect(await evaluate(at, 'raw')).toBe('(void*: cannot be read by netcoredbg) : void*')
    expect(await evaluate(at, 'raw == null')).toMatch(/^! raw is a void\*/)
    expect(await evaluate(at, 'span.ToArray().Sum() + letters.Length')).toBe('31 : int')
    expect(await evaluate(at, '(int)boxed + number')).toBe('48 : int')
    expect(await evaluate(at, '*pointer')).toMatch(/^! pointer is a pointer/)
    expect(await evaluate(at, 'customer.Name')).toBe('"John" : string')
  })

  test('a lock that another thread holds', async () => {
    const at = await runGallery(scope, { scenarios: ['locked'], stops: ['locked', 'unlocked'] })
    expect(await evaluate(at, 'trouble.Locked')).toMatch(/^! no answer within \d+ ms/)
    expect(await evaluate(at, 'trouble.Plain + 1')).toBe('13 : int')
    const { threads } = await ask<{ threads: readonly object[] }>(at, 'dapplex_threadsWaiting')
    expect(threads).toContainEqual(
      expect.objectContaining({
        name: 'waiter',
        waits_for: 'lock',
        expression: 'Gate',
        held_by: expect.objectContaining({ name: 'holder' }),
      }),
    )
    const next = await goOn(at)
    expect(firstOf(next.frames).line).toBeGreaterThan(firstOf(at.frames).line)
    expect(await evaluate(next, 'trouble.Plain + 1')).toBe('13 : int')
  })

  test('a getter that never returns, and one that throws', async () => {
    let at = await runGallery(scope, { scenarios: ['locked'], stops: ['locked', 'unlocked'], variant: 'getters' })
    expect(await evaluate(at, 'trouble.Throws')).toBe('! InvalidOperationException: this getter always fails')
    // On a busy machine netcoredbg's own limit may come first.
    expect(await evaluate(at, 'trouble.NeverReturns')).toMatch(
      /^! (no answer within|the evaluation was cut by the debugger)/,
    )
    expect(await evaluate(at, 'trouble.Plain')).toBe('12 : int')
    at = await goOn(at)
    expect(firstOf(at.frames).name).toContain('Locked')
  })

  test('a ToString that calls itself without end', async () => {
    const at = await runGallery(scope, { scenarios: ['locked'], stops: ['locked'] })
    expect(await evaluate(at, 'trouble.ToString()')).toMatch(/^! it calls itself without end/)
    expect(await evaluate(at, 'trouble.Plain')).toBe('12 : int')
    expect(await evaluate(at, 'trouble.ToString()')).toMatch(
      /no other code can be run until the program has been continued/,
    )
  })

  test(
    'in native code: variables are read, and anything else fails with kind unsafe_point',
    { timeout: 240_000 },
    async () => {
      const at = await runGallery(scope, { scenarios: ['report', 'native'], stops: ['report'] })
      const { client, threadId } = at
      await client.expectSuccess('continue', { threadId })
      await client.waitForEvent('output', ({ body }) => body.output.includes('the main thread sleeps'))
      const after = client.mark()
      await client.expectSuccess('pause', { threadId })
      const paused = await stopped(client, after)
      expect(firstOf(paused.frames).name).toContain('Sleep')
      const frame = must(paused.frames.find(({ source }) => source !== undefined))
      const inNative: Stopped = { ...paused, frameId: frame.id }
      expect(await evaluate(inNative, 'depth')).toBe('7 : int')
      expect((await variables(inNative))['Arguments']?.map(({ name }) => name)).toEqual(['customer'])
      const refused = await client.expectFailure('evaluate', {
        expression: 'customer.Name.Length + 1',
        frameId: frame.id,
      })
      expect(refused.body.error.variables).toMatchObject({ type: 'EVAL_FAILED', kind: 'unsafe_point' })
    },
  )

  test('an exception with its inner one and its data', async () => {
    const at = await runGallery(scope, { scenarios: ['fail'], stops: [], exceptionFilters: ['user-unhandled', 'all'] })
    const { body } = await at.client.request('exceptionInfo', { threadId: at.threadId })
    expect(body.exceptionId).toContain('FormatException')
    const next = await goOn(at)
    const outer = await next.client.request('exceptionInfo', { threadId: next.threadId })
    expect(outer.body).toMatchObject({
      details: { message: 'outer', data: { order: '17' }, innerException: [{ message: 'inner' }] },
    })
  })

  test('the shim switched off passes everything', async () => {
    const at = await runGallery(scope, { scenarios: ['report'], stops: ['report'], launch: { inspector: false } })
    const { scopes } = await at.client.expectSuccess('scopes', { frameId: at.frameId })
    expect(scopes).toHaveLength(1)
    const refused = await at.client.expectFailure('dapplex_inspectObject', { expression: 'customer' })
    expect(refused.body.error.variables).toMatchObject({ type: 'UNSUPPORTED' })
    const body = await at.client.expectSuccess('evaluate', { expression: 'customer', frameId: at.frameId })
    expect(body.result).toBe('{Gallery.Model.Customer}')
  })

  test('raw values, with whole C# all the same', async () => {
    const at = await runGallery(scope, { scenarios: ['report'], stops: ['report'], launch: { rawValues: true } })
    const body = await at.client.expectSuccess('evaluate', { expression: 'orders', frameId: at.frameId })
    expect(body.result).toBe('{System.Collections.Generic.List<Gallery.Model.Order>}')
    expect(await evaluate(at, 'orders.Count(o => o.Id > 0)')).toBe('2 : int')
  })
})
