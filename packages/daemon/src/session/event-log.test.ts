import type { SessionEvent } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { EventLog } from './event-log.js'

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
