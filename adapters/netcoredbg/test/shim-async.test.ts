import { must } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, evaluate, goOn, placeOf, runGallery, variables, type Stopped } from './shim-session.js'

const inCaller = (at: Stopped): Stopped => {
  const frame = must(at.frames.find(({ name }) => name.includes('<CallerAsync>')))
  return { ...at, frameId: frame.id }
}

describe('async callers', () => {
  const scope = new Scope()
  let at: Stopped
  beforeAll(async () => {
    at = await runGallery(scope, { scenarios: ['async'], stops: ['after await'], variant: 'callers' })
  })
  afterAll(() => scope.end(), 120_000)

  test('async callers follow the frames, at the line where they await', async () => {
    const own = at.frames.filter((frame) => 'dapplexAsync' in frame).map(({ name, line }) => [name, line])
    expect(own).toEqual([
      [expect.stringMatching(/UserService\.<LaterAsync>d__\d+\.MoveNext\(\)$/), placeOf('after await').line],
      [expect.stringMatching(/UserService\.<CallerAsync>d__\d+\.MoveNext\(\)$/), placeOf('awaiting').line],
      [expect.stringMatching(/^Gallery\.Program\.<Main>d__\d+\.MoveNext\(\)$/), expect.any(Number)],
    ])
    const { threadId } = at
    const page = await at.client.expectSuccess('stackTrace', { threadId, startFrame: at.frames.length - 1, levels: 5 })
    expect(page.stackFrames).toEqual(at.frames.slice(-1))
    expect(page.totalFrames).toBe(at.frames.length)
  })

  test('its variables, and whole C# among them', async () => {
    const caller = inCaller(at)
    const { Arguments = [], Locals = [] } = await variables(caller)
    expect(Arguments).toMatchObject([{ name: 'customer', value: '{Customer}' }])
    expect(Locals.map(({ name, value }) => [name, value])).toEqual(
      expect.arrayContaining([
        ['this', '{UserService}'],
        ['factor', '3'],
      ]),
    )
    expect(await evaluate(caller, 'customer.Orders.Where(o => o.Id > 0).Count() + factor')).toBe('5 : int')
    expect(await evaluate(caller, '_region')).toBe('"eu" : string')
    expect(await evaluate(caller, 'nothing')).toMatch(/^! CS0103/)
    expect(await ask(caller, 'dapplex_objectInspect', { expression: 'customer' })).toMatchObject({
      inspection: { typeName: 'Gallery.Model.Customer' },
    })
  })
})

describe('async callers and the program', () => {
  const scope = new Scope()
  afterEach(() => scope.end(), 120_000)

  test('the caller continues with an assigned value; an iterator is not async', async () => {
    const at = await runGallery(scope, { scenarios: ['async', 'iterator'], stops: ['after await', 'iterator'] })
    expect(await evaluate(inCaller(at), 'factor = 100')).toBe('100 : int')
    expect(await evaluate(inCaller(at), 'factor')).toBe('100 : int')
    const after = at.client.mark()
    const next = await goOn(at)
    const printed = await next.client.waitForEvent('output', ({ body }) => /^\d+/.test(body.output), { after })
    expect(Number(printed.body.output)).toBe(1500)
    expect(next.frames[0]).toMatchObject({ name: expect.stringContaining('<Steps>'), dapplexAsync: false })
  })
})
