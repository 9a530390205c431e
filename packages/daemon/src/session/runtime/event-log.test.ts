import type { SessionEvent, SessionEventBody } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { EventLog } from './event-log.js'
import { waitForEvent } from './wait-for-event.js'

const output = (seq: number, text: string): SessionEvent => ({
  seq,
  stopId: 0,
  at: 0,
  kind: 'output',
  category: 'stdout',
  text,
})

describe('the events kept of a session', () => {
  test.each([
    { events: 45_000, length: 10, kept: { least: 10_000, most: 20_000 }, why: 'short ones: by their number' },
    { events: 1000, length: 65_536, kept: { least: 16, most: 32 }, why: 'mux 16: long ones: by the text in them' },
    { events: 3, length: 5_000_000, kept: { least: 1, most: 1 }, why: 'the newest is kept, however long it is' },
  ])('$why', ({ events, length, kept }) => {
    const log = new EventLog()
    for (let seq = 1; seq <= events; seq += 1) log.add(output(seq, 'x'.repeat(length)))
    const { events: left, gap } = log.after(0)
    expect(left.length).toBeGreaterThanOrEqual(kept.least)
    expect(left.length).toBeLessThanOrEqual(kept.most)
    expect(left.at(-1)?.seq).toBe(events)
    expect(log.lastSeq).toBe(events)
    expect(gap).toBe(events - left.length)
    expect(left[0]?.seq).toBe(gap + 1)
  })
})

describe('waits', () => {
  const event = (body: SessionEventBody): SessionEvent => ({ seq: 1, stopId: 0, at: 0, ...body })
  test('a thousand of them end with the session, and until then hear nothing of its output', async () => {
    const log = new EventLog()
    let looked = 0
    const matches = () => (looked += 1) < 0
    const waits = Array.from({ length: 1000 }, () => waitForEvent(log, matches, { timeoutMs: 60_000 }))
    for (let at = 0; at < 100; at += 1) log.add(event({ kind: 'output', category: 'stdout', text: 'x' }))
    expect(looked).toBe(0)
    log.add(event({ kind: 'ended', why: 'killed' }))
    expect(new Set(await Promise.all(waits))).toEqual(new Set([undefined]))
    expect(log.listeners).toBe(0)
  })
  test('a wait that comes after the end is over at once; after a restart it is not', async () => {
    const log = new EventLog()
    log.add(event({ kind: 'ended', why: 'killed' }))
    expect(await waitForEvent(log, () => true, { timeoutMs: 60_000 })).toBeUndefined()
    log.add(event({ kind: 'phase', phase: 'starting' }))
    const stop = waitForEvent(log, ({ kind }) => kind === 'exited', { timeoutMs: 60_000 })
    log.add(event({ kind: 'exited', exitCode: 3 }))
    expect(await stop).toMatchObject({ exitCode: 3 })
  })
})
