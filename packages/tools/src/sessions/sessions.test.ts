import { describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import { agent, editor, Refusal } from '../../test/scripted/scripted-session.js'

const client = (actor: typeof agent) => ({
  ...actor,
  role: 'owner' as const,
  joinedAt: 0,
  breakpoints: 1,
  lastCommand: 'next',
})
const launcher = { ...agent, client: 9, name: 'dapplex', kind: 'surface' as const }
const process = { name: '/app/main.js', systemProcessId: 4711 }

describe('debug_restart', () => {
  test('starts it again in the same session and tells the new process', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ view: { phase: 'running', process } })
    session.script = {
      restart: () => {
        const body = { name: '/app/main.js', systemProcessId: 4712 }
        session.happen({ kind: 'process', body }, { phase: 'running', process: body })
        return {}
      },
    }
    expect(await daemon.call('debug_restart', { wait_ms: 0 })).toMatchObject({
      success: true,
      session_id: 's1',
      pid: 4712,
      state: 'running',
      message: 'main.js is running',
    })
  })
  test('a failure is LAUNCH_FAILED with the words of the adapter; a stop that is over STOP_CHANGED', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ script: { restart: new Refusal('no such file') } })
    expect((await daemon.fail('debug_restart')).data).toMatchObject({ type: 'LAUNCH_FAILED', reason: 'no such file' })
    const ended = 'the session has ended instead: ada pressed Stop'
    const error = { id: 1, format: ended, variables: { type: 'SESSION_ENDED' } }
    daemon.open({ id: 's2', script: { restart: new Refusal(ended, error) } })
    const over = await daemon.fail('debug_restart', { session_id: 's2' })
    expect(over.data).toMatchObject({ type: 'LAUNCH_FAILED', reason: ended })
    expect((await daemon.fail('debug_restart', { session_id: 's1', expected_stop_id: 1 })).data).toMatchObject({
      type: 'STOP_CHANGED',
    })
  })
})

describe('configurations_list', () => {
  test('of a workspace, of the program, else of the user', async () => {
    const daemon = new ScriptedDaemon()
    expect(await daemon.call('configurations_list')).toMatchObject({
      configurations: [
        { name: 'Run', file: '/home/me/dapplex.jsonc', request: 'launch', adapter: 'table', args: ['-x'] },
        { name: 'Asks', unusable: 'it asks' },
      ],
    })
    daemon.open({ cwd: '/app' })
    expect(await daemon.call('configurations_list')).toMatchObject({ workspace: '/app' })
    expect(await daemon.call('configurations_list', { workspace: '/' })).toMatchObject({ workspace: '/' })
  })
  test.each(['app', '/no/such/folder', '/proc/self/exe'])('%s is no folder: INVALID_PATH', async (workspace) => {
    const { data } = await new ScriptedDaemon().fail('configurations_list', { workspace })
    expect(data).toMatchObject({ type: 'INVALID_PATH', path: workspace })
  })
})

describe('debug_launch', () => {
  test('gives the session, its pid and where it stands', async () => {
    const daemon = new ScriptedDaemon()
    daemon.starts = () =>
      daemon.open({
        view: { process },
        script: { stackTrace: { stackFrames: [{ id: 1, name: 'f', line: 3, source: { path: '/app/main.js' } }] } },
      })
    const params = { program: '/app/main.js', breakpoints: [{ file: '/app/other.js', line: 3, hit_count: 2 }] }
    expect(await daemon.call('debug_launch', params)).toEqual({
      success: true,
      session_id: 's1',
      pid: 4711,
      state: 'stopped',
      message: 'Stopped at main.js:3',
      reason: 'breakpoint',
      thread_id: 1,
      breakpoint_ids: [7],
      location: { function: 'f', file: '/app/main.js', line: 3 },
      stack: ['f main.js:3'],
      _meta: { session_id: 's1', stop_id: 3 },
    })
    expect(daemon.launches[0]?.breakpoints).toEqual([{ path: '/app/other.js', line: 3, hitCondition: '2' }])
  })
  test.each([
    { view: { phase: 'running' as const }, want: { state: 'running', message: 'main.js is running' } },
    {
      view: { phase: 'ended' as const, exitCode: 2 },
      want: { state: 'exited', message: 'main.js has ended with exit code 2' },
    },
  ])('a program that is $want.state', async ({ view, want }) => {
    const daemon = new ScriptedDaemon()
    daemon.starts = () => daemon.open({ view })
    expect(await daemon.call('debug_launch', { program: '/app/main.js', wait_ms: 0 })).toMatchObject(want)
  })
  test('a configuration needs no program', async () => {
    const daemon = new ScriptedDaemon()
    await daemon.call('debug_launch', { configuration: 'Run', cwd: '/app' })
    expect(daemon.launches[0]).toMatchObject({ configuration: 'Run', spec: { program: '', cwd: '/app' } })
    expect(await daemon.fail('debug_launch', {})).toMatchObject({ code: -32602, data: { field: 'program' } })
  })
  test('a relative program is meant from cwd; without one INVALID_PATH', async () => {
    const daemon = new ScriptedDaemon()
    await daemon.call('debug_launch', { program: 'x.js', cwd: '/app' })
    expect(daemon.launches[0]?.spec.program).toBe('/app/x.js')
    expect(await daemon.fail('debug_launch', { program: 'x.js' })).toMatchObject({
      data: { type: 'INVALID_PATH', path: 'x.js' },
    })
    expect(await daemon.fail('debug_launch', { program: '/app/x.js', cwd: 'app' })).toMatchObject({
      data: { path: 'app' },
    })
  })
})

describe('debug_attach', () => {
  test('to a process', async () => {
    const daemon = new ScriptedDaemon()
    daemon.starts = () => daemon.open({ view: { phase: 'running', process } })
    expect(await daemon.call('debug_attach', { processId: 4711 })).toMatchObject({
      success: true,
      pid: 4711,
      state: 'running',
      process_name: '/app/main.js',
    })
    expect(await daemon.fail('debug_attach', { pid: 4711 })).toMatchObject({
      data: { type: 'ALREADY_ATTACHED', pid: 4711, session_id: 's1' },
    })
  })
  test('to an address', async () => {
    const daemon = new ScriptedDaemon()
    await daemon.call('debug_attach', { port: 4005, adapter: 'x' })
    expect(daemon.attaches[0]).toMatchObject({ adapter: 'x', spec: { host: '127.0.0.1', port: 4005, adapterArgs: {} } })
  })
  test('to nothing: -32602', async () => {
    expect(await new ScriptedDaemon().fail('debug_attach', { host: 'x' })).toMatchObject({
      code: -32602,
      data: { field: 'pid' },
    })
  })
})

describe('debug_disconnect', () => {
  test('ends the program', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ view: { clients: [client(editor)] } })
    expect(await daemon.call('debug_disconnect', { terminateProcess: true })).toMatchObject({ success: true })
    expect(session.ended).toEqual([true])
  })
  test('lets go of it', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ view: { clients: [client(launcher), client(agent)] } })
    expect(await daemon.call('debug_disconnect')).toMatchObject({
      message: '/app/main.js runs on without a debugger; the session has ended',
    })
    expect(session.ended).toEqual([false])
  })
  test('ends what its debugger has started and cannot let go, and says so', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ traits: { letsLaunchedGo: false }, view: { clients: [client(agent)] } })
    expect(await daemon.call('debug_disconnect')).toMatchObject({
      message: expect.stringMatching(
        /^\/app\/main.js and its session have ended: .* cannot let a program run on/,
      ) as string,
    })
    expect(session.ended).toEqual([true])
  })
  test('only leaves where others stay', async () => {
    const daemon = new ScriptedDaemon()
    const session = daemon.open({ view: { clients: [client(launcher), client(agent), client(editor)] } })
    daemon.role = 'observer'
    expect(await daemon.call('debug_disconnect')).toMatchObject({ message: 'Left the session; code stays in it' })
    expect([session.ended, session.hasLeft]).toEqual([[], true])
  })
  test('of none: NO_SESSION', async () => {
    expect((await new ScriptedDaemon().fail('debug_disconnect')).data['type']).toBe('NO_SESSION')
  })
})

describe('debug_state', () => {
  test('without a session', async () => {
    expect(await new ScriptedDaemon().call('debug_state')).toEqual({ state: 'not_attached', stop_id: 0, clients: [] })
  })
  test('stopped: where, why, who is there', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({
      view: { clients: [client(launcher), client(editor)] },
      script: { stackTrace: { stackFrames: [{ id: 1, name: 'f', line: 3, source: { path: '/a' } }] } },
    })
    expect(await daemon.call('debug_state')).toEqual({
      state: 'stopped',
      reason: 'breakpoint',
      thread_id: 1,
      breakpoint_id: 7,
      location: { function: 'f', file: '/a', line: 3 },
      stop_id: 3,
      clients: [
        {
          client_id: 1,
          name: 'code',
          principal: 'me',
          kind: 'editor',
          role: 'owner',
          joined_at: '1970-01-01T00:00:00.000Z',
          last_command: 'next',
          breakpoints: 1,
        },
      ],
      _meta: { session_id: 's1', stop_id: 3 },
    })
  })
  test('a stack that cannot be read is no failure', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open()
    const state = await daemon.call('debug_state')
    expect(state).toMatchObject({ state: 'stopped', thread_id: 1 })
    expect(state).not.toHaveProperty('location')
  })
  test('a silent adapter is told', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'running', unresponsive: { command: 'threads', since: 1000 } } })
    expect(await daemon.call('debug_state')).toMatchObject({
      state: 'running',
      unresponsive: { command: 'threads', since: '1970-01-01T00:00:01.000Z' },
    })
  })
  test('exited: the code, and why the session ended', async () => {
    const daemon = new ScriptedDaemon()
    daemon.open({ view: { phase: 'ended', exitCode: 3, endReason: 'the program ended' } })
    expect(await daemon.call('debug_state')).toMatchObject({
      state: 'exited',
      exit_code: 3,
      reason: 'the program ended',
    })
  })
})

test('sessions_list names the client that has ended a session', async () => {
  const daemon = new ScriptedDaemon()
  daemon.open({ view: { phase: 'ended', exitCode: 247, endedBy: editor } })
  expect(await daemon.call('sessions_list')).toMatchObject({
    sessions: [{ state: 'exited', exit_code: 247, ended_by: { kind: 'editor', name: 'code' } }],
  })
})

test('sessions_list, adapters_list, processes_list', async () => {
  const daemon = new ScriptedDaemon()
  daemon.open({ view: { process, clients: [client(editor)] } })
  await daemon.call('session_select', { session_id: 's1' })
  expect(await daemon.call('sessions_list')).toMatchObject({
    sessions: [
      {
        session_id: 's1',
        adapter: 'table',
        program: '/app/main.js',
        pid: 4711,
        state: 'stopped',
        stop_id: 3,
        selected: true,
        clients: [{ name: 'code' }],
      },
    ],
  })
  expect(await daemon.call('adapters_list')).toMatchObject({
    adapters: [{ id: 'table', found: false, install: 'build one' }],
  })
  expect(await daemon.call('processes_list', { adapter: 'x' })).toEqual({
    processes: [{ pid: 42, name: 'sleep', adapter: 'x' }],
  })
})
