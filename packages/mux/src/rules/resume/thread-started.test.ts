import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

const started = (threadId: number) => ({ reason: 'started', threadId })

describe("mux 7: no `thread started` follows that thread's `stopped`", () => {
  test.each([
    { all: false, thread: 1, why: 'Swank names a thread only while it answers threads' },
    { all: true, thread: 2, why: 'a stop that holds all threads holds this one too' },
  ])('mux 7: $why', ({ all, thread }) => {
    const { rig, first } = runningRig({ traits: { stops: all ? 'all' : 'thread' } })
    const second = joined(rig, 'second')
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: all })
    first.send('threads')
    rig.event('thread', started(thread))
    rig.reply('threads', { threads: [1, thread].map((id) => ({ id, name: `t${id}` })) })
    const late = joined(rig, 'late')
    for (const client of [first, second]) expect(client.events('thread')).toEqual([])
    expect(late.events('thread').map(({ body }) => body.threadId)).toContain(thread)
    const heard = late.events('thread').length
    expect(rig.session.threads.all.get(thread)?.isStopped).toBe(true)
    first.send('continue', { threadId: 1 })
    rig.reply('continue', { allThreadsContinued: all })
    for (const client of [first, second])
      expect(client.events('thread').map(({ body }) => body)).toEqual([started(thread)])
    expect(second.inbox.findIndex((one) => one['event'] === 'thread')).toBeGreaterThan(
      second.inbox.findIndex((one) => one['event'] === 'continued'),
    )
    expect(late.events('thread')).toHaveLength(heard)
  })
  test('mux 7: it is told at once while another thread stands alone, and while the program runs', () => {
    const { rig, first } = runningRig({ traits: { stops: 'thread' } })
    rig.event('thread', started(2))
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: false })
    rig.event('thread', started(3))
    expect(first.events('thread').map(({ body }) => body)).toEqual([started(2), started(3)])
  })
  test('mux 7: the end of a thread is told although it stands', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    rig.event('thread', { reason: 'exited', threadId: 1 })
    expect(first.events('thread')).toHaveLength(1)
  })
})
