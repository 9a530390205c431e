import { afterAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { evaluate, notLive, runGallery } from './shim-session.js'

/** netcoredbg cuts an evaluation after 5 s, also while it returns: the shim asks again with the same number. */
describe.skipIf(notLive !== undefined)('an operation that must not run twice, asked again', () => {
  const scope = new Scope()
  afterAll(() => scope.end(), 120_000)

  test('gives the answer that it gave, and does not run', async () => {
    const at = await runGallery(scope, { scenarios: ['report'], stops: ['report'], launch: { rawValues: true } })
    const release = (id: number, once: number) => evaluate(at, `Dapplex.Inspector.Do("release?id=${id}&once=${once}")`)
    const id = Number(/\\"id\\":(\d+)/.exec(await evaluate(at, 'Dapplex.Box<int>.Put(5)'))?.[1])
    expect(await release(id, 1000)).toContain('\\"released\\":true')
    expect(await release(id, 1000)).toContain('\\"released\\":true')
    expect(await release(id, 1001)).toContain('\\"released\\":false')
    expect(await release(id, 1000)).toContain('cut by the debugger after it had begun')
  })
})
