import { byName, firstOf, must } from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { lineOf, NodeSession, PROGRAMS } from './node-session.js'

const VALUES = `${PROGRAMS}values.cjs`

let session: NodeSession
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
})

async function stopAt(marker: string): Promise<void> {
  await session.launch(VALUES, { breakpoints: { [VALUES]: [lineOf(VALUES, marker)] } })
  await session.stop()
}

const texts = (variables: readonly Dap.Variable[]) => Object.fromEntries(variables.map((one) => [one.name, one.value]))
const named = (variables: readonly Dap.Variable[], name: string) => byName(variables, name)

async function local(name: string): Promise<Dap.Variable> {
  return named(await session.variables('Local'), name)
}

describe('scopes', () => {
  test('from the inside out, with what they are for', async () => {
    await stopAt('block')
    const scopes = await session.scopes((await session.topFrame()).id)
    expect(scopes.map(({ name, expensive, presentationHint }) => [name, expensive, presentationHint])).toEqual([
      ['Block', false, 'locals'], // the body of the loop
      ['Block', false, 'locals'], // its head
      ['Local', false, 'locals'],
      ['Closure (outer)', false, undefined],
      ['Closure', false, undefined], // the module
      ['Global', true, undefined],
    ])
    expect(texts(await session.children(firstOf(scopes).variablesReference))).toMatchObject({ doubled: '12' })
    expect(texts(await session.children(must(scopes[1]).variablesReference))).toMatchObject({ turn: '0' })
    expect(texts(await session.children(must(scopes[2]).variablesReference))).toMatchObject({ step: '1', own: '6' })
    expect(texts(await session.children(must(scopes[3]).variablesReference))).toMatchObject({ kept: '{limit: 5}' })
  })

  test('`this` is with the variables of the function', async () => {
    await stopAt('method')
    expect(await local('this')).toMatchObject({ type: 'Account', evaluateName: 'this' })
  })
})

describe('values', () => {
  test('in one line, with their types', async () => {
    await stopAt('values')
    const variables = await session.variables('Local')
    expect(texts(variables)).toMatchObject({
      account: "Account {inherited: 'yes', owner: 'Ada', #secret: 42}",
      small: 'Array(3) [1, 2, 3]',
      sparse: 'Array(3) [1, <empty>, 3]',
      bytes: 'Uint8Array(3) [7, 8, 9]',
      map: "Map(2) {'apple' => {price: 3}, {id: 1} => 'object key'}",
      set: "Set(2) {'a', {b: 1}}",
      symbol: 'Symbol(mark)',
      frozen: '{fixed: 1}',
      text: "'it\\'s\\na text'",
      settled: "Promise {<fulfilled>: 'done'}",
      nothing: 'null',
      missing: 'undefined',
      huge: '12345678901234567890n',
      action: '(value) => …',
      error: 'TypeError: outside',
    })
    expect(named(variables, 'large').value).toMatch(/^Array\(100000\) \[0, 2, 4, .*, …\]$/)
    const types = Object.fromEntries(variables.map((one) => [one.name, one.type]))
    expect(types).toMatchObject({ account: 'Account', small: 'Array', text: 'string', nothing: 'null', huge: 'bigint' })
  })

  test('an instance: its fields, private ones, and getters that are not run', async () => {
    await stopAt('values')
    const children = await session.inside('account')
    expect(texts(children)).toMatchObject({ inherited: "'yes'", owner: "'Ada'", '#secret': '42', doubled: '(...)' })
    const tripled = named(children, 'tripled')
    expect(tripled.presentationHint).toMatchObject({ lazy: true })
    expect(await session.children(tripled.variablesReference)).toMatchObject([
      { name: 'tripled', value: '126', evaluateName: 'account.tripled' },
    ])
    // Reading must not change the program: only an evaluation runs this getter.
    const refused = await session.client.expectFailure('variables', {
      variablesReference: named(children, 'doubled').variablesReference,
    })
    expect(refused.message).toMatch(/^the getter doubled was not evaluated: it may change the program; evaluate it/)
    expect((await session.evaluate('globalThis.getterRuns')).result).toBe('undefined')
    expect((await session.evaluate('account.doubled')).result).toBe('84')
    expect((await session.evaluate('globalThis.getterRuns')).result).toBe('1')
    const { message } = await session.client.expectFailure('variables', {
      variablesReference: named(children, 'broken').variablesReference,
    })
    expect(message).toBe('Error: no value today')
  })

  test('reading runs no trap of a proxy, and none of the functions that the program has put in the place of built-in ones', async () => {
    await stopAt('values')
    await session.evaluate('globalThis.ran = []')
    await session.evaluate(
      "for (const name of ['getOwnPropertyNames', 'getOwnPropertyDescriptor']) { const own = Object[name]; Object[name] = (...all) => { ran.push(name); return own(...all) } }",
    )
    const { variablesReference } = await session.evaluate(
      "globalThis.guarded = new Proxy({ hidden: 'x'.repeat(20_000) }, { ownKeys: () => (ran.push('ownKeys'), []), getOwnPropertyDescriptor: () => void ran.push('trap') })",
    )
    await session.children(variablesReference)
    expect(texts(await session.inside('account'))).toMatchObject({ owner: "'Ada'" })
    expect((await local('lengthy')).value).toMatch(/40000000 characters/)
    expect((await session.evaluate('ran.join()')).result).toBe("''")
  })

  test('a long string is cut inside the program, and the row says so', async () => {
    await stopAt('values')
    const lengthy = await local('lengthy')
    expect(lengthy.value).toBe(`'${'x'.repeat(10_000)}… (40000000 characters)'`)
    expect(lengthy).toMatchObject({ dapplexTruncated: true })
    expect(lengthy.value.length).toBeLessThan(20_000)
    expect(await local('text')).not.toHaveProperty('dapplexTruncated')
    const [element] = await session.inside('[lengthy]')
    expect(element).toMatchObject({ name: '0', dapplexTruncated: true })
    const { id: frameId } = await session.topFrame()
    for (const context of ['watch', 'hover', 'repl', 'variables']) {
      const evaluated = await session.client.expectSuccess('evaluate', { expression: 'lengthy', frameId, context })
      expect(evaluated).toMatchObject({
        result: lengthy.value,
        type: 'string',
        dapplexTruncated: true,
        variablesReference: 0,
      })
    }
    const set = { expression: 'text', value: 'lengthy', frameId }
    expect(await session.client.expectSuccess('setExpression', set)).toMatchObject({ value: lengthy.value })
    await session.client.expectSuccess('setExpression', { ...set, value: JSON.stringify("it's\na text") })
    const largest = Math.max(...session.client.timeline.entries.map(({ message }) => JSON.stringify(message).length))
    expect(largest).toBeLessThan(1_000_000)
  })

  test('names that lead back to the value', async () => {
    await stopAt('values')
    const paths: string[] = []
    for (const expression of ['account', 'small', 'odd', 'map', 'set', 'odd.nested']) {
      const children = await session.inside(expression)
      for (const { name, evaluateName, value } of children) {
        if (evaluateName === undefined || value === '(...)' || name === '[[Prototype]]' || value.includes('=>'))
          continue
        paths.push(evaluateName)
        // A private name means nothing outside its class.
        if (!evaluateName.includes('#')) expect((await session.evaluate(evaluateName)).result).toBe(value)
      }
    }
    expect(paths).toEqual(
      expect.arrayContaining(['account.owner', 'small[0]', 'odd["two words"]', 'Array.from(set)[0]', 'map.size']),
    )
  })

  test('the entries of a map and a set', async () => {
    await stopAt('values')
    const entries = await session.inside('map')
    expect(entries.map(({ name, value }) => [name, value]).slice(0, 3)).toEqual([
      ['0', "'apple' => {…}"],
      ['1', "{…} => 'object key'"],
      ['size', '2'],
    ])
    expect(await session.children(firstOf(entries).variablesReference)).toMatchObject([
      { name: 'key', value: "'apple'", evaluateName: 'Array.from(map)[0][0]' },
      { name: 'value', value: '{price: 3}', evaluateName: 'Array.from(map)[0][1]' },
    ])
    expect(texts(await session.inside('set'))).toMatchObject({ 0: "'a'", 1: '{b: 1}', size: '2' })
  })

  test('the same object has the same reference, so that a cycle can be seen', async () => {
    await stopAt('values')
    const { variablesReference } = await session.evaluate('self')
    const inner = named(await session.children(variablesReference), 'self')
    expect(inner.variablesReference).toBe(variablesReference)
    expect((await local('self')).variablesReference).toBe(variablesReference)
    expect((await session.evaluate('odd')).variablesReference).not.toBe(variablesReference)
    expect(named(await session.children(inner.variablesReference), 'name').value).toBe("'self'")
  })
})

describe('pages', () => {
  test('a large array is read in part', async () => {
    await stopAt('values')
    const large = await local('large')
    expect(large).toMatchObject({ indexedVariables: 100_000, namedVariables: 2 })
    const page = await session.children({
      variablesReference: large.variablesReference,
      filter: 'indexed',
      start: 500,
      count: 3,
    })
    expect(page.map(({ name, value }) => [name, value])).toEqual([
      ['500', '1000'],
      ['501', '1002'],
      ['502', '1004'],
    ])
    const rest = await session.children({ variablesReference: large.variablesReference, filter: 'named' })
    expect(texts(rest)).toMatchObject({ length: '100000' })
  })

  test('a short array has no pages, so that VS Code shows its elements before its other members', async () => {
    await stopAt('values')
    const small = await local('small')
    expect(small).toMatchObject({ dapplexElements: 3 })
    expect(small.indexedVariables).toBeUndefined()
    const rows = await session.children(small.variablesReference)
    expect(rows.map(({ name }) => name)).toEqual(['0', '1', '2', 'length', '[[Prototype]]'])
  })

  test('without pages it is shown as ranges', async () => {
    await stopAt('values')
    const children = await session.inside('large')
    expect(children[1]).toMatchObject({ name: '[1000…1999]' })
    expect(children.filter(({ name }) => name.startsWith('[') && !name.startsWith('[['))).toHaveLength(100)
    const part = await session.children(must(children[1]).variablesReference)
    expect(part).toHaveLength(1_000)
    expect(part[0]).toMatchObject({ name: '1000', value: '2000', evaluateName: 'large[1000]' })
  })

  test('start and count hold for objects too', async () => {
    await stopAt('values')
    const { variablesReference } = await session.evaluate('({ a: 1, b: 2, c: 3 })')
    const page = await session.children({ variablesReference, start: 1, count: 1 })
    expect(page.map(({ name }) => name)).toEqual(['b'])
    expect(await session.children({ variablesReference, filter: 'indexed' })).toEqual([])
  })
})

describe('setting', () => {
  const set = (variablesReference: number, name: string, value: string) =>
    session.client.expectSuccess('setVariable', { variablesReference, name, value })

  test('members, elements, entries and private fields', async () => {
    await stopAt('method')
    const self = await local('this')
    expect(await set(self.variablesReference, 'owner', '"Bob"')).toMatchObject({ value: "'Bob'" })
    expect(await set(self.variablesReference, '#secret', '7')).toMatchObject({ value: '7' })
    expect((await session.evaluate('this.owner + this.#secret')).result).toBe("'Bob7'")
  })

  test('elements and entries, and what is there afterwards', async () => {
    await stopAt('values')
    const small = await session.evaluate('small')
    await set(small.variablesReference, '1', '20')
    expect((await session.evaluate('small')).result).toBe('Array(3) [1, 20, 3]')
    const [apple] = await session.inside('map')
    await set(must(apple).variablesReference, 'value', '({ price: 4 })')
    expect((await session.evaluate('map.get("apple").price')).result).toBe('4')
    const odd = await session.evaluate('odd')
    await set(odd.variablesReference, 'Symbol(mark)', '"new"')
    expect((await session.evaluate('odd[symbol]')).result).toBe("'new'")
  })

  test('variables of a block, a function and a closure, seen when they are read again', async () => {
    await stopAt('block')
    const scopes = await session.scopes((await session.topFrame()).id)
    const reference = (name: string) => must(scopes.find((one) => one.name.startsWith(name))).variablesReference
    await set(reference('Block'), 'doubled', '1')
    await set(reference('Local'), 'own', '100')
    await set(reference('Closure'), 'kept', '({ limit: 9 })')
    expect(named(await session.children(reference('Local')), 'own').value).toBe('100')
    expect((await session.evaluate('doubled + own + kept.limit')).result).toBe('110')
  })

  test('an expression', async () => {
    await stopAt('values')
    const { id: frameId } = await session.topFrame()
    const done = await session.client.expectSuccess('setExpression', {
      expression: 'odd.nested.deep',
      value: '{ deeper: 1 }',
      frameId,
    })
    expect(done.value).toBe('{deeper: 1}')
    expect((await session.evaluate('odd.nested.deep.deeper')).result).toBe('1')
  })

  test('what cannot be set says why', async () => {
    await stopAt('values')
    const refusal = async (expression: string, name: string, value = '1') => {
      const { variablesReference } = await session.evaluate(expression)
      return (await session.client.expectFailure('setVariable', { variablesReference, name, value })).message
    }
    expect(await refusal('frozen', 'fixed')).toBe('TypeError: fixed is read-only')
    expect(await refusal('account', '[[Prototype]]')).toBe('[[Prototype]] cannot be set')
    expect(await refusal('set', '0')).toBe('0 cannot be set')
    expect(await refusal('small', '0', 'nope')).toBe('ReferenceError: nope is not defined')
    expect(await refusal('small', '0', ')')).toMatch(/^SyntaxError/)
  })
})

test('numbers of an earlier stop are refused, and say so', async () => {
  await stopAt('method')
  const frame = await session.topFrame()
  const [scope] = await session.scopes(frame.id)
  const kept = await session.evaluate('this')
  await session.move('next')
  const messages = await Promise.all([
    session.client.expectFailure('scopes', { frameId: frame.id }),
    session.client.expectFailure('variables', { variablesReference: must(scope).variablesReference }),
    session.client.expectFailure('variables', { variablesReference: kept.variablesReference }),
    session.client.expectFailure('evaluate', { expression: '1', frameId: frame.id }),
    session.client.expectFailure('variables', { variablesReference: 999_999 }),
  ])
  expect(messages.map(({ message }) => message)).toEqual([
    `frame ${frame.id} is no longer valid: the program has resumed since`,
    `variablesReference ${must(scope).variablesReference} is no longer valid: the program has resumed since`,
    `variablesReference ${kept.variablesReference} is no longer valid: the program has resumed since`,
    `frame ${frame.id} is no longer valid: the program has resumed since`,
    'there is no variablesReference 999999',
  ])
})
