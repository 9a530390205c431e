import { describe, expect, test } from 'vitest'
import { nearestName } from './nearest-name.js'

describe('nearestName', () => {
  const known = ['thread_id', 'frame_index', 'scope', 'expand']
  test.each([
    { name: 'tread_id', want: 'thread_id', why: 'one letter is missing' },
    { name: 'SCOPE', want: 'scope', why: 'case does not count' },
    { name: 'scopes', want: 'scope', why: 'one letter too many' },
    { name: 'frame_idx', want: 'frame_index', why: 'two letters are missing' },
    { name: 'thr', want: 'thread_id', why: 'it begins so' },
    { name: 'colour', want: undefined, why: 'nothing is near' },
  ])('$name: $why', ({ name, want }) => expect(nearestName(name, known)).toBe(want))
})
