import { describe, expect, test } from 'vitest'
import { recordingOf, type Line } from '../../../test/made-recording.js'

const stopped = (threadId: number): Line => ['in', 'stopped', { reason: 'step', threadId }]

describe('stops of a recording', () => {
  test.each<{ lines: Line[]; stops: number[][]; why: string }>([
    {
      lines: [stopped(1), ['ask', 'continue', {}, {}], stopped(1)],
      stops: [[1], [1]],
      why: 'a resume parts two stops',
    },
    { lines: [stopped(1), ['in', 'continued', {}], stopped(2)], stops: [[1], [2]], why: 'so does a continued event' },
    { lines: [stopped(1), stopped(2)], stops: [[1, 2]], why: 'some adapters report each thread of one suspension' },
    { lines: [stopped(1), stopped(1)], stops: [[1], [1]], why: 'a thread that stops twice has moved in between' },
    {
      lines: [stopped(1), ['refuse', 'next', {}, 'busy'], stopped(2)],
      stops: [[1, 2]],
      why: 'a refused step moved nothing',
    },
  ])('$why', ({ lines, stops }) => {
    const threads = recordingOf(lines).stops.map((stop) => stop.stopped.map(({ body }) => Number(body.threadId)))
    expect(threads).toEqual(stops)
  })

  test('what was asked while it ran belongs to no stop', () => {
    const lines: Line[] = [
      stopped(1),
      ['ask', 'continue', {}, {}],
      ['refuse', 'stackTrace', { threadId: 1 }, 'running'],
      stopped(1),
    ]
    const commands = recordingOf(lines).stops.map((stop) => stop.exchanges.map(({ command }) => command))
    expect(commands).toEqual([['continue'], []])
  })

  test('threads are known at every stop, asked for or not', () => {
    const lines: Line[] = [
      ['in', 'thread', { reason: 'started', threadId: 7 }],
      stopped(1),
      [
        'ask',
        'threads',
        {},
        {
          threads: [
            { id: 1, name: 'main' },
            { id: 7, name: 'worker' },
          ],
        },
      ],
      ['ask', 'next', {}, {}],
      ['in', 'thread', { reason: 'exited', threadId: 7 }],
      stopped(1),
    ]
    const names = recordingOf(lines).stops.map((stop) => stop.threads.map(({ name }) => name))
    expect(names).toEqual([['main', 'worker'], ['main']])
  })

  test('a breakpoint that was pending counts where the adapter put it later', () => {
    const lines: Line[] = [
      [
        'ask',
        'setBreakpoints',
        { source: { path: '/a.cs' }, breakpoints: [{ line: 3 }, { line: 99 }] },
        {
          breakpoints: [
            { id: 1, verified: false, line: 3 },
            { id: 2, verified: false, line: 99 },
          ],
        },
      ],
      ['in', 'breakpoint', { reason: 'changed', breakpoint: { id: 1, verified: true, line: 4 } }],
    ]
    expect(recordingOf(lines).breakpoints).toEqual([{ id: 1, path: '/a.cs', line: 4 }])
  })
})
