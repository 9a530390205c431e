import { describe, expect, test } from 'vitest'
import { memberPath } from './member-path.js'

describe('bare paths', () => {
  test.each([
    { text: 'customer', want: { root: 'customer', steps: [] }, why: 'a name' },
    { text: 'this._x.Name', want: { root: 'this', steps: ['._x', '.Name'] }, why: 'members' },
    { text: 'a.b[3].c', want: { root: 'a', steps: ['.b', '[3]', '.c'] }, why: 'an element by number' },
    { text: 'tags["a"]', want: { root: 'tags', steps: ['["a"]'] }, why: 'an element by text' },
    { text: '@class', want: { root: 'class', steps: [] }, why: 'a name that is a keyword' },
    { text: 'größe.数[0]', want: { root: 'größe', steps: ['.数', '[0]'] }, why: 'letters of any alphabet' },
    { text: 'a.b\u0301', want: { root: 'a', steps: ['.b\u0301'] }, why: 'a combining mark' },
    { text: 'a.€', want: undefined, why: 'a sign is no letter' },
    { text: 'a.b()', want: undefined, why: 'a call runs code' },
    { text: 'a + b', want: undefined, why: 'an operator is no path' },
    { text: '5', want: undefined, why: 'a number is no name' },
  ])('$why: $text', ({ text, want }) => expect(memberPath(text)).toEqual(want))
})
