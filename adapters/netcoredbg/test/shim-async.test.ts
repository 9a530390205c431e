import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, evaluate, goOn, placeOf, runGallery, variables, type Stopped } from './shim-session.js'

describe('async callers', () => {
  const scope = new Scope()
  let at: Stopped
  beforeAll(async () => {
    at = await runGallery(scope, { scenarios: ['async', 'iterator'], stops: ['after await', 'iterator'] })
  }, 240_000)
  afterAll(() => scope.end(), 120_000)

  const ofCaller = (): Stopped => {
    const frame = at.frames.find(({ name }) => name.includes('<CallerAsync>'))!
    return { ...at, frameId: frame.id }
  }

  test('who awaits stands behind the stack, where it awaits', async () => {
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
    const caller = ofCaller()
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

  test('what is assigned there is what it goes on with; an iterator is not async', async () => {
    expect(await evaluate(ofCaller(), 'factor = 100')).toBe('100 : int')
    expect(await evaluate(ofCaller(), 'factor')).toBe('100 : int')
    const after = at.client.mark()
    at = await goOn(at)
    const printed = await at.client.waitForEvent('output', ({ body }) => /^\d+/.test(body.output), { after })
    expect(Number(printed.body.output)).toBe(1500)
    expect(at.frames[0]).toMatchObject({ name: expect.stringContaining('<Steps>') as unknown, dapplexAsync: false })
  })
})
