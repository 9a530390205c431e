import { describe, expect, test } from 'vitest'
import { errorToDap, toolError } from '@dapplex/protocol'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { agent, Refusal, type ScriptedSession, type SessionSetup } from '../../test/scripted/scripted-session.js'

const frame = { id: 5, name: 'pay', line: 12, column: 3, source: { path: '/app/main.js' } }
const script = { stackTrace: { stackFrames: [frame], totalFrames: 1 } }
const place = { function: 'pay', file: '/app/main.js', line: 12, column: 3 }

function open(setup: SessionSetup = {}): { readonly daemon: ScriptedDaemon; readonly session: ScriptedSession } {
  const daemon = new ScriptedDaemon()
  return { daemon, session: daemon.open({ ...setup, script: { ...script, ...setup.script } }) }
}

describe('debug_step', () => {
  test('answers with the new place, also when the stop comes before the answer', async () => {
    const { daemon, session } = open()
    session.script = { ...session.script, next: () => (session.resume(), session.stop(), {}) }
    expect(await daemon.call('debug_step', { action: 'over' })).toEqual({
      success: true,
      state: 'stopped',
      stopped: true,
      reason: 'step',
      session_id: 's1',
      stop_id: 4,
      thread_id: 1,
      location: place,
      stack: ['pay main.js:12'],
      breakpoint_ids: [],
      _meta: { session_id: 's1', stop_id: 4 },
    })
  })
  test('that ends the program', async () => {
    const { daemon, session } = open()
    session.script = {
      next: () => (
        session.resume(),
        session.happen({ kind: 'exited', exitCode: 3 }, { phase: 'ended', exitCode: 3 }),
        {}
      ),
    }
    expect(await daemon.call('debug_step', { action: 'over' })).toMatchObject({
      success: true,
      state: 'exited',
      stopped: false,
      reason: 'exited',
      exit_code: 3,
    })
  })
  test('that ends the program before the session has ended', async () => {
    const { daemon, session } = open()
    session.script = { next: () => (session.resume(), session.happen({ kind: 'exited', exitCode: 0 }), {}) }
    expect(await daemon.call('debug_step', { action: 'over' })).toMatchObject({ state: 'exited', reason: 'exited' })
  })
  test('that takes long goes on: no error', async () => {
    const { daemon, session } = open()
    session.script = { next: () => (session.resume(), {}) }
    expect(await daemon.call('debug_step', { action: 'over', timeout_ms: 1 })).toMatchObject({
      state: 'running',
      stopped: false,
      reason: 'timeout',
    })
  })
  test('that the adapter refuses: STEP_FAILED with its words', async () => {
    const { daemon } = open({ script: { stepOut: new Refusal('no caller') } })
    expect(await daemon.fail('debug_step', { action: 'out' })).toMatchObject({
      code: -32000,
      data: { type: 'STEP_FAILED', command: 'stepOut', reason: 'no caller' },
    })
  })
  test('where threads stop one by one, the stop of another thread ends no step', async () => {
    const { daemon, session } = open({ traits: { stops: 'thread' } })
    const other = { threadId: 2, reason: 'breakpoint', breakpointIds: [], allThreadsStopped: false }
    session.script = {
      ...session.script,
      next: () => (session.happen({ kind: 'stopped', ...other }, { stopId: 4 }), session.stop(), {}),
    }
    expect(await daemon.call('debug_step', { action: 'over' })).toMatchObject({ thread_id: 1, stop_id: 5 })
  })
})

describe('expected_stop_id (mux 17)', () => {
  test('of an earlier stop: STOP_CHANGED names who moved the program', async () => {
    const { daemon } = open({
      view: { stop: { stopId: 3, threadId: 1, reason: 'step', breakpointIds: [], by: agent } },
    })
    expect(await daemon.fail('debug_continue', { expected_stop_id: 2 })).toMatchObject({
      message: 'Stop 2 is over: agent-1 moved the program, it is now at stop 3',
      data: { type: 'STOP_CHANGED', expected: 2, actual: 3, by: 'agent-1' },
    })
  })
  test('of a program that runs by now', async () => {
    const { daemon } = open({ view: { phase: 'running' } })
    expect((await daemon.fail('debug_continue', { expected_stop_id: 3 })).message).toBe(
      'Stop 3 is over: the program is running',
    )
  })
  test('that fits goes through', async () => {
    const { daemon, session } = open()
    session.script = { continue: () => (session.resume(), {}) }
    expect(await daemon.call('debug_continue', { expected_stop_id: 3 })).toMatchObject({
      success: true,
      state: 'running',
    })
    expect(session.asked.at(-1)?.args).toEqual({ threadId: 1, dapplexStopId: 3 })
  })
  test('refused by the core, in its own form or documented', async () => {
    const variables = { type: 'STOP_CHANGED', expected: '3', actual: '4', by: 'code' }
    const { daemon, session } = open({
      script: { next: new Refusal('moved', { id: 70008, format: 'moved', variables }) },
    })
    const data = { type: 'STOP_CHANGED', expected: 3, actual: 4, by: 'code' }
    expect((await daemon.fail('debug_step', { action: 'over' })).data).toMatchObject(data)
    const documented = errorToDap(toolError('STOP_CHANGED', { expected: 3, actual: 4, by: 'code' }))
    session.script = { next: new Refusal('moved', documented) }
    expect((await daemon.fail('debug_step', { action: 'over' })).data).toMatchObject(data)
  })
})

test('control is held by another: CONTROL_HELD with the holder and the time that is left', async () => {
  const variables = { type: 'CONTROL_HELD', holder: 'code', remaining_ms: '900' }
  const { daemon } = open({
    script: { continue: new Refusal('held', { id: 70009, format: 'code has control', variables }) },
  })
  expect(await daemon.fail('debug_continue')).toMatchObject({
    message: 'code has control',
    data: { type: 'CONTROL_HELD', holder: 'code', remaining_ms: 900 },
  })
})

test('an error of an adapter without the documented data is told in its words', async () => {
  const variables = { dapplexError: JSON.stringify({ type: 'INVALID_FRAME', frame_id: 5 }) }
  const refusal = new Refusal('stale', { id: 1, format: 'frame 5 is stale', variables })
  const { daemon } = open({ script: { next: refusal, evaluate: refusal } })
  expect((await daemon.fail('debug_step', { action: 'over' })).data).toMatchObject({
    type: 'STEP_FAILED',
    reason: 'frame 5 is stale',
  })
  expect((await daemon.fail('evaluate', { expression: 'f()' })).data).toMatchObject({
    type: 'EVAL_FAILED',
    reason: 'frame 5 is stale',
  })
})

test('a request that is given up: the call is cancelled, whatever it calls', async () => {
  const refusal = new Refusal('left', { id: 70012, format: 'it has left', variables: { type: 'CANCELLED' } })
  const { daemon } = open({ script: { next: refusal, dapplex_controlAcquire: refusal } })
  for (const [tool, params] of [
    ['debug_step', { action: 'over' }],
    ['control_acquire', {}],
  ] as const)
    expect(await daemon.fail(tool, params)).toMatchObject({ code: -32800, message: 'it has left' })
})

test('the core knows that the program runs before the tool does: NOT_PAUSED', async () => {
  const variables = { type: 'NOT_PAUSED', command: 'next' }
  const { daemon } = open({ script: { next: new Refusal('it runs', { id: 70016, format: 'it runs', variables }) } })
  expect((await daemon.fail('debug_step', { action: 'over' })).data).toMatchObject({
    type: 'NOT_PAUSED',
    current_state: 'running',
  })
})

describe('a program that is not paused', () => {
  test.each([
    ['running', 'running'],
    ['configuring', 'running'],
    ['ended', 'exited'],
  ] as const)('phase %s: NOT_PAUSED {current_state: %s}', async (phase, state) => {
    const { daemon } = open({ view: { phase } })
    for (const [name, params] of [
      ['debug_continue', {}],
      ['debug_step', { action: 'over' }],
      ['frame_select', { frame_index: 0 }],
      ['exception_get', {}],
    ] as const)
      expect(await daemon.fail(name, { ...params, session_id: 's1' })).toMatchObject({
        code: -32000,
        data: { type: 'NOT_PAUSED', current_state: state },
      })
  })
  test('one thread of several runs', async () => {
    const threads = [
      { threadId: 1, stopped: true },
      { threadId: 2, stopped: false },
    ]
    const { daemon } = open({ traits: { stops: 'thread' }, view: { threads } })
    expect((await daemon.fail('stacktrace_get', { thread_id: 2 })).data).toMatchObject({
      type: 'NOT_PAUSED',
      current_state: 'running',
      thread_id: 2,
    })
  })
})

describe('debug_pause', () => {
  test('stops the running program', async () => {
    const { daemon, session } = open({ view: { phase: 'running' } })
    session.script = { ...session.script, pause: () => (session.stop('pause'), {}) }
    expect(await daemon.call('debug_pause')).toMatchObject({
      state: 'stopped',
      stopped: true,
      reason: 'pause',
      location: place,
    })
  })
  test('leaves a stopped one where it is', async () => {
    const { daemon, session } = open()
    expect(await daemon.call('debug_pause')).toMatchObject({ stopped: true, stop_id: 3, reason: 'breakpoint' })
    expect(session.asked.map(({ command }) => command)).not.toContain('pause')
  })
  test('is refused: STEP_FAILED', async () => {
    const { daemon } = open({ view: { phase: 'running' }, script: { pause: new Refusal('cannot') } })
    expect((await daemon.fail('debug_pause')).data).toMatchObject({ type: 'STEP_FAILED', command: 'pause' })
  })
  test('of an ended one: NOT_PAUSED', async () => {
    const { daemon } = open({ view: { phase: 'ended' } })
    expect((await daemon.fail('debug_pause', { session_id: 's1' })).data['current_state']).toBe('exited')
  })
})

describe('wait_for_stop misses nothing', () => {
  test('a program that is stopped answers at once', async () => {
    const { daemon } = open()
    expect(await daemon.call('wait_for_stop')).toMatchObject({
      stopped: true,
      reason: 'breakpoint',
      stop_id: 3,
      thread_id: 1,
      location: place,
      breakpoint_ids: [7],
    })
  })
  test('since this stop: the next one', async () => {
    const { daemon, session } = open()
    const waiting = daemon.call('wait_for_stop', { since_stop_id: 3 })
    session.resume()
    session.stop('breakpoint', [8])
    expect(await waiting).toMatchObject({ stop_id: 4, breakpoint_ids: [8] })
  })
  test('a stop between two calls that is over by now is told', async () => {
    const { daemon, session } = open()
    session.resume()
    expect(await daemon.call('wait_for_stop', { since_stop_id: 2 })).toEqual({
      stopped: true,
      reason: 'breakpoint',
      session_id: 's1',
      stop_id: 3,
      thread_id: 1,
      breakpoint_ids: [7],
      still_stopped: false,
      _meta: { session_id: 's1', stop_id: 3 },
    })
  })
  test('the end of the session ends the wait at once', async () => {
    const { daemon, session } = open({ view: { phase: 'running' } })
    const waiting = daemon.call('wait_for_stop', { since_stop_id: 3 })
    session.happen({ kind: 'ended', why: 'killed' }, { phase: 'ended', exitCode: 137 })
    expect(await waiting).toMatchObject({ stopped: false, reason: 'exited', exit_code: 137 })
  })
  test('a session that has ended already', async () => {
    const { daemon } = open({ view: { phase: 'ended', exitCode: 0 } })
    expect(await daemon.call('wait_for_stop', { since_stop_id: 3 })).toMatchObject({ stopped: false, reason: 'exited' })
  })
  test('the time is over: a result, no error', async () => {
    const { daemon } = open({ view: { phase: 'running' } })
    expect(await daemon.call('wait_for_stop', { timeout_ms: 1 })).toMatchObject({ stopped: false, reason: 'timeout' })
  })
  test('an exception comes with the stop', async () => {
    const stop = { stopId: 3, threadId: 1, reason: 'exception', text: 'it broke', breakpointIds: [] }
    const details = { typeName: 'KeyError', fullTypeName: 'builtins.KeyError', message: "'x'" }
    const { daemon, session } = open({
      view: { stop },
      script: { exceptionInfo: { exceptionId: 'KeyError', details } },
    })
    const exception = { type: 'KeyError', type_full: 'builtins.KeyError', message: "'x'" }
    expect(await daemon.call('wait_for_stop')).toMatchObject({ reason: 'exception', exception })
    session.script = script
    expect(await daemon.call('wait_for_stop')).toMatchObject({ exception: { message: 'it broke' } })
  })
  test('a thousand waits listen and are gone', async () => {
    const { daemon, session } = open({ view: { phase: 'running' } })
    const waits = Array.from({ length: 1000 }, () => daemon.call('wait_for_stop'))
    session.stop()
    const stops = await Promise.all(waits)
    expect(stops.every((one) => one['stop_id'] === 4)).toBe(true)
  })
})

describe('mux 15: the adapter dies while a call waits', () => {
  const crash = { reason: 'was ended by SIGKILL', stderr: 'last words' }
  const dies = (one: ScriptedSession) =>
    one.happen({ kind: 'ended', why: 'the debugger was ended by SIGKILL' }, { phase: 'ended', crash })
  const dyingMove = (one: ScriptedSession) => () => (one.resume(), dies(one), {})
  test.each([
    { tool: 'debug_continue', params: { wait: true } },
    { tool: 'debug_step', params: { action: 'over' } },
    { tool: 'run_to', params: { file: '/app/main.js', line: 20 } },
    { tool: 'wait_for_stop', params: { since_stop_id: 3 } },
    { tool: 'breakpoint_wait', params: { since_stop_id: 3 } },
  ] as const)('$tool says that the adapter died, and why', async ({ tool, params }) => {
    const { daemon, session } = open({ view: { request: 'attach' } })
    const added = { id: 9, what: 'source', enabled: true, verified: true, hits: 0 }
    const moves = { continue: dyingMove(session), next: dyingMove(session) }
    Object.assign(session.script, moves, { dapplex_breakpointAdd: { breakpoint: added } })
    const asked = daemon.fail(tool, params)
    if (tool.includes('wait')) dies(session)
    const { data } = await asked
    expect(data).toMatchObject({ type: 'ADAPTER_CRASHED', reason: crash.reason, stderr: crash.stderr })
  })
  test('debug_state of the session tells its state, and no error', async () => {
    const { daemon } = open({ view: { phase: 'ended', crash, endReason: 'the debugger was ended by SIGKILL' } })
    expect(await daemon.call('debug_state', { session_id: 's1' })).toMatchObject({ state: 'exited' })
  })
})

describe('the choice of thread and frame', () => {
  const frames = [frame, { ...frame, id: 6, name: 'main', line: 30 }]
  const stackTrace = ({ startFrame, levels }: Readonly<Record<string, unknown>>) => ({
    stackFrames: frames.slice(Number(startFrame), Number(startFrame) + Number(levels)),
    totalFrames: 2,
  })
  test('counts for later calls until the next stop', async () => {
    const { daemon, session } = open({ script: { stackTrace, scopes: { scopes: [] } } })
    expect(await daemon.call('frame_select')).toMatchObject({ thread_id: 1, frame_index: 0 })
    expect(await daemon.call('frame_select', { index: 1 })).toMatchObject({ thread_id: 1, frame_index: 1 })
    await daemon.call('variables_get')
    expect(session.asked.at(-1)).toEqual({ command: 'scopes', args: { frameId: 6 } })
    session.resume()
    session.stop()
    expect(await daemon.call('frame_select')).toMatchObject({ frame_index: 0 })
  })
  test('of a thread begins at its top', async () => {
    const { daemon, session } = open({ script: { stackTrace } })
    await daemon.call('frame_select', { frame_index: 1 })
    expect(await daemon.call('thread_select', { thread_id: 2 })).toMatchObject({ thread_id: 2, frame_index: 0 })
    await daemon.call('stacktrace_get')
    expect(session.asked.at(-1)?.args).toMatchObject({ threadId: 2 })
  })
  test('of a frame or thread that is not there', async () => {
    const { daemon } = open({ script: { stackTrace, threads: { threads: [{ id: 1, name: 'main' }] } } })
    expect((await daemon.fail('frame_select', { frame_index: 9 })).data).toMatchObject({
      type: 'INVALID_FRAME',
      frame_index: 9,
      total_frames: 2,
    })
    expect((await daemon.fail('thread_select', { thread_id: 9 })).data).toMatchObject({
      type: 'INVALID_THREAD',
      thread_id: 9,
    })
  })
})
