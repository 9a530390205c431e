import { describe, expect, test } from 'vitest'
import { Fields, type BadField } from './fields.js'

const refuse = ({ path, needs, value }: BadField): never => {
  throw new Error(`${path} needs ${needs}, not ${JSON.stringify(value)}`)
}
const fields = new Fields(
  {
    text: 'x',
    count: 3,
    half: 1.5,
    on: false,
    list: ['p', 'q'],
    numbers: [1, 2],
    nested: { line: 1, deeper: { name: 5 } },
    rows: [{ line: 1 }, { line: 'x' }, 7],
    env: { A: 'b', C: null, D: 1 },
    nothing: null,
  },
  refuse,
)

describe('fields of a request', () => {
  test('are read as they are', () => {
    expect([fields.text('text'), fields.int('count'), fields.number('half'), fields.flag('on', true)]).toEqual([
      'x',
      3,
      1.5,
      false,
    ])
    expect([fields.texts('list'), fields.ints('numbers')]).toEqual([
      ['p', 'q'],
      [1, 2],
    ])
    expect(fields.object('nested').int('line')).toBe(1)
    expect(fields.record('env')).toEqual({ A: 'b', C: undefined, D: '1' })
    expect(fields.entries('nested')).toHaveLength(2)
    expect(fields.objects('rows')).toHaveLength(3)
  })
  test('null and absent are missing', () => {
    for (const name of ['nothing', 'absent']) {
      expect(fields.has(name)).toBe(false)
      expect([fields.textOr(name), fields.intOr(name), fields.numberOr(name), fields.flagOr(name)]).toEqual(
        Array(4).fill(undefined),
      )
      expect([fields.texts(name), fields.ints(name), fields.objects(name), fields.entries(name)]).toEqual([
        [],
        [],
        [],
        [],
      ])
      expect(fields.object(name).has('x')).toBe(false)
    }
  })
  test.each([
    { read: () => fields.text('count'), says: 'count needs a string, not 3' },
    { read: () => fields.text('absent'), says: 'absent needs a string, not undefined' },
    { read: () => fields.int('half'), says: 'half needs a whole number, not 1.5' },
    { read: () => fields.number('text'), says: 'text needs a number, not "x"' },
    { read: () => fields.flag('text'), says: 'text needs true or false, not "x"' },
    { read: () => fields.ints('list'), says: 'list needs a list of whole numbers, not ["p","q"]' },
    { read: () => fields.object('text'), says: 'text needs an object, not "x"' },
    {
      read: () => fields.object('nested').object('deeper').text('name'),
      says: 'nested.deeper.name needs a string, not 5',
    },
    { read: () => fields.objects('rows')[1]!.int('line'), says: 'rows[1].line needs a whole number, not "x"' },
    { read: () => new Fields(undefined, refuse).text('a'), says: 'a needs a string, not undefined' },
  ])('$says', ({ read, says }) => expect(read).toThrow(says))
})
