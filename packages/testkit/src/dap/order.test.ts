import { describe, expect, test } from 'vitest'
import type { Entry } from './entry.js'
import { and, event, matchOrder, or, request, response, inOrder } from './order.js'

const entries = (['request next', 'event continued', 'response next', 'event stopped', 'event stopped'] as const).map(
  (text, index): Entry => {
    const [type = '', name = ''] = text.split(' ')
    const message = type === 'event' ? { seq: 1, type, event: name } : { seq: 1, type, command: name }
    return { index, atMs: index, dir: type === 'request' ? 'out' : 'in', message }
  },
)

describe('mux 22: order of messages', () => {
  test.each([
    { order: event('stopped'), want: 4, why: 'the earliest one' },
    { order: inOrder(request('next'), event('stopped')), want: 4, why: 'others may stand between' },
    { order: inOrder(event('stopped'), response('next')), want: undefined, why: 'the wrong order' },
    { order: inOrder(event('stopped'), event('stopped')), want: 5, why: 'then wants a second one' },
    { order: and(event('stopped'), event('continued')), want: 4, why: 'and takes either order' },
    { order: and(event('stopped'), event('exited')), want: undefined, why: 'and wants all' },
    { order: or(event('exited'), event('continued'), event('stopped')), want: 2, why: 'or takes the first' },
    { order: or(event('exited'), event('terminated')), want: undefined, why: 'or wants one' },
    {
      order: inOrder(request('next'), and(response('next'), event('continued')), event('stopped')),
      want: 4,
      why: 'nested',
    },
    { order: event('stopped', () => false), want: undefined, why: 'what is in it counts too' },
    { order: inOrder(), want: 0, why: 'nothing is satisfied at once' },
  ])('$why: $order.text', ({ order, want }) => expect(matchOrder(order, entries)).toBe(want))

  test('from a mark on', () => {
    expect(matchOrder(event('stopped'), entries, 4)).toBe(5)
    expect(matchOrder(event('stopped'), entries, 5)).toBeUndefined()
  })

  test('the text names what was wanted', () => {
    expect(inOrder(request('next'), or(event('stopped'), and(event('exited'), event('terminated')))).text).toBe(
      '(request next then (event stopped or (event exited and event terminated)))',
    )
  })
})
