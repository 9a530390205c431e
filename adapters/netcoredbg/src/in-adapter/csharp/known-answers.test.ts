import { expect, test } from 'vitest'
import { KnownAnswers } from './known-answers.js'

test('the same question is asked once, also by two at a time, until it is forgotten; what failed is asked again', async () => {
  const known = new KnownAnswers()
  const asked: unknown[] = []
  const get = (question: readonly unknown[], fails = false) =>
    known.get(question, () => {
      asked.push(question)
      return fails ? Promise.reject(new Error('busy')) : Promise.resolve(asked.length)
    })
  expect(await Promise.all([get(['frame', { line: 1 }]), get(['frame', { line: 1 }])])).toEqual([1, 1])
  expect(await get(['frame', { line: 2 }])).toBe(2)
  expect(await get(['frame', { line: 1 }])).toBe(1)
  await expect(get(['frame', { line: 3 }], true)).rejects.toThrow('busy')
  expect(await get(['frame', { line: 3 }])).toBe(4)
  known.forget()
  expect(await get(['frame', { line: 1 }])).toBe(5)
})
