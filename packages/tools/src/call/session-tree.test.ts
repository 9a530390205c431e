import { describe, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'

const running = { phase: 'running', stopId: 0 } as const

/** A program that runs, with two children and a child of the first. */
function family() {
  const daemon = new ScriptedDaemon()
  const program = daemon.open({ id: 'program', view: running, startedAt: 1 })
  const first = daemon.open({ id: 'first', parentId: 'program', view: running, startedAt: 2 })
  const second = daemon.open({ id: 'second', parentId: 'program', view: running, startedAt: 3 })
  const grandchild = daemon.open({ id: 'grandchild', parentId: 'first', view: running, startedAt: 4 })
  return { daemon, program, first, second, grandchild }
}

const usedBy = async (daemon: ScriptedDaemon, tool: string) =>
  ((await daemon.call(tool))['_meta'] as { session_id: string }).session_id

describe('without session_id a program and what it has started count as one', () => {
  test('the program is meant by what is about all of it', async () => {
    const { daemon, grandchild } = family()
    grandchild.stop()
    expect(await usedBy(daemon, 'debug_state')).toBe('program')
    expect(await usedBy(daemon, 'output_get')).toBe('program')
    expect(await usedBy(daemon, 'clients_list')).toBe('program')
  })

  test('the only session that is stopped is meant by the others', async () => {
    const { daemon, grandchild } = family()
    grandchild.stop()
    expect(await usedBy(daemon, 'threads_list')).toBe('grandchild')
  })

  test('of two that are stopped: SESSION_AMBIGUOUS names both, and nobody else', async () => {
    const { daemon, second, grandchild } = family()
    grandchild.stop()
    second.stop()
    expect((await daemon.fail('stacktrace_get')).data).toMatchObject({
      type: 'SESSION_AMBIGUOUS',
      candidates: ['second', 'grandchild'],
    })
  })

  test('none is stopped: the program is meant', async () => {
    expect((await family().daemon.fail('stacktrace_get')).data).toMatchObject({ type: 'NOT_PAUSED' })
  })

  test('debug_disconnect ends the program, also if only a child is stopped', async () => {
    const { daemon, program, first } = family()
    first.stop()
    await daemon.call('debug_disconnect', { terminate: true })
    expect(program.ended).toEqual([true])
    expect(first.ended).toEqual([])
  })

  test('a second program makes it ambiguous', async () => {
    const { daemon } = family()
    daemon.open({ id: 'other', view: running })
    expect((await daemon.fail('debug_state')).data).toMatchObject({ type: 'SESSION_AMBIGUOUS' })
  })

  test('after the end the program is read, not the child that ended last', async () => {
    const { daemon } = family()
    for (const session of daemon.sessions) session.change({ phase: 'ended', exitCode: 0 })
    expect(await usedBy(daemon, 'debug_state')).toBe('program')
  })
})

describe('wait_for_stop covers what the program has started', () => {
  test('a stop of a child is told, with its session', async () => {
    const { daemon, grandchild } = family()
    const waiting = daemon.call('wait_for_stop')
    grandchild.stop('breakpoint', [8])
    expect(await waiting).toMatchObject({
      stopped: true,
      session_id: 'grandchild',
      breakpoint_ids: [8],
      _meta: { session_id: 'grandchild' },
    })
  })

  test('a child that is stopped already is told at once, also if since_stop_id counts the stops of the program', async () => {
    const { daemon, first } = family()
    first.stop()
    expect(await daemon.call('wait_for_stop')).toMatchObject({ session_id: 'first', stop_id: 1 })
    expect(await daemon.call('wait_for_stop', { since_stop_id: 5 })).toMatchObject({ session_id: 'first' })
  })

  test('a child that begins during the wait is watched', async () => {
    const { daemon } = family()
    const waiting = daemon.call('wait_for_stop')
    const late = daemon.open({ id: 'late', parentId: 'second', view: running })
    daemon.open({ id: 'stranger', view: running }).stop()
    late.stop()
    expect(await waiting).toMatchObject({ session_id: 'late' })
  })

  test('the end of the program ends the wait, the end of a child does not', async () => {
    const { daemon, program, first } = family()
    const waiting = daemon.call('wait_for_stop')
    first.happen({ kind: 'ended', why: 'over' }, { phase: 'ended' })
    program.happen({ kind: 'ended', why: 'over' }, { phase: 'ended', exitCode: 4 })
    expect(await waiting).toMatchObject({ stopped: false, session_id: 'program', exit_code: 4 })
  })

  test('tree: false looks at the program alone', async () => {
    const { daemon, first } = family()
    first.stop()
    const waiting = daemon.call('wait_for_stop', { tree: false, timeout_ms: 1 })
    expect(await waiting).toMatchObject({ stopped: false, reason: 'timeout', session_id: 'program' })
  })
})

test('debug_state lists what the program has started, with its parents', async () => {
  const { daemon, first, second } = family()
  first.change({ process: { name: 'node child.js', systemProcessId: 42 } })
  second.change({ phase: 'ended' })
  const { children } = await daemon.call('debug_state')
  expect(children).toEqual([
    { session_id: 'first', parent: 'program', state: 'running', process: 'node child.js', pid: 42 },
    { session_id: 'second', parent: 'program', state: 'exited' },
    { session_id: 'grandchild', parent: 'first', state: 'running' },
  ])
})

test('a launch whose child stops first answers at once and says where to look', async () => {
  const { daemon, program, first } = family()
  daemon.starts = () => program
  const launching = daemon.call('debug_launch', { program: '/app/main.js', wait_ms: 60_000, timeout_ms: 60_000 })
  await Promise.resolve()
  first.stop()
  expect(await launching).toMatchObject({
    session_id: 'program',
    state: 'running',
    message: expect.stringContaining('session first'),
    children: expect.arrayContaining([expect.objectContaining({ session_id: 'first', state: 'stopped' })]),
  })
})

test('output of a child has its session', async () => {
  const { daemon, program } = family()
  program.pieces = [
    { offset: 0, category: 'stdout', text: 'its own\n', session: 'first' },
    { offset: 8, category: 'stdout', text: 'its own\n' },
  ]
  expect(await daemon.call('output_get')).toMatchObject({
    output: [
      { offset: 0, category: 'stdout', text: 'its own\n', session_id: 'first' },
      { offset: 8, category: 'stdout', text: 'its own\n' },
    ],
    next: 16,
  })
})
