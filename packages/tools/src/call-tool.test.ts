import { describe, expect, test, vi } from 'vitest'
import { ScriptedDaemon } from '../test/scripted/scripted-daemon.js'
import { implementations } from './implementations.js'
import { surface } from '@dapplex/protocol'

test('every tool of the registry is implemented but those of the workflow, nothing else is', () => {
  const here = Object.values(surface).filter(({ group }) => group !== 'workflow')
  expect([...implementations.keys()].sort()).toEqual(here.map(({ name }) => name).sort())
})

describe('finding the tool', () => {
  test('an unknown method is -32601 with the nearest name', async () => {
    expect(await new ScriptedDaemon().fail('stack_trace_get')).toEqual({
      code: -32601,
      message: "There is no method 'stack_trace_get'; did you mean 'stacktrace_get'?",
      data: { type: 'METHOD_NOT_FOUND', method: 'stack_trace_get', nearest: 'stacktrace_get' },
    })
  })
})

describe('parameters: -32602 names the field, what is allowed and the nearest name', () => {
  test.each([
    {
      why: 'an unknown one',
      call: ['stacktrace_get', { tread_id: 1 }],
      data: { field: 'tread_id', parameter: 'tread_id', value: 1, nearest: 'thread_id' },
      says: "Unknown parameter 'tread_id'; did you mean 'thread_id'?",
    },
    {
      why: 'a wrong type',
      call: ['stacktrace_get', { max_frames: 'ten' }],
      data: { field: 'max_frames', value: 'ten', allowed: 'a number' },
      says: "Parameter 'max_frames' must be a number",
    },
    {
      why: 'no whole number',
      call: ['stacktrace_get', { max_frames: 1.5 }],
      data: { field: 'max_frames', value: 1.5, allowed: 'a whole number' },
      says: "Parameter 'max_frames' must be a whole number",
    },
    {
      why: 'out of range',
      call: ['stacktrace_get', { start_frame: -1 }],
      data: { field: 'start_frame', value: -1, allowed: 'a whole number, at least 0' },
      says: "Parameter 'start_frame' must be a whole number, at least 0",
    },
    {
      why: 'not one of the values',
      call: ['variables_get', { scope: 'local' }],
      data: { field: 'scope', value: 'local', allowed: ['locals', 'arguments', 'this', 'all'], nearest: 'locals' },
      says: "Parameter 'scope' must be one of locals, arguments, this, all",
    },
    {
      why: 'a missing one',
      call: ['evaluate', {}],
      data: { field: 'expression', parameter: 'expression', allowed: 'text' },
      says: "Parameter 'expression' is required: text",
    },
    {
      why: 'an empty one',
      call: ['evaluate', { expression: '' }],
      data: { field: 'expression', value: '', allowed: 'text that is not empty' },
      says: "Parameter 'expression' must be text that is not empty",
    },
    {
      why: 'one within another',
      call: ['debug_launch', { program: '/a', breakpoints: [{ file: '/a', line: 'x' }] }],
      data: { field: 'breakpoints.0.line', parameter: 'breakpoints', value: 'x' },
      says: "Parameter 'breakpoints.0.line' must be a number",
    },
    {
      why: 'null where a value is meant',
      call: ['evaluate', { expression: null }],
      data: { field: 'expression', value: null, allowed: 'text' },
      says: "Parameter 'expression' must be text",
    },
    {
      why: 'the same in two spellings',
      call: ['inspect_object', { id: 1, objectId: 2 }],
      data: { field: 'id', value: 2 },
      says: "Parameter 'id' is given twice",
    },
    {
      why: 'by position',
      call: ['inspect_object', [1]],
      data: { field: 'params', allowed: 'an object' },
      says: 'The parameters must be an object: they are given by name',
    },
    {
      why: 'neither number nor text',
      call: ['breakpoint_set', { file: '/a', line: 1, hit_count: true }],
      data: { field: 'hit_count', value: true, allowed: 'a number, or text' },
      says: "Parameter 'hit_count' must be a number, or text",
    },
  ] as const)('$why', async ({ call: [name, params], data, says }) => {
    const error = await new ScriptedDaemon().fail(name, params)
    expect(error).toMatchObject({ code: -32602, message: says, data: { type: 'INVALID_PARAMETER', ...data } })
  })
})

describe('the hint of a wrong parameter says what is expected', () => {
  test.each([
    {
      why: 'text for an object: its members, and what it is for',
      call: ['change_find', { expression: 'total', from: '/app/main.py:12' }],
      hint: "'from' is an object with file (text), line (a whole number, at least 1), text (text), function (text). Where watching begins, as in breakpoint_set (default: here)",
    },
    {
      why: 'a wrong value within a list: the members of what is listed',
      call: ['trace_run', { functions: [{ file: '/app/main.py', line: 'x' }] }],
      hint: "'functions' is a list; each is text, or an object with file (text, required), line (a whole number, at least 1, required). Names, or {file, line} of the first line",
    },
    {
      why: 'an unknown member of an object: those that there are',
      call: ['change_find', { expression: 'total', from: { lin: 12 } }],
      hint: expect.stringContaining("'from' is an object with file (text), line (a whole number, at least 1)"),
    },
    {
      why: 'a number out of range',
      call: ['probe_run', { probes: [{ file: '/app/main.py', line: 1 }], timeout_ms: 0 }],
      hint: expect.stringContaining("'timeout_ms' is a whole number from 1 to 86400000. "),
    },
    {
      why: 'an unknown one with a near name: that one',
      call: ['stacktrace_get', { tread_id: 1 }],
      hint: expect.stringContaining("'thread_id' is a whole number. "),
    },
  ] as const)('$why', async ({ call: [name, params], hint }) => {
    const { data } = await new ScriptedDaemon().fail(name, params)
    expect(data.hint).toEqual(hint)
  })

  test('an unknown member of an object has the nearest name', async () => {
    const error = await new ScriptedDaemon().fail('change_find', { expression: 'total', from: { lin: 12 } })
    expect(error.message).toBe("Unknown parameter 'from.lin'; did you mean 'line'?")
  })
})

describe('other spellings', () => {
  const moved = { success: true, state: 'running' }
  test.each([
    ['debug_step_over', {}, 'next'],
    ['debug_step_into', {}, 'stepIn'],
    ['debug_step_out', {}, 'stepOut'],
    ['debug_step', { action: 'over' }, 'next'],
    ['debug_step', { action: 'in' }, 'stepIn'],
    ['debug_step', { mode: 'in' }, 'stepIn'],
    ['debug_step', { mode: 'out' }, 'stepOut'],
  ])('%s %j', async (name, params, command) => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ script: { [command]: () => (session.resume(), {}) } })
    expect(await daemon.call(name, { ...params, wait: false })).toMatchObject(moved)
    expect(session.asked.at(-1)).toEqual({ command, args: { threadId: 1 } })
  })

  test('env as JSON text, stopAtEntry, camelCase', async () => {
    const daemon = new ScriptedDaemon()
    await daemon.call('debug_launch', {
      program: '/app/x.js',
      env: '{"A":"1"}',
      stopAtEntry: true,
      adapterArgs: { x: 1 },
    })
    expect(daemon.launches[0]?.spec).toEqual({
      program: '/app/x.js',
      args: [],
      cwd: '/app',
      env: { A: '1' },
      stopAtEntry: true,
      adapterArgs: { x: 1 },
    })
  })

  test('_meta may stand beside any parameters', async () => {
    expect(await new ScriptedDaemon().call('sessions_list', { _meta: { nodeId: 'n' } })).toEqual({ sessions: [] })
  })
})

describe('which session', () => {
  test('none: NO_SESSION', async () => {
    expect(await new ScriptedDaemon().fail('stacktrace_get')).toEqual({
      code: -32000,
      message: 'No debug session',
      data: { type: 'NO_SESSION', hint: expect.stringContaining('debug_launch') },
    })
  })
  test('only ended ones: NO_SESSION names them', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'ended' } })
    expect((await daemon.fail('stacktrace_get')).data).toMatchObject({ type: 'NO_SESSION', ended: ['s1'] })
  })
  test.each([
    {
      why: 'a newcomer joins the only live session',
      live: ['theirs'],
      ended: [],
      strange: ['theirs'],
      failed: false,
      meant: 'theirs',
    },
    {
      why: "the end of a stranger's session is nobody's default",
      live: [],
      ended: ['theirs'],
      strange: ['theirs'],
      failed: false,
      meant: { ended: ['theirs'] },
    },
    {
      why: "after a failed launch, another's live session is not meant",
      live: ['theirs'],
      ended: [],
      strange: ['theirs'],
      failed: true,
      meant: { candidates: ['theirs'] },
    },
    {
      why: 'after a failed launch, the end of an earlier one is not meant',
      live: [],
      ended: ['mine'],
      strange: [],
      failed: true,
      meant: { ended: ['mine'] },
    },
    {
      why: "one's own session comes before a stranger's",
      live: ['mine', 'theirs'],
      ended: [],
      strange: ['theirs'],
      failed: false,
      meant: 'mine',
    },
    {
      why: "the end of one's own session comes before a stranger's live one",
      live: ['theirs'],
      ended: ['mine'],
      strange: ['theirs'],
      failed: false,
      meant: 'mine',
    },
  ])('without session_id: $why', async ({ live, ended, strange, failed, meant }) => {
    const daemon = new ScriptedDaemon()
    for (const id of live) daemon.open({ id })
    for (const id of ended) daemon.open({ id, view: { phase: 'ended' } })
    for (const id of strange) daemon.strange.add(id)
    daemon.lastStartFailed = failed
    if (typeof meant === 'string') {
      expect((await daemon.call('output_get'))['_meta']).toMatchObject({ session_id: meant })
      return
    }
    const error = await daemon.fail('output_get')
    expect(error.data).toMatchObject({ type: 'NO_SESSION', ...meant, hint: expect.stringContaining('session_select') })
    for (const id of [...live, ...ended]) expect(error.message).toContain(id)
    expect(await daemon.call('debug_state')).toMatchObject({ state: 'not_attached' })
  })
  test('after a failed launch, the end of an own session that was used since is meant', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ id: 'mine' })
    daemon.lastStartFailed = true
    await daemon.call('debug_state')
    await session.end(true)
    expect((await daemon.call('output_get'))['_meta']).toMatchObject({ session_id: 'mine' })
  })
  test('an ended one by its id: NOT_PAUSED', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'ended' } })
    expect((await daemon.fail('stacktrace_get', { session_id: 's1' })).data).toMatchObject({
      type: 'NOT_PAUSED',
      current_state: 'exited',
    })
  })
  test('several: SESSION_AMBIGUOUS with the candidates, until one is chosen', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open()
    daemon.open()
    daemon.open({ view: { phase: 'ended' } })
    expect(await daemon.fail('debug_state')).toMatchObject({
      code: -32000,
      data: { type: 'SESSION_AMBIGUOUS', candidates: ['s1', 's2'] },
    })
    await daemon.call('session_select', { session_id: 's2' })
    expect(await daemon.call('clients_list')).toMatchObject({ _meta: { session_id: 's2', stop_id: 3 } })
  })
  test('an unknown one: SESSION_NOT_FOUND', async () => {
    expect(await new ScriptedDaemon().fail('debug_state', { session_id: 'x' })).toMatchObject({
      message: "Session 'x' not found",
      data: { type: 'SESSION_NOT_FOUND', session_id: 'x' },
    })
  })
  test('what is over is read from the session that ended last', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'ended', exitCode: 1 }, startedAt: 1 })
    daemon.open({ view: { phase: 'ended', exitCode: 2 }, startedAt: 2 })
    expect(await daemon.call('debug_state')).toMatchObject({ state: 'exited', exit_code: 2 })
  })
})

describe('the order of checks', () => {
  test('parameters before the session', async () => {
    expect(await new ScriptedDaemon().fail('stacktrace_get', { x: 1 })).toMatchObject({ code: -32602 })
  })
  test('an object id before the session', async () => {
    expect(await new ScriptedDaemon().fail('inspect_object', { id: 999 })).toEqual({
      code: -32000,
      message: 'Object ID 999 not found',
      data: { type: 'OBJECT_NOT_FOUND', object_id: 999, reason: 'never_issued', hint: expect.any(String) },
    })
  })
  test('the thread before the paused state', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'running' }, script: { threads: { threads: [] } } })
    expect((await daemon.fail('stacktrace_get', { thread_id: 9 })).data).toMatchObject({
      type: 'INVALID_THREAD',
      thread_id: 9,
    })
    expect((await daemon.fail('stacktrace_get', { thread_id: 1 })).data['type']).toBe('NOT_PAUSED')
  })
  test('the paused state before the capability', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'running' } })
    expect((await daemon.fail('completions_get', { text: 'a' })).data['type']).toBe('NOT_PAUSED')
  })
})

describe('who may', () => {
  test.each([
    ['debug_continue', {}, 'observer', 'operator'],
    ['debug_launch', { program: '/a' }, 'operator', 'owner'],
    ['evaluate', { expression: 'f()' }, 'observer', 'operator'],
    ['object_inspect', { object_ref: 'f()' }, 'observer', 'operator'],
    ['debug_disconnect', { terminate: true }, 'operator', 'owner'],
  ] as const)('%s %j as %s: FORBIDDEN', async (...row) => {
    const [name, params, role, needed] = row
    const daemon = new ScriptedDaemon()
    daemon.open({ script: { stackTrace: { stackFrames: [{ id: 1, name: 'f' }] } } })
    daemon.role = role
    expect((await daemon.fail(name, params)).data).toMatchObject({ type: 'FORBIDDEN', needed, role })
  })
})

describe('the time of a call', () => {
  test('an adapter that is silent: TIMEOUT says what did not answer', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ script: { stackTrace: 'silence' } })
    expect((await daemon.fail('stacktrace_get')).data).toMatchObject({ type: 'TIMEOUT', what: 'stackTrace' })
  })
  test('a port that never answers: TIMEOUT of the tool', async () => {
    const daemon = new ScriptedDaemon()
    daemon.launch = () => new Promise(() => undefined)
    vi.useFakeTimers()
    const failed = daemon.fail('debug_launch', { program: '/a', timeout_ms: 1 })
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect((await failed).data).toMatchObject({ type: 'TIMEOUT', what: 'debug_launch', timeout_ms: 1 })
  })
  test('a caller who has gone: CANCELLED', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'running' } })
    const waiting = daemon.fail('wait_for_stop')
    daemon.abort.abort()
    expect(await waiting).toMatchObject({ code: -32800, data: { type: 'CANCELLED' } })
  })
})
