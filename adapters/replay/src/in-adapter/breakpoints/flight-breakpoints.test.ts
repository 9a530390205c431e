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
  },
})

function started(...stops: readonly RecordedStop[]) {
  const recording: Recording = {
    header: {},
    capabilities: {},
    refusal: undefined,
    stops,
    ending: [],
    exchanges: [],
    breakpoints: [],
  }
  const session = new ReplaySession(() => recording)
  const serve = (command: string, args: JsonObject = {}) =>
    session.serve({ seq: 1, type: 'request', command, arguments: args })
  serve('launch', { program: 'x.recording' })
  serve('configurationDone')
  const set = (...breakpoints: JsonObject[]) =>
    serve('setBreakpoints', { source: { path: '/here/app.py' }, breakpoints }).answer.body?.['breakpoints']
  const setFunctions = (...breakpoints: JsonObject[]) =>
    serve('setFunctionBreakpoints', { breakpoints }).answer.body?.['breakpoints']
  return { serve, set, setFunctions }
}

const stoppedFor = (reason: string, ...hitBreakpointIds: number[]) => [
  { event: 'stopped', body: { reason, threadId: 1, ...(hitBreakpointIds.length > 0 ? { hitBreakpointIds } : {}) } },
]

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
  test('without another hit a run ends at the last stop, or at the first; from there it leaves the recording', () => {
    const { serve, set } = started(stopAt(1), stopAt(2), stopAt(3))
    set({ line: 2 })
    serve('continue')
    expect(serve('continue').events).toEqual(stoppedFor('step'))
    expect(serve('reverseContinue').events).toEqual(stoppedFor('breakpoint', 1))
    expect(serve('reverseContinue').events).toEqual(stoppedFor('step'))
    expect(serve('reverseContinue').answer.success).toBe(false)
    serve('continue')
    serve('continue')
    expect(serve('continue').events).toEqual([{ event: 'terminated' }])
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
