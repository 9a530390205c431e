import { describe, expect, test } from 'vitest'
import { isWorthTelling, noticeText } from './stop-notice.js'
import { stopPlace } from './stop-place.js'

const by = { client_id: 1, name: 'agent-1', principal: 'me', kind: 'agent' } as const
const stop: Parameters<typeof isWorthTelling>[0] = {
  session_id: 's1',
  stop_id: 1,
  seq: 4,
  at: '2026-01-01T00:00:00Z',
  type: 'stopped',
  reason: 'breakpoint',
  all_threads_stopped: true,
  breakpoint_ids: [],
}
const situation = { isEnabled: true, isJoined: false, isTold: false, kinds: ['agent'] }

describe('a stop is told', () => {
  test.each([
    { why: 'an agent moved the program', event: { ...stop, by }, now: { ...situation, kinds: [] } },
    { why: 'an agent is in the session', event: stop, now: situation },
    { why: 'nobody is left in the session', event: stop, now: { ...situation, kinds: [] } },
  ])('where $why', ({ event, now }) => expect(isWorthTelling(event, now)).toBe(true))
})

describe('a stop is not told', () => {
  test.each([
    { why: 'after a step', event: { ...stop, reason: 'step', by }, now: situation },
    { why: 'where this window is in the session', event: stop, now: { ...situation, isJoined: true } },
    { why: 'twice', event: stop, now: { ...situation, isTold: true } },
    { why: 'where the setting says so', event: stop, now: { ...situation, isEnabled: false } },
    { why: 'where only people are in the session', event: stop, now: { ...situation, kinds: ['editor'] } },
  ])('$why', ({ event, now }) => expect(isWorthTelling(event, now)).toBe(false))
})

test.each([
  { known: 'nothing', place: undefined, text: 'a.py has stopped (agent-1): Paused on breakpoint' },
  {
    known: 'a line',
    place: { file: '/w/b.py', line: 7 },
    text: 'a.py has stopped (agent-1): Paused on breakpoint, b.py:7',
  },
  {
    known: 'a function',
    place: { file: '/w/b.py', line: 7, function: 'total' },
    text: 'a.py has stopped (agent-1): Paused on breakpoint, b.py:7 in total',
  },
  {
    known: 'a line of the program itself',
    place: { file: '/w/a.py', line: 7, function: 'total' },
    text: 'a.py has stopped (agent-1): Paused on breakpoint, line 7 in total',
  },
])('the notice names the program, the agent, why it stopped and where: $known of the place', ({ place, text }) => {
  const event = { ...stop, description: 'Paused on breakpoint' }
  expect(noticeText(event, { program: 'a.py', agent: 'agent-1', place })).toBe(text)
})

describe('the place of a stop', () => {
  const at = { thread_id: 1, at: '', reason: 'breakpoint', recorded: 'place' as const }
  const recorded = (stop_id: number, location: object | undefined) => ({
    tools: { stops_list: () => Promise.resolve({ stops: [{ ...at, stop_id, location }], total: 1 }) },
  })
  test.each([
    { why: 'as it is recorded', client: recorded(1, { file: '/w/a.py', line: 7, function: 'f' }), line: 7 },
    { why: 'of another stop is not its', client: recorded(2, { file: '/w/a.py', line: 7 }), line: undefined },
    { why: 'without a file is none', client: recorded(1, { function: 'f' }), line: undefined },
    { why: 'without a connection is not known', client: undefined, line: undefined },
    {
      why: 'that the daemon refuses to tell is not known',
      client: { tools: { stops_list: () => Promise.reject(new Error('no recording')) } },
      line: undefined,
    },
  ])('$why', async ({ client, line }) => expect((await stopPlace(client, stop))?.line).toBe(line))
})
