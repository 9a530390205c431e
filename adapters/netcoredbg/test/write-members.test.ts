import { lastOf } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { evaluate, notLive } from './shim-session.js'
import { rowAt } from './types-session.js'
import { started, three, writesOf, type Written } from './write-table.js'

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
  { ...three('holder/SByte', '0xFE', '0xFD', '9'), reads: ['-2', '-3', '9'] },
  three('holder/ULong', '18446744073709551615', '8', '9'),
  { ...three('holder/Float', '2.25', '3.5', '0.5f'), reads: ['2.25', '3.5', '0.5'] },
  { ...three('holder/Double', '-Infinity', 'NaN', '0.5'), reads: ['-Infinity', 'NaN', '0.5'] },
  {
    ...three('holder/Decimal', '79228162514264337593543950335', '3.5', '0.5m'),
    reads: ['79228162514264337593543950335', '3.5', '0.5'],
  },
  { ...three('holder/MaybeDouble', '2.25', 'Infinity', 'null'), reads: ['2.25', 'Infinity', 'null'] },
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
  { ...three('float', '2.25', '3.5', '0.5f'), expression: '@float', reads: ['2.25', '3.5', '0.5'] },
  { ...three('decimal', '2.25', '3.5', '0.5m'), expression: '@decimal', reads: ['2.25', '3.5', '0.5'] },
  three('text', '"new"', 'null', '"again"'),
  { ...three('color', 'Color.Blue', 'Color.Red', 'Color.Green'), reads: ['Blue', 'Red', 'Green'] },
  three('point/X', '11', '12', '13'),
  three('tuple/Item1', '11', '12', '13'),
  three('maybeInt', 'null', '8', '9'),
  three('noInt', '7', 'null', '9'),
  three('maybeChar', "'x'", 'null', "'z'"),
  three('byReference', '7', '8', '9'),
]

describe.skipIf(notLive !== undefined)('.NET writes to arguments', () => {
  writesOf(started('arguments'), ARGUMENTS)
})

describe.skipIf(notLive !== undefined)('.NET writes to members, elements and statics', () => {
  const program = started('locals')
  writesOf(program, [...STRUCTS, ...FIELDS])

  test.each(['pointList/[0]/X', 'holder/PointList/[0]/X', 'holder/PointMap/["a"]/X', 'holder/BoxedPoint/X'])(
    'setVariable changes a struct that C# cannot change in place: %s',
    { timeout: 240_000 },
    async (name) => {
      const at = program()
      const path = name.split('/')
      const { container } = await rowAt(at, path)
      const set = { variablesReference: container, name: lastOf(path), value: '21' }
      expect(await at.client.expectSuccess('setVariable', set)).toMatchObject({ value: '21' })
      expect((await rowAt(at, path)).row.value).toBe('21')
    },
  )

  test('a value that is typed as it is shown: a static float by setExpression', async () => {
    const { client, frameId } = program()
    const set = { expression: 'Statics.Float', value: '2.25', frameId }
    expect(await client.expectSuccess('setExpression', set)).toMatchObject({ value: '2.25' })
  })

  test.each([
    { name: 'static', text: 'Statics.Char', value: "'w'", want: "'w' : char" },
    { name: 'static nullable', text: 'Statics.MaybeInt', value: 'null', want: 'null : int?' },
    { name: 'static struct', text: 'Statics.Point.X', value: '8', want: '8 : int' },
    { name: 'static native integer', text: 'Statics.NInt', value: '8', want: '8 : nint' },
  ])('a $name field: $text', async ({ text, value, want }) => {
    const at = program()
    expect(await evaluate(at, `${text} = ${value}`)).not.toMatch(/^!/)
    expect(await evaluate(at, text)).toBe(want)
    const set = { expression: text, value, frameId: at.frameId }
    await at.client.expectSuccess('setExpression', set)
    expect(await evaluate(at, text)).toBe(want)
  })
})
