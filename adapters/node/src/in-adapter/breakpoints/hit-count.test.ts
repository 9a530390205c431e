import { describe, expect, test } from 'vitest'
import { hitCountExpression, parseHitCount } from './hit-count.js'

describe('hit counts', () => {
  test.each([
    { text: '5', want: { operator: '===', count: 5 } },
    { text: ' == 5 ', want: { operator: '===', count: 5 } },
    { text: '>3', want: { operator: '>', count: 3 } },
    { text: '>= 3', want: { operator: '>=', count: 3 } },
    { text: '<=3', want: { operator: '<=', count: 3 } },
    { text: '% 2', want: { operator: '%', count: 2 } },
  ])('$text', ({ text, want }) => expect(parseHitCount(text)).toEqual(want))

  test.each(['', 'x', '-1', '1.5', '%0', '> ', '!= 3', '99999999999999999999'])('"%s" is none', (text) => {
    expect(parseHitCount(text)).toBeUndefined()
  })

  test('as JavaScript', () => {
    expect(hitCountExpression({ operator: '%', count: 2 }, 'n')).toBe('n % 2 === 0')
    expect(hitCountExpression({ operator: '>=', count: 3 }, 'n')).toBe('n >= 3')
  })
})
