import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { InspectionCache } from './cache.js'
import { Epochs } from './epochs.js'
import { inspectionKey, promptKey } from './key.js'
import { Memoizer } from './memoize.js'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** RFC 8785 for the small ASCII values of this page, written apart from the product's library. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

describe('workflow 22: the three check values', () => {
  const params = { thread_id: 5, frame_index: 0, scope: 'all' }
  test.each([
    {
      key: () => inspectionKey({ session: 's1', epoch: 3, method: 'variables_get', params }, sha256),
      value: { v: 1, kind: 'inspection', session: 's1', epoch: 3, method: 'variables_get', params },
      want: 'fb6f6fa5f2278306732ac1fdd1ad38b588340edc8adeda30312969a084730b32',
    },
    {
      key: () => inspectionKey({ session: 's1', epoch: 4, method: 'variables_get', params }, sha256),
      value: { v: 1, kind: 'inspection', session: 's1', epoch: 4, method: 'variables_get', params },
      want: '848b338b99f62d18ae1dd43f9dd3252fb68daa51fe69398282190f0c62b43283',
    },
    {
      key: () => promptKey({ user: 'Why is user null?', model: 'm', data: { frame: 0 } }, sha256),
      value: { v: 1, kind: 'prompt', prompt: { user: 'Why is user null?', model: 'm', data: { frame: 0 } } },
      want: '0262d96987abae2efab42df41b27613029fb073822f26f7146af86f143aa1792',
    },
  ])('$want', ({ key, value, want }) => {
    expect(sha256(canonical(value))).toBe(want)
    expect(key()).toBe(want)
  })
})

describe('workflow 27: what is kept', () => {
  const entry = (value: unknown, session = 's1') => ({ kind: 'inspection' as const, value, session, epoch: 1, now: 0 })
  test('status never gives the value and keeps an entry from being used', () => {
    const cache = new InspectionCache({ entries: 2, bytes: 1000 })
    cache.put('a', entry(1))
    cache.put('b', entry(2))
    expect(cache.status('a', 10)).toEqual({
      exists: true,
      key: 'a',
      kind: 'inspection',
      sessionId: 's1',
      epoch: 1,
      ageMs: 10,
      expiresAt: 3_600_000,
      sizeBytes: 1,
    })
    cache.put('c', entry(3))
    expect(cache.status('a', 10)).toEqual({ exists: false, key: 'a', reason: 'evicted' })
  })
  test('an hour is the end, whatever was asked', () => {
    const cache = new InspectionCache()
    cache.put('a', { ...entry(1), ttlMs: 1e12 })
    expect(cache.get('a', 3_599_999)?.value).toBe(1)
    expect(cache.get('a', 3_600_000)).toBeUndefined()
    expect(cache.status('a', 3_600_001).reason).toBe('expired')
  })
  test('real bytes are counted', () => {
    const cache = new InspectionCache({ entries: 100, bytes: 100 })
    cache.put('a', entry('é'.repeat(30)))
    cache.put('b', entry('é'.repeat(30)))
    expect([cache.status('a', 0).exists, cache.status('b', 0).exists]).toEqual([false, true])
  })
  test('a session is invalidated whole', () => {
    const cache = new InspectionCache()
    cache.put('a', entry(1))
    cache.put('b', entry(2, 's2'))
    expect(cache.invalidate({ session: 's1' })).toBe(1)
    expect([cache.status('a', 0).reason, cache.status('b', 0).exists, cache.status('x', 0).reason]).toEqual([
      'invalidated',
      true,
      'never_stored',
    ])
  })
})

describe('workflow 23, 25: memoized inspections', () => {
  const makeMemoizer = () => {
    const epochs = new Epochs()
    return { epochs, memoizer: new Memoizer({ cache: new InspectionCache(), epochs, sha256, now: () => 0 }) }
  }
  const answer = async (memoizer: Memoizer, compute: () => Promise<unknown>) => {
    const recalled = await memoizer.recall({ session: 's1', method: 'variables_get', params: {} })
    return recalled.kind === 'kept' ? recalled.answer : recalled.keep(compute())
  }

  test('twenty equal calls at once compute once', async () => {
    const { memoizer } = makeMemoizer()
    let computed = 0
    const compute = () => Promise.resolve(++computed)
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(memoizer, compute)))
    expect(computed).toBe(1)
    expect(answers.map(({ cache }) => cache.hit).filter((hit) => !hit)).toHaveLength(1)
    expect((await answer(memoizer, compute)).cache.hit).toBe(true)
  })
  test('an answer from before a move is not stored', async () => {
    const { memoizer, epochs } = makeMemoizer()
    const first = answer(memoizer, () => Promise.resolve('old'))
    epochs.move('s1', 'resume-sent')
    expect((await first).value).toBe('old')
    expect(await answer(memoizer, () => Promise.resolve('new'))).toMatchObject({
      value: 'new',
      cache: { hit: false, epoch: 1 },
    })
  })
  test('what one caller took back is asked again for the others', async () => {
    const { memoizer } = makeMemoizer()
    let asked = 0
    const compute = () => (++asked === 1 ? Promise.reject(new Error('taken back')) : Promise.resolve('value'))
    const [first, second] = [answer(memoizer, compute), answer(memoizer, compute)]
    await expect(first).rejects.toThrow('taken back')
    expect((await second).value).toBe('value')
  })
  test('an error is never stored', async () => {
    const { memoizer } = makeMemoizer()
    await expect(answer(memoizer, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await answer(memoizer, () => Promise.resolve(1))).cache.hit).toBe(false)
  })
})
