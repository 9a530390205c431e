import { describe, expect, test } from 'vitest'
import { declaredNames } from './declared-names.js'

describe('the names that code declares', () => {
  test.each([
    ['let s = 0; const k = s + 1; var $v', ['s', 'k', '$v']],
    ['for (const [key, value] of map) { let { a, b: { c } } = value }', ['key', 'value', 'a', 'b', 'c']],
    ['s = other.total + 1', []],
    ['"let x"; // let y', []],
  ])('%s', (code, names) => {
    expect([...declaredNames(code)].sort()).toEqual([...names].sort())
  })
})
