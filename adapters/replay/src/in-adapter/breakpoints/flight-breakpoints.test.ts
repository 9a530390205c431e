import type { JsonObject } from '@dapplex/protocol/dap'
import { describe, expect, test } from 'vitest'
import type { Recording, RecordedStop } from '../recording/recording.js'
import { ReplaySession } from '../session/replay-session.js'

/** A stop in line `line`; `met`: what every condition is there. */
const stopAt = (
  line: number,
  {
    reason = 'step',
    met = true,
    within = 'main',
  }: { reason?: string; met?: boolean | 'unknown'; within?: string } = {},
) => ({
  before: [],
  stopped: [{ seq: 0, type: 'event' as const, event: 'stopped', body: { reason, threadId: 1 } }],
  exchanges: [],
  threads: [],
  stopId: line,
  flight: {
    answer: () => ({ success: true, body: {} }),
    place: { path: '/there/app.py', line, function: within },
    meets: () => (met === 'unknown' ? undefined : met),
    shown: (expression: string) => (expression === 'n' ? String(line) : '{This is not in the recording}'),
  },
})

function started(...stops: readonly RecordedStop[]) {
  return startedWith({}, ...stops)
}

function startedWith(more: Partial<Recording>, ...stops: readonly RecordedStop[]) {
  const recording: Recording = {
    header: {},
    capabilities: {},
    refusal: undefined,
    stops,
    ending: [],
    exchanges: [],
    breakpoints: [],
    ...more,
  }
  const session = new ReplaySession(() => recording)
  const serve = (command: string, args: JsonObject = {}) =>
    session.serve({ seq: 1, type: 'request', command, arguments: args })
  serve('launch', { program: 'x.recording' })
  const begun = serve('configurationDone')
  const set = (...breakpoints: JsonObject[]) =>
    serve('setBreakpoints', { source: { path: '/here/app.py' }, breakpoints }).answer.body?.['breakpoints']
  const setFunctions = (...breakpoints: JsonObject[]) =>
    serve('setFunctionBreakpoints', { breakpoints }).answer.body?.['breakpoints']
  return { begun, serve, set, setFunctions }
}

/** One stop and nothing else; of the breakpoints those that are met there. */
const stoppedFor = (reason: string, ...ids: number[]) => [
  {
    event: 'stopped',
    body: expect.objectContaining({ reason, threadId: 1, ...(ids.length > 0 ? { hitBreakpointIds: ids } : {}) }),
  },
]
const bodyOf = ({ events }: ReturnType<ReplaySession['serve']>) => events.at(-1)?.body

describe('in a recording of the flight recorder', () => {
  test('without breakpoints each stop counts, forward and back', () => {
    const { serve } = started(stopAt(1), stopAt(2))
    expect(serve('continue').events).toEqual(stoppedFor('step'))
    expect(serve('reverseContinue').events).toEqual(stoppedFor('step'))
    expect(serve('reverseContinue').answer).toMatchObject({
      success: false,
      message: expect.stringContaining('first recorded stop'),
    })
  })
  test('breakpoints choose among the stops, in both directions, and a step still goes to the next one', () => {
    const { serve, set } = started(stopAt(1), stopAt(2), stopAt(3), stopAt(2), stopAt(4))
    expect(set({ line: 2 }, { line: 9 })).toMatchObject([
      { id: 1, verified: true, line: 2 },
      { id: 2, verified: false, message: expect.stringContaining('no recorded stop stands here') },
    ])
    expect(serve('continue').events).toEqual(stoppedFor('breakpoint', 1))
    expect(serve('next').events).toEqual(stoppedFor('step'))
    expect(serve('continue').events).toEqual(stoppedFor('breakpoint', 1))
    expect(serve('reverseContinue').events).toEqual(stoppedFor('breakpoint', 1))
  })
  test.each([
    ['total', 'total'],
    ['total', 'Shop::total'],
    ['total', 'main.total(int, int)'],
    ['main.total', 'main.total'],
    ['TOTAL', 'shop:total'],
  ])('a breakpoint in the function %s is met at each recorded stop in %s, beside those in lines', (name, within) => {
    const { serve, set, setFunctions } = started(
      stopAt(1),
      stopAt(2, { within: 'subtotal' }),
      stopAt(3, { within }),
      stopAt(4),
    )
    set({ line: 4 })
    expect(setFunctions({ name }, { name: 'none' })).toMatchObject([
      { id: 2, verified: true },
      { id: 3, verified: false, message: expect.stringContaining('no recorded stop is in a function of this name') },
    ])
    expect(serve('continue').events).toEqual(stoppedFor('breakpoint', 2))
    expect(serve('continue').events).toEqual(stoppedFor('breakpoint', 1))
    expect(serve('reverseContinue').events).toEqual(stoppedFor('breakpoint', 2))
    expect(setFunctions({ name, condition: 'f(n)' })).toMatchObject([
      { verified: false, message: expect.stringContaining('only comparisons of values') },
    ])
  })
  test('without another hit a run ends at the last stop, or at the first; from there it stays and says so', () => {
    const { serve, set } = started(stopAt(1), stopAt(2), stopAt(3))
    set({ line: 2 })
    serve('continue')
    expect(serve('continue').events).toEqual(stoppedFor('step'))
    expect(serve('reverseContinue').events).toEqual(stoppedFor('breakpoint', 1))
    expect(serve('reverseContinue').events).toEqual(stoppedFor('step'))
    expect(serve('reverseContinue').answer.success).toBe(false)
    serve('continue')
    serve('continue')
    expect(serve('continue').events).toEqual(stoppedFor('end of recording'))
  })
  test.each(['continue', 'next'])('%s at the last stop tells how the program ended, once, and stays there', (move) => {
    const ending = ['output', 'exited'].map((event) => ({
      seq: 0,
      type: 'event' as const,
      event,
      body: event === 'output' ? { category: 'stdout', output: 'bye' } : { exitCode: 3 },
    }))
    const { serve } = startedWith({ ending }, stopAt(1), stopAt(2))
    expect(bodyOf(serve('continue'))).toMatchObject({ dapplexRecorded: { stopId: 2, last: 2 } })
    const note = 'this is the last recorded stop; after it the program ended with exit code 3'
    const told = serve(move)
    expect(told.answer.success).toBe(true)
    expect(told.events.map(({ event }) => event)).toEqual(['output', 'stopped'])
    expect(bodyOf(told)).toMatchObject({
      description: `T${note.slice(1)}`,
      dapplexRecorded: { stopId: 2, last: 2, note },
    })
    expect(serve(move).events).toEqual(stoppedFor('end of recording'))
    expect(bodyOf(serve('stepBack'))).toEqual({ reason: 'step', threadId: 1, dapplexRecorded: { stopId: 1, last: 2 } })
  })
  test('a damaged recording says so at the start, with its first stop, and at its last one', () => {
    const damage = 'byte 90 of 99: the file ends within a frame'
    const { begun, serve } = startedWith({ damage }, stopAt(1))
    expect(begun.events.map(({ event }) => event)).toEqual(['output', 'stopped'])
    expect(begun.events[0]?.body).toMatchObject({ category: 'important', output: expect.stringContaining(damage) })
    const note = expect.stringMatching(/is damaged \(byte 90 .*later is missing/)
    expect(bodyOf(begun)).toMatchObject({ reason: 'step', dapplexRecorded: { note } })
    expect(bodyOf(serve('continue'))).toMatchObject({ reason: 'end of recording', dapplexRecorded: { note } })
  })
  test('a program that a signal has ended was not ended with an exit code', () => {
    const exited = { seq: 0, type: 'event' as const, event: 'exited', body: { exitCode: 247, signal: 'SIGKILL' } }
    const { serve } = startedWith({ ending: [exited] }, stopAt(1))
    const note = 'this is the last recorded stop; after it the program was ended by SIGKILL'
    expect(bodyOf(serve('next'))).toMatchObject({ dapplexRecorded: { note } })
  })
  test('where more was recorded since it began, it says so at its last stop and to who asks for a later one', () => {
    const { serve } = startedWith({ hasGrown: true }, stopAt(1), stopAt(2))
    expect(bodyOf(serve('next'))).toMatchObject({ dapplexRecorded: { stopId: 2, last: 2 } })
    const note =
      'this is the last recorded stop; more was recorded since this replay began: start another one to see it'
    expect(bodyOf(serve('next'))).toMatchObject({ dapplexRecorded: { note } })
    expect(serve('dapplex_stopSelect', { stopId: 3 }).answer.message).toBe(
      'There is no stop 3; the recording has 1, 2; more was recorded since this replay began: start another one to see it',
    )
  })
  test('hits are counted in the order of the recording, whichever way the replay goes, and each breakpoint of a line by itself', () => {
    const { serve, set } = started(stopAt(1), stopAt(2), stopAt(2), stopAt(2, { met: false }), stopAt(2), stopAt(3))
    set({ line: 2, hitCondition: '2' }, { line: 2, condition: 'n == 2', hitCondition: '>= 3' })
    const second = { hitBreakpointIds: [1], dapplexHitCounts: [2] }
    const last = { hitBreakpointIds: [2], dapplexHitCounts: [3] }
    for (const [move, hits] of [
      ['continue', second],
      ['continue', last],
      ['reverseContinue', second],
      ['continue', last],
    ] as const)
      expect(bodyOf(serve(move))).toMatchObject({ reason: 'breakpoint', ...hits })
    serve('stepBack')
    expect(bodyOf(serve('next'))).toMatchObject(last)
  })
  test('log points print at each stop of their line that is passed, with the recorded values or why there is none', () => {
    const { serve, set } = started(stopAt(1), stopAt(2), stopAt(2, { met: false }), stopAt(3))
    set({ line: 2, condition: 'n == 2', logMessage: 'n is {n}, m is {m}' }, { line: 2, logMessage: 'here' })
    const lines = ({ events }: ReturnType<ReplaySession['serve']>) =>
      events.flatMap(({ event, body }) => (event === 'output' ? [body?.['output']] : []))
    const both = ['n is 2, m is {This is not in the recording}\n', 'here\n']
    const run = serve('continue')
    expect(lines(run)).toEqual([...both, 'here\n'])
    expect(run.events[0]?.body).toMatchObject({ category: 'console', source: { path: '/there/app.py' }, line: 2 })
    expect(run.events.slice(-1)).toEqual(stoppedFor('step'))
    serve('stepBack')
    expect(lines(serve('stepBack'))).toEqual(both)
  })
  test('a crash is never jumped over', () => {
    const { serve, set } = started(stopAt(1), stopAt(5, { reason: 'exception' }), stopAt(2))
    set({ line: 2 })
    expect(serve('continue').events).toEqual(stoppedFor('exception'))
  })
  test('a condition that was not met, or is not known, stops nothing; the client is told of what is not known', () => {
    const { serve, set } = started(
      stopAt(1),
      stopAt(2, { met: false }),
      stopAt(2, { met: 'unknown' }),
      stopAt(2),
      stopAt(3),
    )
    expect(set({ line: 2, condition: 'n == 2' })).toMatchObject([{ verified: true }])
    const { events } = serve('continue')
    expect(events.map(({ event }) => event)).toEqual(['output', 'stopped'])
    expect(events[0]?.body?.['output']).toContain('At stop 2 it is not known whether n == 2 (/here/app.py:2) was true')
    expect(events.slice(1)).toEqual(stoppedFor('breakpoint', 1))
  })
  test('a condition that only the program could answer is refused in words', () => {
    const { set } = started(stopAt(2))
    expect(set({ line: 2, condition: 'f(n)' })).toMatchObject([
      { verified: false, message: expect.stringContaining('only comparisons of values') },
    ])
  })
})
