import { describe, expect, test } from 'vitest'
import { debugEvents, type DebugEvent, type SessionEventBody } from '@dapplex/protocol'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { agent, Refusal } from '../../test/scripted/scripted-session.js'

const types = (daemon: ScriptedDaemon) =>
  daemon.notifications.map(({ params }) => `${String(params['session_id'])} ${String(params['type'])}`)

describe('events_subscribe', () => {
  test('tells of all sessions, also of those that start later', async () => {
    const daemon = new ScriptedDaemon()
    const first = daemon.open()
    first.happen({ kind: 'written', what: 'x' })
    expect(await daemon.call('events_subscribe')).toEqual({
      subscribed: true,
      sessions: [{ session_id: 's1', seq: 1, gap: 0 }],
    })
    first.resume()
    daemon.open().stop()
    expect(types(daemon)).toEqual(['s1 continued', 's2 stopped'])
  })
  test('kept events after since_seq come first', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open()
    session.resume()
    session.stop()
    await daemon.call('events_subscribe', { session_id: 's1', since_seq: 1 })
    expect(types(daemon)).toEqual(['s1 stopped'])
  })
  test('since names a seq for each session; the rest follows since_seq', async () => {
    const daemon = new ScriptedDaemon()
    for (const session of [daemon.open(), daemon.open()]) {
      session.resume()
      session.stop()
    }
    await daemon.call('events_subscribe', { since: { s2: 1 }, since_seq: 2 })
    expect(types(daemon)).toEqual(['s2 stopped'])
  })
  test('only some types; a second call replaces the first; none ends it; so does the end of the connection', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open()
    await daemon.call('events_subscribe')
    await daemon.call('events_subscribe', { types: ['stopped'] })
    session.resume()
    session.stop()
    expect(types(daemon)).toEqual(['s1 stopped'])
    expect(await daemon.call('events_subscribe', { types: [] })).toEqual({ subscribed: false, sessions: [] })
    session.stop()
    await daemon.call('events_subscribe')
    for (const cleanUp of daemon.gone) cleanUp()
    session.stop()
    expect(types(daemon)).toEqual(['s1 stopped'])
  })
  test('an unknown session, an unknown type', async () => {
    const daemon = new ScriptedDaemon()
    expect((await daemon.fail('events_subscribe', { session_id: 'x' })).data['type']).toBe('SESSION_NOT_FOUND')
    expect((await daemon.fail('events_subscribe', { types: ['stoped'] })).data).toMatchObject({
      field: 'types.0',
      nearest: 'stopped',
    })
  })
})

describe('debug_event', () => {
  const breakpoint = { id: 7, what: 'source' as const, enabled: true, verified: true, hits: 0, path: '/a', line: 3 }
  test.each<[SessionEventBody, object]>([
    [
      { kind: 'stopped', threadId: 1, reason: 'step', allThreadsStopped: true, breakpointIds: [7] },
      { type: 'stopped', reason: 'step', thread_id: 1, all_threads_stopped: true, breakpoint_ids: [7] },
    ],
    [
      { kind: 'continued', allThreadsContinued: true },
      { type: 'continued', all_threads_continued: true },
    ],
    [
      { kind: 'output', category: 'stdout', text: 'hi\n' },
      { type: 'output', category: 'stdout', text: 'hi\n' },
    ],
    [
      { kind: 'process', body: { name: 'x', systemProcessId: 5 } },
      { type: 'process', name: 'x', pid: 5 },
    ],
    [
      { kind: 'thread', threadId: 2, reason: 'started' },
      { type: 'thread', thread_id: 2, reason: 'started' },
    ],
    [
      { kind: 'breakpoint', reason: 'new', breakpointId: 7 },
      {
        type: 'breakpoint',
        reason: 'new',
        breakpoint_id: 7,
        breakpoint: expect.objectContaining({ file: '/a', line: 3 }),
      },
    ],
    [
      { kind: 'breakpoint', reason: 'removed', breakpointId: 8 },
      { type: 'breakpoint', reason: 'removed', breakpoint_id: 8 },
    ],
    [
      { kind: 'clientJoined', client: agent },
      { type: 'client_joined', client: { client_id: 2, name: 'agent-1', principal: 'me', kind: 'agent' } },
    ],
    [
      { kind: 'clientLeft', client: agent, why: 'left' },
      { type: 'client_left', client: expect.anything(), why: 'left' },
    ],
    [
      { kind: 'written', what: 'fee = 7' },
      { type: 'written', what: 'fee = 7' },
    ],
    [
      { kind: 'invalidated', areas: ['variables'] },
      { type: 'invalidated', areas: ['variables'] },
    ],
    [
      { kind: 'exited', exitCode: 3 },
      { type: 'exited', exit_code: 3 },
    ],
    [
      { kind: 'ended', why: 'killed' },
      { type: 'ended', why: 'killed' },
    ],
    [
      { kind: 'phase', phase: 'configuring' },
      { type: 'state', state: 'running' },
    ],
    [
      { kind: 'unresponsive', command: 'threads', waitedMs: 30 },
      { type: 'unresponsive', command: 'threads', waited_ms: 30 },
    ],
    [{ kind: 'responsive' }, { type: 'responsive' }],
    [
      { kind: 'control', change: 'acquired', holder: agent, until: 60_000 },
      {
        type: 'control',
        change: 'acquired',
        holder: expect.objectContaining({ name: 'agent-1' }),
        until: '1970-01-01T00:01:00.000Z',
      },
    ],
    [
      { kind: 'control', change: 'released' },
      { type: 'control', change: 'released' },
    ],
    [
      { kind: 'message', text: 'hi', to: [agent] },
      { type: 'message', text: 'hi', to: [expect.objectContaining({ name: 'agent-1' })] },
    ],
    [
      { kind: 'child', session: 's2' },
      { type: 'child', child_session_id: 's2' },
    ],
  ])('%j', async (body, want) => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ view: { breakpoints: [breakpoint] } })
    await daemon.call('events_subscribe')
    session.happen(body)
    const [sent] = daemon.notifications.map(({ params }) => params as DebugEvent)
    expect(debugEvents[sent!.type].safeParse(sent).error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(daemon.notifications))).toEqual([
      {
        method: 'debug_event',
        params: { session_id: 's1', stop_id: 3, seq: 1, at: '1970-01-01T00:00:00.000Z', ...want },
      },
    ])
  })
})

describe('dap_request', () => {
  test('gives the answer as it is, a failure too', async () => {
    const daemon = new ScriptedDaemon()
    const error = { id: 70005, format: 'not supported', variables: { type: 'UNSUPPORTED' } }
    const session = daemon.open({ script: { gotoTargets: { targets: [] }, goto: new Refusal('no', error) } })
    session.isRaw = true
    expect(await daemon.call('dap_request', { command: 'gotoTargets', arguments: '{"line":3}' })).toMatchObject({
      success: true,
      command: 'gotoTargets',
      body: { targets: [] },
    })
    expect(session.asked.at(-1)?.args).toEqual({ line: 3 })
    expect(await daemon.call('dap_request', { command: 'goto' })).toMatchObject({
      success: false,
      message: 'no',
      error,
    })
  })
  test.each(['initialize', 'launch', 'disconnect'])('%s is not for it', async (command) => {
    expect(await new ScriptedDaemon().fail('dap_request', { command })).toMatchObject({
      code: -32602,
      data: { field: 'command' },
    })
  })
})
