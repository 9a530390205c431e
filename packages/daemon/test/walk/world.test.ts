import { expect, test } from 'vitest'
import { Trace } from './trace.js'
import { beginAnew, isLive, newSession, noteEnd } from './world.js'

const session = () => newSession('s1', 'agent', new Trace())

test('an end that was seen is one: later restarts have nothing to begin anew', () => {
  const one = session()
  noteEnd(one)
  expect(isLive(one)).toBe(false)
})

test('a session that is ended and restarted at once goes on: the end is seen before the restart is answered', async () => {
  const one = session()
  await beginAnew(one, () => {
    noteEnd(one)
    return Promise.resolve(true)
  })
  expect(isLive(one)).toBe(true)
})

test('a session that is ended and restarted at once goes on: the restart is answered before the end', async () => {
  const one = session()
  const { restarts } = one
  await beginAnew(one, () => Promise.resolve(true))
  noteEnd(one, restarts)
  expect(isLive(one)).toBe(true)
})

test('a restart that is refused leaves the end on its way', async () => {
  const one = { ...session(), isEnding: true }
  await beginAnew(one, () => Promise.resolve(false))
  expect(one.isEnding).toBe(true)
  noteEnd(one)
  expect(isLive(one)).toBe(false)
})
