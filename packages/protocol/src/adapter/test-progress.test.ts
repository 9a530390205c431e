import { describe, expect, test } from 'vitest'
import { readTestProgress } from './test-progress.js'

const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join('\n')

describe('how far a run has come', () => {
  const begun = lines(
    { event: 'begin', name: 'a', file: '/t.py', line: 3 },
    { event: 'end', name: 'a', outcome: 'failed', line: 5, message: 'assert 4 == 5' },
    { event: 'begin', name: 'b', file: '/t.py', line: 9 },
  )
  const failed = { name: 'a', file: '/t.py', line: 5, message: 'assert 4 == 5' }

  test('while it runs: what has ended, and the test that has not', () => {
    expect(readTestProgress(begun, false)).toEqual({
      summary: { passed: 0, failed: 1, skipped: 0, failures: [failed] },
      current: { name: 'b', file: '/t.py', line: 9 },
    })
  })

  test('after its end a test that never ended has failed', () => {
    const { summary, current } = readTestProgress(begun, true)
    expect(summary).toMatchObject({ failed: 2, failures: [failed, { name: 'b', message: 'it did not end' }] })
    expect(current).toBeUndefined()
  })

  test('a line that is not whole yet is left out', () => {
    const text = `${lines({ event: 'begin', name: 'a' })}\n{"event":"end","name":"a","outc`
    expect(readTestProgress(text, false)).toEqual({
      summary: { passed: 0, failed: 0, skipped: 0, failures: [] },
      current: { name: 'a' },
    })
  })

  test('skipped and passed tests are counted', () => {
    const text = lines({ event: 'end', name: 'a', outcome: 'passed' }, { event: 'end', name: 'b', outcome: 'skipped' })
    expect(readTestProgress(text, true).summary).toEqual({ passed: 1, failed: 0, skipped: 1, failures: [] })
  })
})
