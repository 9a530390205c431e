import type { Client } from '@dapplex/client'
import { debugEvents, type DebugEvent } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { describeEvent } from './describe-event.js'
import { showEvent, showInOrder } from './show-event.js'
import { makePaint } from '../output/paint.js'
import { newMemory, type ViewContext } from './view-context.js'
import { LiveOutput } from './live-output.js'

const person = (name: string) => ({ client_id: 1, name, principal: 'me', kind: 'editor' as const })
const envelope = {
  session_id: 's1',
  stop_id: 3,
  seq: 1,
  at: '1970-01-01T00:00:00.000Z',
  by: { ...person('agent-1'), kind: 'agent' as const },
}
const stopped: DebugEvent = {
  ...envelope,
  type: 'stopped',
  reason: 'breakpoint',
  thread_id: 1,
  all_threads_stopped: true,
  breakpoint_ids: [7],
}
const row = { id: 7, what: 'source' as const, verified: true, enabled: true, hit_count: 0, file: '/app/a.js', line: 3 }

describe('events of others', () => {
  test.each<{ event: DebugEvent; want: string | undefined }>([
    { event: stopped, want: 'stopped: breakpoint (agent-1)' },
    { event: { ...envelope, type: 'continued', all_threads_continued: true }, want: 'continued (agent-1)' },
    { event: { ...envelope, type: 'output', category: 'stdout', text: 'hi\n' }, want: 'hi' },
    { event: { ...envelope, type: 'client_joined', client: person('vscode') }, want: 'vscode joined' },
    { event: { ...envelope, type: 'client_left', client: person('vscode'), why: 'left' }, want: 'vscode left' },
    {
      event: { ...envelope, type: 'breakpoint', reason: 'new', breakpoint_id: 7, breakpoint: row },
      want: 'agent-1 set a breakpoint at a.js:3',
    },
    {
      event: { ...envelope, type: 'breakpoint', reason: 'removed', breakpoint_id: 7 },
      want: 'agent-1 removed breakpoint 7',
    },
    { event: { ...envelope, type: 'written', what: 'fee = 7' }, want: 'changed: fee = 7 (agent-1)' },
    { event: { ...envelope, type: 'exited', exit_code: 3 }, want: 'the program ended with exit code 3' },
    { event: { ...envelope, type: 'restarting' }, want: 'agent-1 starts the program again' },
    { event: { ...envelope, type: 'ended', why: 'killed' }, want: 'the session ended: killed' },
    {
      event: { ...envelope, type: 'unresponsive', command: 'threads', waited_ms: 30 },
      want: 'the adapter has not answered "threads" for 30 ms',
    },
    { event: { ...envelope, type: 'thread', thread_id: 2, reason: 'started' }, want: undefined },
    { event: { ...envelope, type: 'message', text: 'hello' }, want: 'agent-1: hello' },
    {
      event: { ...envelope, type: 'control', change: 'taken', holder: person('code'), reason: 'my turn' },
      want: 'code has control of the program: my turn',
    },
    { event: { ...envelope, type: 'control', change: 'released' }, want: 'nobody has control of the program' },
    { event: { ...envelope, type: 'control', change: 'renewed', holder: person('code') }, want: undefined },
  ])('$event.type, as the daemon sends it', ({ event, want }) => {
    expect(debugEvents[event.type].safeParse(event).error).toBeUndefined()
    expect(describeEvent(event)).toBe(want)
  })
})

test('a line of output that is cut between two events is one line, unless something else comes between them', async () => {
  const lines: string[] = []
  const view: ViewContext = {
    client: {} as Client,
    sessionId: 's1',
    memory: newMemory(),
    paint: makePaint(false),
    manner: 'live',
    print: (text) => void lines.push(text),
    leave: () => undefined,
  }
  const output = new LiveOutput(view.print)
  const say = (text: string) => showInOrder(view, { ...envelope, type: 'output', category: 'stdout', text }, output)
  await say('half ')
  await say('a line\nname? ')
  await showInOrder(view, { ...envelope, type: 'client_joined', client: person('vscode') }, output)
  expect(lines).toEqual(['half a line', 'name? ', 'vscode joined'])
})

describe('a stop in the view', () => {
  const values = [
    { name: 'total', value: '7', changed: true, previous: '3' },
    { name: 'extra', value: '1', changed: true },
    { name: 'count', value: '2' },
  ]
  const lines = async (stack: () => Promise<unknown>, shownStop: unknown = {}): Promise<string[]> => {
    const asked: unknown[] = []
    const client = {
      call: (method: string, params: unknown) => {
        asked.push([method, params])
        return method === 'wait_for_stop' ? Promise.resolve(shownStop) : stack()
      },
    } as Client
    const printed: string[] = []
    const view: ViewContext = {
      client,
      sessionId: 's1',
      memory: newMemory(),
      paint: makePaint(false),
      manner: 'live',
      print: (text) => void printed.push(text),
      leave: () => undefined,
    }
    await showEvent(view, stopped)
    expect(asked).toEqual([
      ['stacktrace_get', { session_id: 's1', thread_id: 1, max_frames: 1 }],
      // Time enough to read the values: with less, an adapter that is not at once ready shows none.
      ['wait_for_stop', { session_id: 's1', since_stop_id: stopped.stop_id - 1, timeout_ms: 5000 }],
    ])
    return printed
  }
  test('has its place, which the view asks for', async () => {
    const frames = [{ index: 0, function: 'main', file: '/app/a.js', line: 3 }]
    expect(await lines(() => Promise.resolve({ frames }))).toEqual([
      'stopped: breakpoint at main at /app/a.js:3 (agent-1)',
    ])
  })
  test('with the values that have changed since the stop before', async () => {
    const moved = lines(() => Promise.resolve({ frames: [] }), { stop_id: stopped.stop_id, values })
    expect(await moved).toEqual(['stopped: breakpoint (agent-1)', '* total = 7 (was 3)', '* extra = 1'])
  })
  test('a later stop is shown when its own event comes', async () => {
    const moved = lines(() => Promise.resolve({ frames: [] }), { stop_id: stopped.stop_id + 1, values })
    expect(await moved).toEqual(['stopped: breakpoint (agent-1)'])
  })
  test('has none when the program has gone on', async () => {
    expect(await lines(() => Promise.reject(new Error('it is running')))).toEqual(['stopped: breakpoint (agent-1)'])
  })
})
