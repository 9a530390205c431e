import { byName, firstOf } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, evaluate, goOn, runGallery, variables, type Stopped } from './shim-session.js'

interface Assigned {
  /** Runs before, so that no row depends on another. */
  readonly first?: string
  readonly text: string
  readonly read: string
  readonly want: string | RegExp
  readonly why: string
}

const rows: readonly Assigned[] = [
  { text: 'local = 6;', read: 'local', want: '6 : int', why: 'a statement' },
  { first: 'local = 6', text: 'local++', read: 'local', want: '7 : int', why: 'an increment' },
  {
    first: 'local = 7',
    text: 'local += numbers.Length',
    read: 'local',
    want: '10 : int',
    why: 'a compound assignment',
  },
  {
    text: 'customer = new Customer { Id = 9, Name = "New" }',
    read: 'customer.Name',
    want: '"New" : string',
    why: 'a new object in an argument',
  },
  {
    text: 'basic = new Customer { Id = 5 }',
    read: 'basic.GetType().Name',
    want: '"Customer" : string',
    why: 'another subtype',
  },
  {
    first: 'basic = new Customer { Id = 5 }',
    text: 'basic = new Special { Rank = 8 }',
    read: '((Special)basic).Rank',
    want: '8 : int',
    why: 'a subtype over its base type',
  },
  {
    first: 'nobody = null',
    text: 'nobody = customer',
    read: 'nobody == customer',
    want: 'true : bool',
    why: 'into a null',
  },
  {
    first: 'nobody = customer',
    text: 'nobody = null',
    read: 'nobody',
    want: 'null : Gallery.Model.Customer',
    why: 'null',
  },
  { text: 'first = new Money(99, "GBP")', read: 'first.Amount', want: '99 : decimal', why: 'a struct' },
  { text: 'first.Currency = "CHF"', read: 'first.Currency', want: '"CHF" : string', why: 'a field of a struct local' },
  { text: 'state = Status.Cancelled', read: 'state', want: /^(Cancelled|6)/, why: 'an enum' },
  { text: 'numbers[0] = 77', read: 'numbers[0]', want: '77 : int', why: 'an element of an array' },
  { text: 'customer.Name = "Changed"', read: 'customer.Name', want: '"Changed" : string', why: 'a property' },
  { text: 'customer._visits = 100', read: 'customer.Visits(0)', want: '100 : int', why: 'a private field' },
  { text: 'note = "a \\"note\\""', read: 'note', want: '"a \\"note\\"" : string', why: 'a string with quotes' },
  { text: 'pair.Count = 10', read: 'pair', want: '(10, "three") : (int, string)', why: 'an element of a tuple' },
  { text: 'maybe = 4', read: 'maybe', want: /^4 : int/, why: 'a nullable' },
  { text: '(local, second) = (1, 2)', read: 'local + second', want: '3 : int', why: 'two at once' },
  { text: 's_calls = 5', read: 's_calls', want: '5 : int', why: 'a private static field' },
]

describe('assignments', () => {
  const scope = new Scope()
  let at: Stopped
  beforeAll(async () => {
    at = await runGallery(scope, { scenarios: ['report'], stops: ['report'], variant: 'assignments' })
  })
  afterAll(() => scope.end())

  test.each(rows)('$why: $text', async ({ first, text, read, want }) => {
    if (first !== undefined) expect(await evaluate(at, first)).not.toMatch(/^!/)
    const assigned = await evaluate(at, text)
    expect(assigned).not.toMatch(/^!/)
    const got = await evaluate(at, read)
    if (typeof want === 'string') expect(got).toBe(want)
    else expect(got).toMatch(want)
  })

  test('what cannot be stored is refused with the reason', async () => {
    expect(await evaluate(at, 'words = new[] { "x" }')).toMatch(/cannot replace a whole array; assign to its elements/)
    expect(await evaluate(at, 'local = "text"')).toMatch(/^! CS0029/)
    expect(await evaluate(at, '_region = "us"')).toMatch(/^! CS0191: A readonly field/)
  })

  test('setVariable takes C# expressions, for a local and for a member of an element', async () => {
    const { Arguments = [], Locals = [] } = await variables(at)
    expect([...Arguments, ...Locals].map(({ name }) => name)).toContain('local')
    const { scopes } = await at.client.expectSuccess('scopes', { frameId: at.frameId })
    const locals = byName(scopes, 'Locals').variablesReference
    const set = { variablesReference: locals, name: 'local', value: 'numbers.Length * 2' }
    expect(await at.client.expectSuccess('setVariable', set)).toMatchObject({ value: '6' })
    const orders = byName(Locals, 'orders')
    const first = await at.client.expectSuccess('variables', {
      variablesReference: orders.variablesReference,
      count: 1,
    })
    const member = { variablesReference: firstOf(first.variables).variablesReference, name: 'Id', value: '40 + local' }
    expect(await at.client.expectSuccess('setVariable', member)).toMatchObject({ value: '46', type: 'int' })
    expect(await evaluate(at, 'orders[0].Id')).toBe('46 : int')
  })

  test('a slot is set by literal, expression and object, and its type is checked', async () => {
    await evaluate(at, 'local = 6')
    const customer = await ask<{ dapplexObject: number }>(at, 'dapplex_objectId', { expression: 'customer' })
    const slot = (more: object) => ask(at, 'dapplex_inspectSlot', { object: customer.dapplexObject, ...more })
    expect(await slot({ slot: 'Id', value: '7' })).toMatchObject({ value: '7', bound: true, writable: true })
    expect(await slot({ slot: 'Name', value: '"x" + local' })).toMatchObject({ value: '"x6"' })
    expect(await slot({ slot: 'Friend', value: 'customer' })).toMatchObject({ dapplexObject: customer.dapplexObject })
    const wrong = await at.client.expectFailure('dapplex_inspectSlot', {
      object: customer.dapplexObject,
      slot: 'Id',
      value: '"text"',
      frameId: at.frameId,
    })
    expect(wrong.body.error.variables).toMatchObject({ type: 'SLOT_TYPE_ERROR', expected: 'int' })
    const missing = await at.client.expectFailure('dapplex_inspectSlot', {
      object: customer.dapplexObject,
      slot: 'Nothing',
      frameId: at.frameId,
    })
    expect(missing.body.error.variables).toMatchObject({ type: 'SLOT_NOT_FOUND' })
    expect(missing.body.error.variables.slots).toContain('Orders')
  })
})

describe('assignments and the program', () => {
  const scope = new Scope()
  afterEach(() => scope.end())

  test('the program continues with the assigned values', async () => {
    const run = { scenarios: ['report'], stops: ['report', 'after report'], variant: 'continued' }
    const before = await runGallery(scope, run)
    expect(await evaluate(before, 'nobody = customer')).not.toMatch(/^!/)
    const after = await goOn(before)
    expect(await evaluate(after, 'nobody == customer')).toBe('true : bool')
    expect(await evaluate(after, 'total + local')).toMatch(/^\d+ : decimal$/)
  })
})
