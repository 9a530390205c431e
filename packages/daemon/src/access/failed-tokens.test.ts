import { expect, test } from 'vitest'
import { FailedTokens } from './failed-tokens.js'

const waits = (failed: FailedTokens, times: number, { at = 0, address = 'a' } = {}) =>
  Array.from({ length: times }, () => failed.failed(address, at))

test('the first wrong tokens of an address are answered at once, each later one waits twice as long, up to 8 s', () => {
  expect(waits(new FailedTokens(), 16)).toEqual([
    ...Array<number>(8).fill(0),
    250,
    500,
    1000,
    2000,
    4000,
    8000,
    8000,
    8000,
  ])
})

test('another address does not wait, and an address is forgiven after a minute without a wrong token', () => {
  const failed = new FailedTokens()
  waits(failed, 12)
  expect(waits(failed, 1, { address: 'b' })).toEqual([0])
  expect(waits(failed, 1, { at: 60_000 })).toEqual([4000])
  expect(waits(failed, 1, { at: 120_001 })).toEqual([0])
})

test('many addresses take no more memory than some', () => {
  const failed = new FailedTokens()
  waits(failed, 12)
  for (let one = 0; one < 5000; one += 1) failed.failed(`other-${one}`, 0)
  expect(waits(failed, 1)).toEqual([0])
})
