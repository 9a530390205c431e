import { jsonObject } from '@dapplex/testkit'
import { expect, test } from 'vitest'
import { KnownThreads } from './known-threads.js'

function told(run: (threads: KnownThreads) => void): string[] {
  const events: string[] = []
  run(
    new KnownThreads((_, body) => {
      const { reason, threadId } = jsonObject(body)
      events.push(`${String(reason)} ${String(threadId)}`)
    }),
  )
  return events
}

test.each([
  {
    run: (threads: KnownThreads) => {
      threads.seen(1)
      threads.seen(1)
      threads.update([1, 2], [1])
    },
    want: ['started 1', 'started 2'],
    why: 'a thread starts once, by its stop or by a list',
  },
  {
    run: (threads: KnownThreads) => {
      threads.update([1, 2], [])
      threads.update([2], [])
      threads.update([1, 2], [])
    },
    want: ['started 1', 'started 2', 'exited 1', 'started 1'],
    why: 'a thread that is missing has ended; its number may come again',
  },
  {
    run: (threads: KnownThreads) => {
      threads.update([1], [])
      threads.seen(3)
      threads.update([1], [3])
      threads.update([1], [])
    },
    want: ['started 1', 'started 3', 'exited 3'],
    why: 'a thread that has stopped since the list was made is alive',
  },
])('$why', ({ run, want }) => expect(told(run)).toEqual(want))
