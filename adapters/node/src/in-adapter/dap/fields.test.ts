import { describe, expect, test } from 'vitest'
import { Fields } from './fields.js'

const fields = new Fields('variables', {
  count: 3,
  name: 'x',
  on: true,
  list: ['a'],
  nested: { line: 1 },
  nothing: null,
})

describe('the arguments of a request', () => {
  test('what is there is read as it is', () => {
    expect(fields.number('count')).toBe(3)
    expect(fields.string('name')).toBe('x')
    expect(fields.optionalBoolean('on')).toBe(true)
    expect(fields.strings('list')).toEqual(['a'])
    expect(fields.object('nested').number('line')).toBe(1)
  })

  test('null counts as missing', () => {
    expect(fields.has('nothing')).toBe(false)
    expect(fields.optionalString('nothing')).toBeUndefined()
    expect(fields.objects('nothing')).toEqual([])
  })

  test.each([
    { read: () => fields.number('absent'), says: 'variables: absent is missing; it must be a number' },
    { read: () => fields.number('name'), says: 'variables: name must be a number, not "x"' },
    { read: () => fields.strings('count'), says: 'variables: count must be a list, not 3' },
    { read: () => fields.object('nested').string('line'), says: 'variables.nested: line must be a string, not 1' },
    {
      read: () => new Fields('launch', undefined).string('program'),
      says: 'launch: program is missing; it must be a string',
    },
  ])('$says', ({ read, says }) => expect(read).toThrow(says))
})
