import { describe, expect, test } from 'vitest'
import { headOfStackText, parseStackText } from './stack-text.js'

const TEXT = `TypeError: bad x
second line
    at f (file:///tmp/a%20b/esm.mjs:3:20)
    at async Cart.total [as sum] (/tmp/sp ace/m.js:12:3)
    at /tmp/plain.js:7:7
    at Module._compile (node:internal/modules/cjs/loader:1518:14)
    at <anonymous>`

describe('the text of an error', () => {
  test('its calls, as files and places from 0, without Node’s own', () => {
    expect(parseStackText(TEXT)).toEqual([
      { name: 'f', path: '/tmp/a b/esm.mjs', url: 'file:///tmp/a%20b/esm.mjs', line: 2, column: 19 },
      { name: 'Cart.total [as sum]', path: '/tmp/sp ace/m.js', url: '/tmp/sp ace/m.js', line: 11, column: 2 },
      { name: '<anonymous>', path: '/tmp/plain.js', url: '/tmp/plain.js', line: 6, column: 6 },
    ])
  })

  test('its head', () => {
    expect(headOfStackText(TEXT)).toBe('TypeError: bad x\nsecond line')
    expect(headOfStackText('just text')).toBe('just text')
  })
})
