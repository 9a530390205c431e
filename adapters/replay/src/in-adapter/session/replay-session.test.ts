import type { JsonObject } from '@dapplex/protocol/dap'
import { describe, expect, test } from 'vitest'
import { recordingOf, type Line } from '../../../test/made-recording.js'
import { ReplaySession } from './replay-session.js'

const RECORDED: Line[] = [
  [
    'ask',
    'initialize',
    {},
    { supportsConfigurationDoneRequest: true, supportsStepBack: true, supportsSetVariable: true },
  ],
  [
    'ask',
    'setBreakpoints',
    { source: { path: '/there/app.py' }, breakpoints: [{ line: 3 }] },
    {
      breakpoints: [{ id: 9, verified: true, line: 3 }],
    },
  ],
  ['in', 'process', { name: 'app', systemProcessId: 4711, isLocalProcess: true }],
  ['in', 'output', { category: 'telemetry', output: 'noise' }],
  ['in', 'output', { category: 'stdout', output: 'one\n' }],
  ['in', 'stopped', { reason: 'breakpoint', threadId: 1, hitBreakpointIds: [9] }],
  ['ask', 'variables', { variablesReference: 1 }, { variables: [{ name: 'n', value: '1', variablesReference: 0 }] }],
  ['ask', 'setVariable', { variablesReference: 1, name: 'n', value: '2' }, { value: '2' }],
  ['ask', 'variables', { variablesReference: 1 }, { variables: [{ name: 'n', value: '2', variablesReference: 0 }] }],
  ['ask', 'next', { threadId: 1 }, {}],
  ['in', 'continued', { threadId: 1 }],
  ['in', 'output', { category: 'stdout', output: 'two\n' }],
  ['in', 'stopped', { reason: 'step', threadId: 1 }],
  ['ask', 'continue', { threadId: 1 }, {}],
  ['in', 'exited', { exitCode: 3 }],
  ['in', 'terminated', { restart: { again: true } }],
]

function serveFrom(lines: readonly Line[]) {
  const session = new ReplaySession(() => recordingOf(lines))
  return (command: string, args: JsonObject = {}) =>
    session.serve({ seq: 1, type: 'request', command, arguments: args })
}

/** A session at its first stop, with a breakpoint of the client's where the recorded one was. */
function started(lines: readonly Line[] = RECORDED) {
  const serve = serveFrom(lines)
  serve('initialize')
  serve('launch', { program: 'x.ndjson' })
  serve('setBreakpoints', { source: { path: '/here/app.py' }, breakpoints: [{ line: 8 }, { line: 3 }] })
  return { serve, first: serve('configurationDone') }
}

describe('a replay', () => {
  test('tells what led to the first stop, without what belonged to the recorded conversation', () => {
    expect(started().first.events).toEqual([
      { event: 'process', body: { name: 'app', isLocalProcess: false } },
      { event: 'output', body: { category: 'stdout', output: 'one\n' } },
      { event: 'stopped', body: { reason: 'breakpoint', threadId: 1, hitBreakpointIds: [2] } },
    ])
  })

  test.each(['continue', 'next', 'stepIn', 'stepOut'])('%s goes to the next recorded stop', (command) => {
    const { answer, events } = started().serve(command, { threadId: 1 })
    expect(answer.success).toBe(true)
    expect(events.map(({ event }) => event)).toEqual(['output', 'stopped'])
  })

  test.each(['stepBack', 'reverseContinue'])(
    '%s goes to the stop before, and what led there is not told again',
    (command) => {
      const { serve, first } = started()
      expect(serve(command).answer.message).toContain('first recorded stop')
      serve('continue', { threadId: 1 })
      const back = serve(command, { threadId: 1 })
      expect(back.answer.success).toBe(true)
      expect(back.events).toEqual(first.events.filter(({ event }) => event === 'stopped'))
      expect(serve('continue').events.map(({ event }) => event)).toEqual(['stopped'])
    },
  )

  test('ends as the recording ended, once', () => {
    const { serve } = started()
    serve('continue')
    expect(serve('continue').events).toEqual([{ event: 'exited', body: { exitCode: 3 } }, { event: 'terminated' }])
    expect(serve('continue').answer.message).toContain('has ended')
    expect(serve('terminate')).toMatchObject({ answer: { success: true }, events: [] })
  })

  test('a recording that breaks off ends with terminated', () => {
    const { serve } = started(RECORDED.slice(0, 6))
    expect(serve('continue').events).toEqual([{ event: 'terminated' }])
  })

  test('variables are those before a recorded change, and after it once it was asked for again', () => {
    const { serve } = started()
    const n = () => serve('variables', { variablesReference: 1 }).answer.body
    expect(n()).toMatchObject({ variables: [{ value: '1' }] })
    expect(serve('setVariable', { variablesReference: 1, name: 'n', value: '2' }).answer.success).toBe(true)
    expect(n()).toMatchObject({ variables: [{ value: '2' }] })
    expect(serve('setVariable', { variablesReference: 1, name: 'n', value: '5' }).answer.message).toContain(
      'not in the recording',
    )
  })

  test('what was not recorded is refused, with what there is', () => {
    const { answer } = started().serve('variables', { variablesReference: 77 })
    expect(answer.message).toBe(
      'variables {"variablesReference":77} is not in the recording; stop 1 of 2 has children of references: 1',
    )
  })

  test('breakpoints: verified where the recording has one, in a file of the same name', () => {
    const { serve } = started()
    const set = serve('setBreakpoints', { source: { path: '/here/app.py' }, breakpoints: [{ line: 3 }, { line: 4 }] })
    expect(set.answer.body).toEqual({
      breakpoints: [
        { id: 3, verified: true, line: 3 },
        { id: 4, verified: false, line: 4, message: expect.stringContaining('not in the recording') },
      ],
    })
  })

  test('capabilities: only what the recording can serve, told before initialized', () => {
    const serve = serveFrom(RECORDED)
    expect(serve('initialize').answer.body).toMatchObject({ supportsConfigurationDoneRequest: true })
    const [capabilities, initialized] = serve('launch', { program: 'x.ndjson' }).events
    expect(capabilities?.body?.['capabilities']).toMatchObject({ supportsSetVariable: true })
    expect(capabilities?.body?.['capabilities']).not.toHaveProperty('supportsModulesRequest')
    expect(initialized).toEqual({ event: 'initialized' })
  })

  test('a start that failed then fails now, in the same words', () => {
    const serve = serveFrom([
      ['ask', 'attach', {}, {}],
      ['refuse', 'configurationDone', {}, '0x80070057'],
      ['in', 'terminated', {}],
    ])
    expect(serve('launch', { program: 'x.ndjson' }).answer.success).toBe(true)
    expect(serve('configurationDone')).toMatchObject({
      answer: { success: false, message: '0x80070057' },
      events: [{ event: 'terminated' }],
    })
  })

  test.each([
    ['launch', {}, '"program" must name a recording'],
    ['attach', {}, 'launched, not attached'],
    ['configurationDone', {}, 'after launch'],
    ['threads', {}, 'No recording is open'],
  ])('%s out of order is refused in words', (command, args, words) => {
    expect(serveFrom(RECORDED)(command, args).answer).toMatchObject({
      success: false,
      message: expect.stringContaining(words),
    })
  })
})
