import { lastOf } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { notLive } from './shim-session.js'
import { rowAt } from './types-session.js'
import { started, three, writesOf, type Written } from './write-table.js'

const LOCALS: readonly Written[] = [
  { ...three('flag', 'false', 'true', 'false') },
  { ...three('byte', '9', '10', '255'), expression: '@byte' },
  { ...three('sbyte', '-9', '0xFE', '-128'), expression: '@sbyte', reads: ['-9', '-2', '-128'] },
  { ...three('short', '-9', '10', '11'), expression: '@short' },
  { ...three('ushort', '9', '10', '65535'), expression: '@ushort' },
  { ...three('int', '-9', '10', '-2147483648'), expression: '@int' },
  { ...three('uint', '9', '10', '4294967295'), expression: '@uint' },
  {
    ...three('long', '0xFFFFFFFFFFFFFFF7', '10', '9223372036854775807'),
    expression: '@long',
    reads: ['-9', '10', '9223372036854775807'],
  },
  { ...three('ulong', '9', '10', '18446744073709551615'), expression: '@ulong' },
  { ...three('char', "'w'", "'\\''", "'\\n'"), expression: '@char' },
  {
    ...three('float', '2.25', '-0.1', 'float.NaN'),
    expression: '@float',
    reads: ['2.25', '-0.1', 'NaN'],
  },
  {
    ...three('double', 'NaN', '1E+300', 'double.NegativeInfinity'),
    expression: '@double',
    reads: ['NaN', '1E+300', '-Infinity'],
  },
  {
    ...three('decimal', '2.25', '79228162514264337593543950335', '0.1m'),
    expression: '@decimal',
    reads: ['2.25', '79228162514264337593543950335', '0.1'],
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
  { ...three('floats/[0]', '2.25', '3.5', '0.5f'), reads: ['2.25', '3.5', '0.5'] },
  three('natives/[0]', '7', '8', '9'),
  three('maybes/[0]', 'null', '8', 'null'),
  three('maybes/[1]', '7', 'null', '9'),
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
    { ...three('maybeFloat', '2.25', '-Infinity', 'null'), reads: ['2.25', '-Infinity', 'null'] },
    three('maybeDouble', '2.25', 'null', '0.5'),
    { ...three('maybeDecimal', '2.25', '0.25', 'null'), reads: ['2.25', '0.25', 'null'] },
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

describe.skipIf(notLive !== undefined)('.NET writes to locals', () => {
  const program = started('locals')
  writesOf(program, LOCALS)

  test.each([
    { path: 'native', value: '9', words: /native integer type; a field and an element of an array can be set/ },
    { path: 'unsignedNative', value: '9', words: /native integer type; a field and an element of an array can be set/ },
    { path: 'maybeNative', value: '9', words: /native integer type; a field and an element of an array can be set/ },
    { path: 'pointer', value: 'null', words: /is a pointer/ },
    { path: 'boxed', value: '"text"', words: /takes a value only if its type is that of the value before/ },
    { path: 'int', expression: '@int', value: '"text"', words: /^CS0029/ },
    { path: 'numbers', value: 'new[] { 1 }', words: /cannot replace a whole array/ },
    { path: 'holder/Fixed/X', value: '9', words: /it is read-only/, only: 'setVariable' },
  ])('$path cannot be set: each way answers an error with the reason', async (row) => {
    const at = program()
    const path = row.path.split('/')
    const expression = row.expression ?? path.join('.')
    const before = await rowAt(at, path)
    const set = { variablesReference: before.container, name: lastOf(path), value: row.value }
    expect((await at.client.expectFailure('setVariable', set)).message).toMatch(row.words)
    if (row.only === 'setVariable') return
    const given = { expression, value: row.value, frameId: at.frameId }
    expect((await at.client.expectFailure('setExpression', given)).message).toMatch(row.words)
    const text = { expression: `${expression} = ${row.value}`, frameId: at.frameId, context: 'repl' }
    expect((await at.client.expectFailure('evaluate', text)).message).toMatch(row.words)
    expect((await rowAt(at, path)).row.value).toBe(before.row.value)
  })
})
