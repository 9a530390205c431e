import { describe, expect, test } from 'vitest'
import { nearestName } from './nearest-name.js'

describe('nearestName', () => {
  const known = ['thread_id', 'frame_index', 'scope', 'expand', 'at']
  test.each([
    { name: 'tread_id', want: 'thread_id', why: 'one letter is missing' },
    { name: 'SCOPE', want: 'scope', why: 'case does not count' },
    { name: 'scopes', want: 'scope', why: 'one letter too many' },
    { name: 'scpoe', want: undefined, why: 'two changed letters of five are too many' },
    { name: 'frame_idx', want: 'frame_index', why: 'two letters are missing' },
    { name: 'ex', want: undefined, why: 'two letters are no beginning' },
    { name: 'thr', want: 'thread_id', why: 'it begins with these letters' },
    { name: 'a', want: 'at', why: 'one letter may always differ' },
    { name: 'colour', want: undefined, why: 'no name is near' },
    { name: '', want: undefined, why: 'an empty name means nothing' },
  ])('$name: $why', ({ name, want }) => expect(nearestName(name, known)).toBe(want))

  test('the nearer name wins over an earlier one', () =>
    expect(nearestName('max_elements', ['max_element', 'max_elements'])).toBe('max_elements'))
  test('of two that are equally near, the first wins', () => expect(nearestName('cat', ['bat', 'car'])).toBe('bat'))
  test('where nothing is known, nothing is near', () => expect(nearestName('scope', [])).toBeUndefined())
  test('a search of a whole set works too', () => expect(nearestName('scop', new Set(known))).toBe('scope'))
})
