import { describe, expect, test } from 'vitest'
import { DigestMemory, type Activation, type Caller } from './digest-memory.js'

const main = (line: number): Caller => ({ function: 'main', line })
const total = (line: number): Caller => ({ function: 'total', line })
const at = (name: string, ...callers: readonly Caller[]): Activation => ({
  threadId: 1,
  function: name,
  callers,
  depth: callers.length,
})
const values = (x: number) => new Map([['x', String(x)]])

/** Shows x = 1, 2, 3 … at stops 1, 2, 3 …, and returns what each was compared with. */
function show(...activations: readonly Activation[]): (string | undefined)[] {
  const memory = new DigestMemory()
  return activations.map((activation, index) => {
    memory.standsIn(activation)
    return memory.compare({ stopId: index + 1, activation }, values(index + 1))?.get('x')
  })
}

describe('the values of an activation are compared with those of the last stop that was shown', () => {
  test('of the same call of the function', () => {
    expect(show(at('total', main(9)), at('total', main(9)), at('total', main(9)))).toEqual([undefined, '1', '2'])
  })
  test('also after a call that it made', () => {
    expect(show(at('total', main(9)), at('price', total(3), main(9)), at('total', main(9)))).toEqual([
      undefined,
      undefined,
      '1',
    ])
  })
  test('not of a call from another line', () => {
    expect(show(at('total', main(9)), at('total', main(10)))).toEqual([undefined, undefined])
  })
  test('not of the call before, where the program was seen in the caller in between', () => {
    expect(show(at('price', total(3), main(9)), at('total', main(9)), at('price', total(3), main(9)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  test('not of another depth of a recursion, and again after the return from it', () => {
    const outer = at('total', main(9))
    expect(show(outer, at('total', total(4), main(9)), outer)).toEqual([undefined, undefined, '1'])
  })
  test('not of another thread', () => {
    expect(show(at('total', main(9)), { ...at('total', main(9)), threadId: 2 })).toEqual([undefined, undefined])
  })
  test('a stop that is shown twice is compared with the same stop before', () => {
    const memory = new DigestMemory()
    const activation = at('total')
    memory.compare({ stopId: 1, activation }, values(1))
    for (const _time of [1, 2]) expect(memory.compare({ stopId: 2, activation }, values(2))).toEqual(values(1))
  })
  test('a run that begins again has seen nothing', () => {
    const memory = new DigestMemory()
    const activation = at('total')
    memory.compare({ stopId: 1, activation }, values(1))
    memory.runBegins(0)
    expect(memory.compare({ stopId: 2, activation }, values(2))).toBeUndefined()
  })
  test('deep stacks of which only the nearest frames are known', () => {
    const deep = (...callers: readonly Caller[]): Activation => ({ ...at('total', ...callers), depth: 500 })
    expect(show(deep(total(4), total(4)), deep(total(4), total(4)))).toEqual([undefined, '1'])
  })
})

test('the output of a stop begins where that of the last shown stop ended', () => {
  const memory = new DigestMemory()
  expect(memory.outputFrom(1, 10)).toBe(0)
  expect(memory.outputFrom(1, 15)).toBe(0)
  expect(memory.outputFrom(4, 30)).toBe(15)
  memory.runBegins(30)
  expect(memory.outputFrom(5, 40)).toBe(30)
  expect(memory.runBegan).toBe(30)
})
