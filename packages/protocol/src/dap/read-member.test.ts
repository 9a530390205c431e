import { expect, test } from 'vitest'
import { booleanIn, countIn, flagIn, listIn, objectIn, textIn, textsIn } from './read-member.js'

/** One member of each type that JSON has. */
const object = {
  text: 'x',
  empty: '',
  count: 3,
  half: 0.5,
  yes: true,
  no: false,
  nothing: null,
  inner: { a: 1 },
  list: [{ a: 1 }, 'x', null, 2],
}
const keys = [...Object.keys(object), 'absent']

/** What each reader finds, by member. It takes every other member for absent. */
test.each([
  { read: textIn, found: { text: 'x', empty: '' }, absent: undefined },
  { read: countIn, found: { count: 3 }, absent: undefined },
  { read: booleanIn, found: { yes: true, no: false }, absent: undefined },
  { read: flagIn, found: { yes: true }, absent: false },
  { read: objectIn, found: { inner: { a: 1 } }, absent: undefined },
  { read: listIn, found: { list: [{ a: 1 }] }, absent: [] },
  { read: textsIn, found: { list: ['x'] }, absent: [] },
])('$read.name finds $found', ({ read, found, absent }) => {
  const wanted: Readonly<Record<string, unknown>> = found
  for (const key of keys) expect(read(object, key), key).toEqual(key in wanted ? wanted[key] : absent)
})
