import { describe, expect, test } from 'vitest'
import type { PausedEvent } from '../inspector/methods.js'
import { hasReason, thrownValue } from './stop.js'

const error = { type: 'object', subtype: 'error', className: 'Error', uncaught: true } as const
const event = (reason: string, data?: PausedEvent['data']): PausedEvent => ({
  callFrames: [],
  reason,
  ...(data === undefined ? {} : { data }),
})

describe('why V8 stopped', () => {
  test('one reason, or one of several', () => {
    const both = event('ambiguous', { reasons: [{ reason: 'Break on start' }, { reason: 'other' }] })
    expect(hasReason(event('Break on start'), 'Break on start')).toBe(true)
    expect(hasReason(both, 'Break on start')).toBe(true)
    expect(hasReason(event('other'), 'Break on start')).toBe(false)
  })

  test('the exception is in the data, or in one of several reasons', () => {
    const want = { object: error, isUncaught: true }
    expect(thrownValue(event('exception', error))).toEqual(want)
    expect(thrownValue(event('promiseRejection', error))).toEqual(want)
    expect(thrownValue(event('ambiguous', { reasons: [{ reason: 'exception', auxData: error }] }))).toEqual(want)
    expect(thrownValue(event('other'))).toBeUndefined()
  })
})
