import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '@dapplex/protocol'
import { EventLog } from './event-log.js'
import { InputQueue } from './input-queue.js'
import { ObjectTable } from '../registry/object-table.js'
import { OutputHistory } from './output-history.js'
import { waitForEvent } from './wait-for-event.js'

const event = (seq: number, kind: 'stopped' | 'ended'): SessionEvent =>
  kind === 'ended'
    ? { seq, stopId: 0, at: 0, kind, why: 'over' }
    : { seq, stopId: 1, at: 0, kind, reason: 'step', allThreadsStopped: true, breakpointIds: [] }
/** Of a queue whose inputs do not throw. */
const fails = (input: number, error: unknown) => expect.unreachable(`${input}: ${String(error)}`)
const isStop = (one: SessionEvent) => one.kind === 'stopped'

describe('waiting for an event', () => {
  test('one that was recorded since the caller last looked counts', async () => {
    const log = new EventLog()
    log.add(event(1, 'stopped'))
    expect(await waitForEvent(log, isStop, { timeoutMs: 1, sinceSeq: 0 })).toMatchObject({ seq: 1 })
    expect(await waitForEvent(log, isStop, { timeoutMs: 1 })).toBeUndefined()
  })

  test('ends at once when the session ends, and leaves no listener behind', async () => {
    const log = new EventLog()
    const waiting = waitForEvent(log, isStop, { timeoutMs: 60_000 })
    log.add(event(1, 'ended'))
    expect(await waiting).toBeUndefined()
    expect(log.listeners).toBe(0)
    expect(await waitForEvent(log, isStop, { timeoutMs: 60_000 })).toBeUndefined()
  })

  test('rejects with the reason of a cancelled call', async () => {
    const log = new EventLog()
    const call = new AbortController()
    const waiting = waitForEvent(log, isStop, { timeoutMs: 60_000, signal: call.signal })
    call.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(log.listeners).toBe(0)
  })
})

test('an event log forgets the oldest and tells how much is lost', () => {
  const log = new EventLog()
  for (let seq = 1; seq <= 25_000; seq += 1) log.add(event(seq, 'stopped'))
  const { events, gap } = log.after(0)
  expect(events[0]?.seq).toBe(gap + 1)
  expect(events.at(-1)?.seq).toBe(25_000)
  expect(log.after(24_999)).toMatchObject({ gap: 0, events: [{ seq: 25_000 }] })
})

describe('output history', () => {
  test('offsets count bytes, and a cut within a character moves to the next', () => {
    const output = new OutputHistory()
    output.add('stdout', 'aé')
    output.add('stderr', 'b')
    expect(output.from(0)).toEqual({
      pieces: [
        { offset: 0, category: 'stdout', text: 'aé' },
        { offset: 3, category: 'stderr', text: 'b' },
      ],
      next: 4,
      dropped: 0,
    })
    expect(output.from(2).pieces).toEqual([
      { offset: 3, category: 'stdout', text: '' },
      { offset: 3, category: 'stderr', text: 'b' },
    ])
    expect(output.from(4)).toEqual({ pieces: [], next: 4, dropped: 0 })
  })

  test('the output of a child session keeps its name, also where it is cut', () => {
    const output = new OutputHistory()
    output.add('stdout', 'own')
    output.add('stdout', 'its', 's2')
    expect(output.from(4).pieces).toEqual([{ offset: 4, category: 'stdout', text: 'ts', session: 's2' }])
  })

  test('keeps a megabyte and tells what was dropped', () => {
    const output = new OutputHistory()
    for (let i = 0; i < 20; i += 1) output.add('stdout', 'x'.repeat(100_000))
    const { pieces, next, dropped } = output.from(0)
    expect(next).toBe(2_000_000)
    expect(dropped).toBe(pieces[0]?.offset)
    expect(next - dropped).toBeGreaterThanOrEqual(1024 * 1024)
    expect(next - dropped).toBeLessThan(1_200_000)
  })
})

test('object ids: positive, one for each object, never used again', () => {
  const table = new ObjectTable()
  const entry = {
    sessionId: 's1',
    issuedAtStopId: 1,
    reference: 7,
    lifetime: 'stop',
    typeName: 'T',
    value: 'v',
  } as const
  expect(table.issue(entry)).toBe(1)
  expect(table.issue(entry)).toBe(1)
  expect(table.issue({ ...entry, sessionId: 's2' })).toBe(2)
  expect(table.release(1)).toBe(true)
  expect(table.find(1).kind).toBe('released')
  expect(table.find(3).kind).toBe('never_issued')
  expect(table.issue(entry)).toBe(3)
  expect(table.issue({ ...entry, reference: 8 })).toBe(4)

  table.endSession('s1')
  expect([1, 2, 3, 4].map((id) => table.find(id).kind)).toEqual(['released', 'found', 'session_ended', 'session_ended'])
  expect(table.release(3)).toBe(true)
  expect(table.find(3).kind).toBe('released')
})

describe('the input queue', () => {
  test('an input that arrives while one is taken waits for its turn', () => {
    const taken: number[] = []
    const queue: InputQueue<number> = new InputQueue((n) => {
      if (n === 1) queue.push(2)
      taken.push(n)
    }, fails)
    queue.push(1)
    expect(taken).toEqual([1, 2])
  })

  test('lets others run after 64', async () => {
    const taken: number[] = []
    const queue: InputQueue<number> = new InputQueue((n) => {
      if (n === 0) for (let i = 1; i <= 200; i += 1) queue.push(i)
      taken.push(n)
    }, fails)
    queue.push(0)
    expect(taken).toHaveLength(64)
    await new Promise<void>((resolve) => {
      const look = () => (taken.length === 201 ? resolve() : void setImmediate(look))
      look()
    })
    expect(taken).toEqual(Array.from({ length: 201 }, (_, i) => i))
  })

  test('goes on after an input that throws, and tells of it: no session takes the daemon with it', () => {
    const taken: number[] = []
    const failed: unknown[] = []
    const take = (n: number) => {
      if (n === 1) throw new Error('no descriptor is left')
      taken.push(n)
    }
    const queue = new InputQueue(take, (n, error) => failed.push([n, String(error)]))
    for (const n of [1, 2]) queue.push(n)
    expect(taken).toEqual([2])
    expect(failed).toEqual([[1, 'Error: no descriptor is left']])
  })
})
