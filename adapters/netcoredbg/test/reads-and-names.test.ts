import { byName } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { ask, children, evaluate, notLive, variables, type Row, type Stopped } from './shim-session.js'
import { runTypes } from './types-session.js'

describe.skipIf(notLive !== undefined)('.NET reads and names', () => {
  const scope = new Scope()
  let at: Stopped
  beforeAll(async () => {
    at = await runTypes(scope, { stop: 'locals' })
  })
  afterAll(() => scope.end(), 120_000)

  type Reader = 'evaluate' | `dapplex_${'objectInspect' | 'objectId' | 'inspectObject' | 'inspectSlot' | 'references'}`
  const refused = async (command: Reader, args: object) => {
    const failed = await at.client.expectFailure(command, {
      frameId: at.frameId,
      expression: '',
      ...args,
    })
    const { error } = failed.body as { readonly error: { readonly variables: unknown } }
    return error.variables
  }

  test.each([
    { expression: 'meter.Next', why: 'a getter that changes something' },
    { expression: 'meter.Self.Plain', why: 'a getter on the way' },
    { expression: 'holder.Computed', why: 'a getter without an automatic field' },
    { expression: 'basic.Kind', why: 'a virtual property' },
    { expression: 'named.Name', why: 'a property of an interface' },
    { expression: '((ICounter)hidden).Next', why: 'a getter that an interface hides' },
    { expression: '((ICounter)hidden)[0]', why: 'an indexer that an interface hides' },
    { expression: '((Meter)(object)meter).Next', why: 'a getter behind two casts' },
    { expression: '(hidden as Meter).Self.Plain', why: 'a getter behind `as`' },
    { expression: '((Base)basic).Kind', why: 'a virtual property behind a cast to the base class' },
    { expression: '((Exception)loud).Message', why: 'a property of the framework that the program replaces' },
    { expression: 'loud.Message', why: 'the same without a cast' },
    { expression: '(meter).Next', why: 'a getter behind parentheses' },
    { expression: 'meter?.Next', why: 'a getter behind `?.`' },
    { expression: '((Meter)hidden)?.Self?.Plain', why: 'getters behind a cast and `?.`' },
    { expression: 'meter![0]', why: 'an indexer' },
    { expression: 'meter?[0]', why: 'an indexer behind `?`' },
    { expression: '((Gauge)meter).Level', why: 'a conversion' },
    { expression: 'meter.Later.Value', why: 'a value that is made when it is read' },
    { expression: '((System.Collections.IList)numbers)[0]', why: 'an indexer of an interface, whoever has it' },
  ])('a read does not run $why: $expression', async ({ expression }) => {
    const side = { type: 'EVAL_FAILED', kind: 'side_effects' }
    const counts = 'meter.count + meter.reads + ((Loud)loud).reads'
    expect(await refused('dapplex_objectInspect', { expression })).toMatchObject(side)
    expect(await refused('dapplex_objectId', { expression })).toMatchObject(side)
    expect(await refused('dapplex_inspectObject', { expression })).toMatchObject(side)
    expect(await refused('dapplex_inspectSlot', { expression, slot: 'm_value' })).toMatchObject(side)
    expect(await refused('dapplex_references', { expression })).toMatchObject(side)
    expect(await refused('evaluate', { expression, context: 'hover' })).toMatchObject(side)
    expect(await refused('evaluate', { expression, allowSideEffects: false })).toMatchObject(side)
    expect(await evaluate(at, counts)).toBe('0 : int')
  })

  test.each([
    { expression: '((Derived)basic).Id', want: '"two"', why: 'a field behind a cast' },
    { expression: '((Base)(object)basic).Id', want: '1', why: 'a field behind two casts' },
    { expression: '((Meter)hidden).Plain', want: '4', why: 'an automatic property behind a cast' },
    { expression: '(point).X', want: '1', why: 'a field behind parentheses' },
    { expression: '(hidden as Meter)?.Plain', want: '4', why: 'a member behind `as` and `?.`' },
    { expression: 'pointList[^1].X', want: '1', why: 'an element from the end' },
    { expression: '((int[])numbers)[1]', want: '2', why: 'an element behind a cast' },
  ])('a hover reads $why: $expression', async ({ expression, want }) => {
    const hover = { expression, frameId: at.frameId, context: 'hover' }
    expect(await at.client.expectSuccess('evaluate', hover)).toMatchObject({ result: want })
  })

  test('a read by a call that the caller writes is run, as written', async () => {
    expect(await ask(at, 'dapplex_objectInspect', { expression: 'basic.Secret()' })).toMatchObject({ success: true })
  })

  test('a slot that is a getter is refused, an automatic property is read', async () => {
    const side = { type: 'EVAL_FAILED', kind: 'side_effects' }
    expect(await refused('dapplex_inspectSlot', { expression: 'meter', slot: 'Next' })).toMatchObject(side)
    expect(await ask(at, 'dapplex_inspectSlot', { expression: 'meter', slot: 'Plain' })).toMatchObject({ value: '4' })
    expect(await evaluate(at, 'meter.count')).toBe('0 : int')
  })

  test.each([
    { expression: 'holder.Auto', why: 'an automatic property' },
    { expression: 'Statics.Point', why: 'a static field' },
    { expression: 'pointList[0]', why: 'an element of a list' },
    { expression: 'maybeInt', why: 'a nullable' },
    { expression: 'noInt', why: 'a nullable without a value' },
  ])('a read finds $why: $expression', async ({ expression }) => {
    expect(await ask(at, 'dapplex_objectInspect', { expression })).toMatchObject({ success: true })
  })

  test.each([
    { text: 'basic.Id', want: '1 : int', why: 'the static type has the hidden field' },
    { text: '((Derived)basic).Id', want: '"two" : string', why: 'a cast finds the other one' },
    { text: 'basic.secret', want: '10 : int', why: 'a private field of the base type' },
    { text: '((Derived)basic).secret', want: '20 : int', why: 'a private field of the same name' },
    { text: 'named.Name', want: '"explicit" : string', why: 'a member of an interface' },
  ])('a member is found as in C#: $why', async ({ text, want }) => {
    expect(await evaluate(at, text)).toBe(want)
  })

  test.each([
    { text: 'maybeInt.Value', want: '5 : int' },
    { text: 'maybeInt.HasValue', want: 'true : bool' },
    { text: 'maybeInt + 1', want: '6 : int' },
    { text: 'maybeChar.Value', want: "'m' : char" },
    { text: 'maybeNative.Value', want: '-5 : nint' },
    { text: 'maybeUnsignedNative + 1', want: '6 : nuint' },
    { text: 'maybeColor.Value', want: 'Red : Types.Color' },
    { text: 'maybeDecimal * 2', want: '7.0 : decimal' },
    { text: 'maybePoint.Value.X', want: '1 : int' },
    { text: 'maybeDate.Value.Year', want: '2024 : int' },
    { text: 'noInt.HasValue', want: 'false : bool' },
    { text: 'noInt ?? 3', want: '3 : int' },
    { text: 'noChar == null', want: 'true : bool' },
    { text: 'holder.MaybeInt.Value', want: '5 : int' },
    { text: 'holder.NoInt.HasValue', want: 'false : bool' },
    { text: '(int)boxedMaybe + 1', want: '6 : int' },
    { text: 'noInt.Value', want: '! InvalidOperationException: Nullable object must have a value.' },
  ])('a nullable: $text', async ({ text, want }) => expect(await evaluate(at, text)).toBe(want))

  test.each(['größe', '数'])('a hover on a name in any alphabet: %s', async (expression) => {
    const hover = { expression, frameId: at.frameId, context: 'hover' }
    expect(await at.client.expectSuccess('evaluate', hover)).toMatchObject({ type: 'int' })
  })

  test('numbers in hexadecimal where the client asks, with the width of their type', async () => {
    const { scopes } = await at.client.expectSuccess('scopes', { frameId: at.frameId })
    const { variablesReference } = byName(scopes, 'Locals')
    const { variables: rows } = await at.client.expectSuccess('variables', {
      variablesReference,
      format: { hex: true },
    })
    const shown = (name: string) => byName(rows, name).value
    expect(['sbyte', 'short', 'int', 'long', 'native', 'maybeLong', 'double', 'text'].map(shown)).toEqual([
      '0xFF',
      '0xFFFE',
      '0xFFFFFFFD',
      '0xFFFFFFFFFFFFFFFC',
      '0xFFFFFFFFFFFFFFFB',
      '0xFFFFFFFFFFFFFFFC',
      '2.5',
      '"text"',
    ])
  })

  test('a character is shown the same as a local, a nullable, an element and a field', async () => {
    const { Locals = [] } = await variables(at)
    const local = (name: string) => byName(Locals, name)
    expect([local('char').value, local('maybeChar').value, local('boxedChar').value]).toEqual(["'c'", "'m'", "'b'"])
    const fields = await children(at, local('holder').variablesReference)
    expect(byName(fields, 'Char').value).toBe("'c'")
  })

  /** Rows that are lazy have no value to compare. */
  async function wrongNames(rows: readonly Row[], levels: number): Promise<string[]> {
    const wrong: string[] = []
    for (const row of rows) {
      if (row.presentationHint?.lazy === true) continue
      if (row.evaluateName !== undefined) {
        const got = (await evaluate(at, row.evaluateName)).replace(/ : [^:]*$/, '')
        if (got !== row.value) wrong.push(`${row.evaluateName} gives ${got}, not ${row.value}`)
      }
      if (levels > 1 && row.variablesReference !== 0)
        wrong.push(...(await wrongNames(await children(at, row.variablesReference), levels - 1)))
    }
    return wrong
  }

  test.each([
    ['basic', 'hidden and private members'],
    ['named', 'explicit members of an interface'],
    ['tuple', 'a tuple'],
    ['person', 'a record'],
    ['point', 'a struct with a struct'],
    ['pointList', 'a list and its raw view'],
    ['maybes', 'nullables in an array'],
    ['maybePoint', 'a nullable struct'],
    ['meter', 'getters'],
  ])('every evaluateName of %s gives the value of its row (%s)', async (name) => {
    const { Locals = [] } = await variables(at)
    const row = byName(Locals, name)
    expect(await wrongNames([row], 3)).toEqual([])
  })
})
