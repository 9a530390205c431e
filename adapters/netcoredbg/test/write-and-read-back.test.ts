import { lastOf, must } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from './dotnet-programs.js'
import { evaluate, notLive, type Stopped } from './shim-session.js'
import { rowAt, runTypes } from './types-session.js'

interface Written {
  /** Names of rows, from the variable on. */
  readonly path: readonly string[]
  /** The same as C#. */
  readonly expression?: string
  readonly values: readonly [string, string, string]
  /** What is read afterwards; the value itself without it. */
  readonly reads?: readonly [string, string, string]
}

/** One value for each way. */
const three = (path: string, ...values: [string, string, string]): Written => ({ path: path.split('/'), values })

const LOCALS: readonly Written[] = [
  { ...three('flag', 'false', 'true', 'false') },
  { ...three('byte', '9', '10', '255'), expression: '@byte' },
  { ...three('sbyte', '-9', '10', '-128'), expression: '@sbyte' },
  { ...three('short', '-9', '10', '11'), expression: '@short' },
  { ...three('ushort', '9', '10', '65535'), expression: '@ushort' },
  { ...three('int', '-9', '10', '-2147483648'), expression: '@int' },
  { ...three('uint', '9', '10', '4294967295'), expression: '@uint' },
  { ...three('long', '-9', '10', '9223372036854775807'), expression: '@long' },
  { ...three('ulong', '9', '10', '18446744073709551615'), expression: '@ulong' },
  { ...three('char', "'w'", "'\\''", "'\\n'"), expression: '@char' },
  {
    ...three('float', '2.25f', '-0.1f', 'float.NaN'),
    expression: '@float',
    reads: ['2.25', '-0.1', 'NaN'],
  },
  {
    ...three('double', '2.25', '1e300', 'double.NegativeInfinity'),
    expression: '@double',
    reads: ['2.25', '1E+300', '-Infinity'],
  },
  {
    ...three('decimal', '2.25m', '-1m', '0.1m'),
    expression: '@decimal',
    reads: ['2.25', '-1', '0.1'],
  },
  three('text', '"new"', '"a \\"quote\\""', 'null'),
  { ...three('color', 'Color.Blue', 'Color.Red', '(Color)7'), reads: ['Blue', 'Red', '7'] },
  { ...three('wide', 'Wide.Large', 'Wide.Small', 'Wide.Large'), reads: ['Large', 'Small', 'Large'] },
  {
    ...three('date', 'new DateTime(2025, 5, 5)', 'DateTime.MinValue', 'new DateTime(2026, 1, 1)'),
    reads: ['2025-05-05', '0001-01-01', '2026-01-01'],
  },
  { ...three('pair', 'new Pair(7, 8)', 'new Pair(1, 0)', 'default(Pair)'), reads: pairs('7, 8', '1, 0', '0, 0') },
  { ...three('tuple', '(5, "five")', '(6, null)', '(7, "x")'), reads: ['(5, "five")', '(6, null)', '(7, "x")'] },
  {
    ...three('person', 'new Person("Bob", 1)', 'null', 'new Person("Eve", 2)'),
    reads: ['Person { Name = "Bob", Age = 1 }', 'null', 'Person { Name = "Eve", Age = 2 }'],
  },
  three('boxed', '8', '9', '10'),
  three('boxedChar', "'x'", "'y'", "'z'"),
  three('größe', '1', '2', '3'),
  three('数', '1', '2', '3'),
  ...nullables(),
  three('numbers/[0]', '7', '8', '9'),
  three('letters/[0]', "'x'", "'y'", "'z'"),
  { ...three('floats/[0]', '2.25f', '3f', '0.5f'), reads: ['2.25', '3', '0.5'] },
  three('natives/[0]', '7', '8', '9'),
  three('maybes/[0]', 'null', '8', 'null'),
  three('maybes/[1]', '7', 'null', '9'),
]

/** Members of structs, in everything that can hold one. */
const STRUCTS: readonly Written[] = [
  three('point/X', '11', '12', '13'),
  three('point/Y', '11', '12', '13'),
  three('point/Deep/Level', '11', '12', '13'),
  three('point/Deep/Name', '"a"', '"b"', 'null'),
  three('pair/Left', '11', '12', '13'),
  three('tuple/Item1', '11', '12', '13'),
  three('points/[1]/X', '11', '12', '13'),
  three('holder/Point/X', '11', '12', '13'),
  three('holder/Point/Deep/Level', '11', '12', '13'),
  three('holder/Points/[0]/X', '11', '12', '13'),
  three('holder/Tuple/Item1', '11', '12', '13'),
]

const FIELDS: readonly Written[] = [
  three('holder/Flag', 'false', 'true', 'false'),
  three('holder/Byte', '7', '8', '9'),
  three('holder/Long', '-7', '8', '9'),
  three('holder/Char', "'x'", "'y'", "'z'"),
  { ...three('holder/Float', '2.25f', '3f', '0.5f'), reads: ['2.25', '3', '0.5'] },
  { ...three('holder/Decimal', '2.25m', '3m', '0.5m'), reads: ['2.25', '3', '0.5'] },
  three('holder/NInt', '7', '8', '9'),
  three('holder/NUInt', '7', '8', '9'),
  three('holder/MaybeInt', 'null', '8', '9'),
  three('holder/NoInt', '7', 'null', '9'),
  three('holder/MaybeChar', "'x'", 'null', "'z'"),
  { ...three('holder/MaybeColor', 'Color.Blue', 'null', 'Color.Red'), reads: ['Blue', 'null', 'Red'] },
  { ...three('holder/Color', 'Color.Blue', 'Color.Red', 'Color.Green'), reads: ['Blue', 'Red', 'Green'] },
]

const ARGUMENTS: readonly Written[] = [
  three('flag', 'false', 'true', 'false'),
  { ...three('byte', '7', '8', '9'), expression: '@byte' },
  { ...three('char', "'x'", "'y'", "'z'"), expression: '@char' },
  { ...three('float', '2.25f', '3.5f', '0.5f'), expression: '@float', reads: ['2.25', '3.5', '0.5'] },
  { ...three('decimal', '2.25m', '3m', '0.5m'), expression: '@decimal', reads: ['2.25', '3', '0.5'] },
  three('text', '"new"', 'null', '"again"'),
  { ...three('color', 'Color.Blue', 'Color.Red', 'Color.Green'), reads: ['Blue', 'Red', 'Green'] },
  three('point/X', '11', '12', '13'),
  three('tuple/Item1', '11', '12', '13'),
  three('maybeInt', 'null', '8', '9'),
  three('noInt', '7', 'null', '9'),
  three('maybeChar', "'x'", 'null', "'z'"),
  three('byReference', '7', '8', '9'),
]

function pairs(...parts: [string, string, string]): [string, string, string] {
  const text = (part: string) => `Pair { Left = ${part.split(', ')[0]}, Right = ${part.split(', ')[1]} }`
  return [text(parts[0]), text(parts[1]), text(parts[2])]
}

function nullables(): Written[] {
  const whole = ['Byte', 'SByte', 'Short', 'UShort', 'Int', 'UInt', 'Long', 'ULong']
  return [
    ...whole.map((name) => three(`maybe${name}`, '7', 'null', '9')),
    three('maybeBool', 'false', 'null', 'true'),
    three('maybeChar', "'w'", 'null', "'v'"),
    { ...three('maybeFloat', '2.25f', 'null', '0.5f'), reads: ['2.25', 'null', '0.5'] },
    { ...three('maybeDouble', '2.25', 'null', '0.5'), reads: ['2.25', 'null', '0.5'] },
    { ...three('maybeDecimal', '2.25m', 'null', '0.5m'), reads: ['2.25', 'null', '0.5'] },
    { ...three('maybeColor', 'Color.Blue', 'null', 'Color.Red'), reads: ['Blue', 'null', 'Red'] },
    {
      ...three('maybeDate', 'new DateTime(2025, 5, 5)', 'null', 'DateTime.MinValue'),
      reads: ['2025-05-05', 'null', '0001-01-01'],
    },
    { ...three('maybeTuple', '(5, "x")', 'null', '(6, "y")'), reads: ['(5, "x")', 'null', '(6, "y")'] },
    three('noInt', '7', 'null', '9'),
    three('noChar', "'w'", 'null', "'v'"),
    {
      ...three('noDate', 'DateTime.MinValue', 'null', 'DateTime.MinValue'),
      reads: ['0001-01-01', 'null', '0001-01-01'],
    },
  ]
}

const csharp = ({ path, expression }: Written): string =>
  expression ?? path.reduce((text, name) => (name.startsWith('[') ? text + name : `${text}.${name}`))

/** The ways to write, in the order of `values`. */
const WAYS: readonly ((at: Stopped, written: Written, value: string) => Promise<string>)[] = [
  async (at, { path }, value) => {
    const { container } = await rowAt(at, path)
    const set = { variablesReference: container, name: lastOf(path), value }
    return (await at.client.expectSuccess('setVariable', set)).value
  },
  async (at, written, value) => {
    const set = { expression: csharp(written), value, frameId: at.frameId }
    return (await at.client.expectSuccess('setExpression', set)).value
  },
  async (at, written, value) => (await evaluate(at, `${csharp(written)} = ${value}`)).replace(/ : [^:]*$/, ''),
]

/** The program, stopped at a marker. One launch serves all rows of a stop: no row reads what another writes. */
function started(stop: string): () => Stopped {
  const scope = new Scope()
  let at: Stopped
  beforeAll(async () => {
    at = await runTypes(scope, { stop })
  }, 240_000)
  afterAll(() => scope.end(), 120_000)
  return () => at
}

function table(program: () => Stopped, rows: readonly Written[]): void {
  test.each(rows.map((row) => ({ ...row, name: row.path.join('/') })))(
    'what is written is what is read: $name by setVariable, setExpression and evaluate',
    { timeout: 120_000 },
    async (row) => {
      const at = program()
      for (const [way, write] of WAYS.entries()) {
        const want = row.reads?.[way] ?? row.values[way]!
        expect(await write(at, row, must(row.values[way]))).toBe(want)
        expect((await rowAt(at, row.path)).row.value).toBe(want)
      }
    },
  )
}

describe.skipIf(notLive !== undefined)('.NET writes to arguments', () => {
  table(started('arguments'), ARGUMENTS)
})

describe.skipIf(notLive !== undefined)('.NET writes to locals', () => {
  const program = started('locals')
  table(program, [...LOCALS, ...STRUCTS, ...FIELDS])

  test.each(['pointList/[0]/X', 'holder/PointList/[0]/X', 'holder/PointMap/["a"]/X', 'holder/BoxedPoint/X'])(
    'setVariable changes a struct that C# cannot change in place: %s',
    { timeout: 120_000 },
    async (name) => {
      const at = program()
      const path = name.split('/')
      const { container } = await rowAt(at, path)
      const set = { variablesReference: container, name: lastOf(path), value: '21' }
      expect(await at.client.expectSuccess('setVariable', set)).toMatchObject({ value: '21' })
      expect((await rowAt(at, path)).row.value).toBe('21')
    },
  )

  test.each([
    { name: 'static', text: 'Statics.Char', value: "'w'", want: "'w' : char" },
    { name: 'static nullable', text: 'Statics.MaybeInt', value: 'null', want: 'null : int?' },
    { name: 'static struct', text: 'Statics.Point.X', value: '8', want: '8 : int' },
    { name: 'static native integer', text: 'Statics.NInt', value: '8', want: '8 : nint' },
  ])('a $name field: $text', { timeout: 120_000 }, async ({ text, value, want }) => {
    const at = program()
    expect(await evaluate(at, `${text} = ${value}`)).not.toMatch(/^!/)
    expect(await evaluate(at, text)).toBe(want)
    const set = { expression: text, value, frameId: at.frameId }
    await at.client.expectSuccess('setExpression', set)
    expect(await evaluate(at, text)).toBe(want)
  })

  test.each([
    { path: 'native', value: '9', words: /native integer type; a field and an element of an array can be set/ },
    { path: 'unsignedNative', value: '9', words: /native integer type; a field and an element of an array can be set/ },
    { path: 'maybeNative', value: '9', words: /native integer type; a field and an element of an array can be set/ },
    { path: 'pointer', value: 'null', words: /is a pointer/ },
    { path: 'boxed', value: '"text"', words: /takes a value only if its type is that of the value before/ },
    { path: 'int', value: '"text"', words: /^CS0029/ },
    { path: 'numbers', value: 'new[] { 1 }', words: /cannot replace a whole array/ },
    { path: 'holder/Fixed/X', value: '9', words: /it is read-only/ },
  ])('$path cannot be set: the answer is an error with the reason', { timeout: 120_000 }, async (row) => {
    const at = program()
    const path = row.path.split('/')
    const before = await rowAt(at, path)
    const set = { variablesReference: before.container, name: lastOf(path), value: row.value }
    expect((await at.client.expectFailure('setVariable', set)).message).toMatch(row.words)
    expect((await rowAt(at, path)).row.value).toBe(before.row.value)
  })
})
