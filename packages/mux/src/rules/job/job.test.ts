import { describe, expect, test } from 'vitest'
import { joined, runningRig, type Rig, type RigClient } from '../../../test/rig.js'

const FILE = '/src/a.x'
const STOP = { reason: 'breakpoint', threadId: 1, allThreadsStopped: true }

/** An editor that launched the program, and an agent beside it. `stopped`: the program stands when the job begins. */
function rigWith(at: 'stopped' | 'running', options: Parameters<typeof runningRig>[0] = {}) {
  const { rig, first: editor } = runningRig(options)
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  if (at === 'stopped') rig.event('stopped', { ...STOP, reason: 'step' })
  editor.clear()
  agent.clear()
  return { rig, editor, agent }
}

const begin = (agent: RigClient) => agent.send('dapplex_jobBegin', { tool: 'trace_run', timeoutMs: 1000 })

/** Who may end a job, and the request of its owner that waits. */
interface Crew {
  readonly rig: Rig
  readonly agent: RigClient
  readonly moved: number
  readonly other: RigClient
}

/** A breakpoint of the job, which the adapter numbers. */
function breakAt(rig: Rig, agent: RigClient, line: number): number {
  const added = agent.send('dapplex_jobBreakpoint', { path: FILE, line })
  rig.reply('setBreakpoints', { breakpoints: [{ id: 70 + line, verified: true, line }] })
  const body: { breakpoint: { id: number } } = agent.answer(added).body
  return body.breakpoint.id
}

const told = (client: RigClient) =>
  client
    .events()
    .map(({ event }) => event as string)
    .filter((name) => name !== 'output')

describe('a job: one client moves the program, and the others take it for running', () => {
  test('job 2, 3, 6: its stops and moves are told to its owner alone; at its end the program stands at one stop', () => {
    const { rig, editor, agent } = rigWith('stopped')
    const begun = begin(agent)
    expect(agent.answer(begun).body).toEqual({ found: 'stopped', threadId: 1 })
    expect(editor.events('continued').map(({ body }) => body)).toEqual([{ threadId: 1, allThreadsContinued: true }])
    expect(rig.phase()).toBe('running')
    editor.clear()
    for (const command of ['next', 'stepIn', 'stepOut']) {
      const moved = agent.send('dapplex_jobMove', { command })
      expect(rig.asked(command as 'next').arguments).toEqual({ threadId: 1 })
      rig.event('continued', { threadId: 1, allThreadsContinued: true })
      rig.reply(command)
      rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
      expect(agent.answer(moved).body).toEqual({ state: 'stopped', reason: 'step', threadId: 1, breakpoints: [] })
    }
    expect(told(editor)).toEqual([])
    expect(rig.session.threads.stopId).toBe(1)
    const ended = agent.send('dapplex_jobEnd', { description: 'traced' })
    expect(agent.answer(ended).success).toBe(true)
    expect(told(editor)).toEqual(['stopped'])
    expect(editor.lastEvent('stopped').body).toMatchObject({ reason: 'pause', description: 'traced', threadId: 1 })
    expect(rig.phase()).toBe('stopped')
    expect(rig.session.threads.stopId).toBe(2)
  })

  test('job 6: a job that moved nothing leaves the stop that everybody knew', () => {
    const { editor, agent } = rigWith('stopped')
    begin(agent)
    agent.send('dapplex_jobEnd')
    expect(editor.lastEvent('stopped').body).toMatchObject({ reason: 'step', threadId: 1 })
  })

  test('job 3, 6: in a program that ran, its breakpoints stop it for the owner alone, and it runs on at the end', () => {
    const { rig, editor, agent } = rigWith('running')
    expect(agent.answer(begin(agent)).body).toEqual({ found: 'running' })
    const id = breakAt(rig, agent, 3)
    const waited = agent.send('dapplex_jobWait')
    rig.event('stopped', { ...STOP, hitBreakpointIds: [73] })
    expect(agent.answer(waited).body).toMatchObject({ state: 'stopped', reason: 'breakpoint', breakpoints: [id] })
    const ended = agent.send('dapplex_jobEnd')
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([])
    expect(rig.asked('continue').arguments).toMatchObject({ threadId: 1 })
    expect(agent.answers(ended), 'before the adapter has confirmed').toEqual([])
    rig.reply('setBreakpoints', { breakpoints: [] })
    rig.reply('continue')
    expect(agent.answer(ended).success).toBe(true)
    expect(told(editor)).toEqual([])
    expect(rig.session.breakpoints.lists.get(`path:${FILE}`)?.owners.size).toBe(0)
  })

  test.each(['next', 'continue'])(
    "job 4: the breakpoint of somebody else ends it, after '%s', and is told to all",
    (command) => {
      const { rig, editor, agent } = rigWith('stopped')
      editor.send('setBreakpoints', { source: { path: FILE }, breakpoints: [{ line: 5 }] })
      rig.reply('setBreakpoints', { breakpoints: [{ id: 5, verified: true, line: 5 }] })
      begin(agent)
      const moved = agent.send('dapplex_jobMove', { command })
      rig.reply(command)
      editor.clear()
      rig.event('stopped', { reason: command === 'next' ? 'step' : 'breakpoint', threadId: 1, allThreadsStopped: true })
      rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 5, column: 1, source: { path: FILE } }] })
      expect(agent.answer(moved).body).toEqual({ state: 'ended', why: 'stopped' })
      expect(told(editor)).toEqual(['stopped'])
      expect(editor.lastEvent('stopped').body.hitBreakpointIds).toHaveLength(1)
    },
  )

  test('job 4: an exception ends it and is told to all', () => {
    const { rig, editor, agent } = rigWith('stopped')
    begin(agent)
    const moved = agent.send('dapplex_jobMove', { command: 'next' })
    rig.event('stopped', { reason: 'exception', threadId: 1, allThreadsStopped: true })
    expect(agent.answer(moved).body).toEqual({ state: 'ended', why: 'stopped' })
    expect(editor.lastEvent('stopped').body.reason).toBe('exception')
  })

  test('job 5: the end of the program ends it', () => {
    const { rig, agent } = rigWith('stopped')
    begin(agent)
    const moved = agent.send('dapplex_jobMove', { command: 'next' })
    rig.event('terminated')
    expect(agent.answer(moved).body).toEqual({ state: 'ended', why: 'exited' })
  })

  test.each([
    { found: 'stopped', phase: 'stopped', sends: ['restart'] },
    { found: 'running', phase: 'running', sends: ['continue', 'restart'] },
  ] as const)('job 5: a restart by the adapter ends it, and all know where the program is, found $found', (row) => {
    const { rig, editor, agent } = rigWith(row.found, { capabilities: { supportsRestartRequest: true } })
    begin(agent)
    const moved = agent.send('dapplex_jobWait')
    if (row.found === 'running') {
      breakAt(rig, agent, 3)
      rig.event('stopped', { ...STOP, hitBreakpointIds: [73] })
    }
    const before = rig.toAdapter.length
    editor.send('restart')
    if (row.found === 'stopped') expect(agent.answer(moved).body).toEqual({ state: 'ended', why: 'exited' })
    expect(rig.session.jobs.current.kind).not.toBe('active')
    const sent = rig.toAdapter.slice(before).map((one) => one['command'] as string)
    expect(sent.filter((one) => one !== 'setBreakpoints')).toEqual(row.sends)
    rig.reply('restart', undefined, { success: false, message: 'it cannot' })
    expect(rig.phase()).toBe(row.phase)
    expect(
      told(editor)
        .filter((name) => name !== 'dapplex_breakpoints')
        .at(-1),
    ).toBe(row.phase === 'stopped' ? 'stopped' : undefined)
  })

  test('job 5: a restart while the program runs for the job asks for no stop of the fresh program', () => {
    const { rig, editor, agent } = rigWith('stopped', { capabilities: { supportsRestartRequest: true } })
    begin(agent)
    agent.send('dapplex_jobMove', { command: 'next' })
    rig.reply('next')
    editor.send('restart')
    expect(rig.countAsked('pause')).toBe(0)
    expect(rig.session.jobs.current.kind).toBe('none')
  })

  test('job 5: a pause ends it: where the program stands for the job, that is the stop', () => {
    const { rig, editor, agent } = rigWith('running')
    begin(agent)
    breakAt(rig, agent, 3)
    const waited = agent.send('dapplex_jobWait')
    rig.event('stopped', { ...STOP, hitBreakpointIds: [73] })
    expect(agent.answer(waited).body).toMatchObject({ state: 'stopped' })
    expect(editor.answer(editor.send('pause', { threadId: 1 })).success).toBe(true)
    expect(told(editor)).toEqual(['stopped'])
    expect(rig.countAsked('pause')).toBe(0)
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([])
  })

  test('job 5: a pause ends it: where the program runs for the job, the adapter is asked', () => {
    const { rig, editor, agent } = rigWith('stopped')
    begin(agent)
    const moved = agent.send('dapplex_jobMove', { command: 'continue' })
    rig.reply('continue')
    editor.clear()
    editor.send('pause', { threadId: 1 })
    rig.reply('pause')
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    expect(agent.answer(moved).body).toEqual({ state: 'ended', why: 'stopped' })
    expect(told(editor)).toEqual(['stopped'])
  })

  test.each<{ when: string; why: string; act: (all: Crew) => unknown }>([
    { when: 'its time is over', why: 'timeout', act: ({ rig }) => rig.input({ kind: 'timerFired', timer: 'job' }) },
    {
      when: 'its request is cancelled',
      why: 'cancelled',
      act: ({ agent, moved }) => agent.send('cancel', { requestId: moved }),
    },
    {
      when: 'another client takes control',
      why: 'control',
      act: ({ other }) => other.send('dapplex_controlAcquire'),
    },
  ])('job 5, 6: $when: a program that stood is stopped, which is told once', ({ why, act }) => {
    const { rig, editor, agent } = rigWith('stopped')
    const other = joined(rig, 'terminal', { profile: { kind: 'terminal' } })
    begin(agent)
    const moved = agent.send('dapplex_jobMove', { command: 'continue' })
    rig.reply('continue')
    editor.clear()
    act({ rig, agent, moved, other })
    expect(agent.answer(moved).body).toEqual({ state: 'ended', why })
    expect(rig.asked('pause').arguments).toEqual({ threadId: 1 })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    expect(told(editor)).toEqual(['stopped'])
  })

  test.each(['running', 'stopped'] as const)(
    'job 5, 6: its client vanishes while the program stands for it, found %s',
    (found) => {
      const { rig, editor, agent } = rigWith(found)
      begin(agent)
      breakAt(rig, agent, 3)
      if (found === 'stopped') agent.send('dapplex_jobMove', { command: 'continue' })
      rig.event('stopped', { ...STOP, hitBreakpointIds: [73] })
      editor.clear()
      const continues = rig.countAsked('continue')
      agent.close()
      expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([])
      expect(told(editor).filter((name) => name === 'stopped')).toEqual(found === 'stopped' ? ['stopped'] : [])
      expect(rig.countAsked('continue') - continues).toBe(found === 'stopped' ? 0 : 1)
    },
  )

  test('job 1, 2, 3: nobody else moves the program meanwhile, no second job begins, and a client that joins takes it for running', () => {
    const { rig, editor, agent } = rigWith('stopped')
    const other = joined(rig, 'second agent', { profile: { kind: 'agent' } })
    begin(agent)
    expect(editor.failureType(editor.send('continue', { threadId: 1 }))).toBe('NOT_PAUSED')
    expect(agent.failureType(agent.send('next', { threadId: 1 }))).toBe('NOT_PAUSED')
    expect(other.failureType(begin(other))).toBe('CONTROL_HELD')
    expect(other.failureType(other.send('dapplex_jobMove', { command: 'next' }))).toBe('NOT_READY')
    expect(joined(rig, 'late').events('stopped')).toEqual([])
    expect(agent.answer(agent.send('dapplex_state')).body).toMatchObject({
      phase: 'running',
      breakpoints: [],
      job: { tool: 'trace_run', by: { name: 'agent' } },
    })
  })

  test('job 1: who lacks control cannot begin one; who means an earlier stop is told', () => {
    const { rig, editor, agent } = rigWith('stopped')
    const other = joined(rig, 'holder', { profile: { kind: 'agent' } })
    const late = agent.send('dapplex_jobBegin', { tool: 't', timeoutMs: 1, expectedStopId: 7 })
    expect(agent.failureType(late)).toBe('STOP_CHANGED')
    other.send('dapplex_controlAcquire')
    expect(agent.failureType(begin(agent))).toBe('CONTROL_HELD')
    expect(told(editor)).not.toContain('continued')
    expect(rig.phase()).toBe('stopped')
  })

  test('job 1: a stop of a step of somebody is not taken for one of the job: it cannot begin before', () => {
    const { rig, editor, agent } = rigWith('stopped')
    editor.send('stackTrace', { threadId: 1 })
    editor.send('next', { threadId: 1 })
    expect(agent.failureType(begin(agent))).toBe('NOT_READY')
    rig.reply('next')
    expect(agent.failureType(begin(agent))).toBe('NOT_READY')
  })

  test('job 2: the others are told in their consoles who runs what, and the record has it', () => {
    const { rig, editor, agent } = rigWith('running')
    begin(agent)
    agent.send('dapplex_jobEnd')
    const lines = editor.events('output').map(({ body }) => body.output)
    expect(lines).toEqual([
      '[agent] runs trace_run, which moves the program until it has ended; a pause ends it\n',
      '[agent] trace_run has ended\n',
    ])
    const jobs = rig.records.filter(({ kind }) => kind === 'job')
    expect(jobs).toMatchObject([
      { change: 'begun', tool: 'trace_run', by: { name: 'agent' } },
      { change: 'ended', why: 'done' },
    ])
  })

  test('job 3, 6: where threads stop one by one, each stop is told in turn and only its thread goes on', () => {
    const { rig, editor, agent } = rigWith('running', { traits: { stops: 'thread' } })
    begin(agent)
    breakAt(rig, agent, 3)
    const single = (threadId: number) => ({ ...STOP, threadId, allThreadsStopped: false, hitBreakpointIds: [73] })
    rig.event('stopped', single(1))
    rig.event('stopped', single(2))
    const first = agent.send('dapplex_jobWait')
    expect(agent.answer(first).body).toMatchObject({ threadId: 1 })
    const second = agent.send('dapplex_jobMove', { command: 'continue', threadId: 1 })
    expect(rig.asked('continue').arguments).toEqual({ threadId: 1, singleThread: true })
    expect(agent.answer(second).body).toMatchObject({ threadId: 2 })
    agent.send('dapplex_jobEnd')
    expect(rig.asked('continue').arguments).toEqual({ threadId: 2, singleThread: true })
    expect(told(editor)).toEqual([])
  })
})

test('job 4: a step that comes back into the line that had called reaches no breakpoint there', () => {
  const { rig, editor, agent } = rigWith('stopped', { traits: { hitBreakpointIds: false } })
  editor.send('setBreakpoints', { source: { path: FILE }, breakpoints: [{ line: 3 }] })
  rig.reply('setBreakpoints', { breakpoints: [{ verified: true, line: 3 }] })
  begin(agent)
  const stepTo = (args: object): unknown => {
    const moved = agent.send('dapplex_jobMove', { command: 'stepIn', ...args })
    rig.reply('stepIn')
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 3, column: 1, source: { path: FILE } }] })
    return agent.answer(moved).body
  }
  expect(stepTo({ returnsTo: [{ path: FILE, line: 3 }] })).toMatchObject({ state: 'stopped', reason: 'step' })
  expect(stepTo({ returnsTo: [{ path: FILE, line: 4 }] })).toMatchObject({ state: 'ended', why: 'stopped' })
})

describe('a data breakpoint of a job', () => {
  const HIT = { reason: 'data breakpoint', threadId: 1, allThreadsStopped: true }
  const lists = { capabilities: { supportsDataBreakpoints: true }, traits: { dataStop: '^watchpoint \\d+$' } }

  /** The job watches a value, and the program runs. `told`: whether the adapter numbers data breakpoints. */
  function watching(told: boolean, own: readonly string[] = []) {
    const { rig, editor, agent } = rigWith('stopped', lists)
    editor.send('setBreakpoints', { source: { path: FILE }, breakpoints: [{ line: 5 }] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 5 }] })
    if (own.length > 0) {
      editor.send('setDataBreakpoints', { breakpoints: own.map((dataId) => ({ dataId })) })
      rig.reply('setDataBreakpoints', { breakpoints: own.map(() => ({ verified: true })) })
    }
    begin(agent)
    const added = agent.send('dapplex_jobBreakpoint', { dataId: '7:balance', accessType: 'write' })
    const answers = [...own, 'job'].map((_one, index) => ({ verified: true, ...(told ? { id: 80 + index } : {}) }))
    rig.reply('setDataBreakpoints', { breakpoints: answers })
    const body: { breakpoint: { id: number } } = agent.answer(added).body
    const moved = agent.send('dapplex_jobMove', { command: 'continue' })
    rig.reply('continue')
    editor.clear()
    return { rig, editor, agent, moved, id: body.breakpoint.id }
  }

  test.each([
    { what: 'that the adapter numbers', told: true, hitBreakpointIds: [80] },
    {
      what: 'that the adapter numbers on its own, as it numbers a line breakpoint',
      told: false,
      hitBreakpointIds: [1],
    },
    { what: 'without a number', told: false },
    { what: 'under another name', told: false, reason: 'breakpoint', description: 'watchpoint 1' },
  ])('job 3: the stop at one $what is told to the owner alone', ({ what: _what, told: isTold, ...body }) => {
    const { rig, editor, agent, moved, id } = watching(isTold)
    rig.event('stopped', { ...HIT, ...body })
    expect(agent.answer(moved).body).toMatchObject({ state: 'stopped', breakpoints: [id] })
    expect(told(editor)).toEqual([])
  })

  test('job 4: where somebody else watches a value, too, a stop that names none of them is for all', () => {
    const { rig, editor, agent, moved } = watching(false, ['7:owner'])
    rig.event('stopped', HIT)
    expect(agent.answer(moved).body).toEqual({ state: 'ended', why: 'stopped' })
    expect(told(editor)).toEqual(['stopped'])
    expect(editor.lastEvent('stopped').body).not.toHaveProperty('hitBreakpointIds')
    expect(rig.asked('setDataBreakpoints').arguments.breakpoints).toEqual([{ dataId: '7:owner' }])
  })

  test.each<{ when: string; act: (all: Pick<Crew, 'rig' | 'agent' | 'moved'> & { editor: RigClient }) => unknown }>([
    { when: 'its owner ends it', act: ({ agent }) => agent.send('dapplex_jobEnd') },
    { when: 'its time is over', act: ({ rig }) => rig.input({ kind: 'timerFired', timer: 'job' }) },
    { when: 'its request is cancelled', act: ({ agent, moved }) => agent.send('cancel', { requestId: moved }) },
    { when: 'its client vanishes', act: ({ agent }) => agent.close() },
    {
      when: 'somebody pauses the program',
      act: ({ rig, editor }) => {
        editor.send('pause', { threadId: 1 })
        rig.reply('pause')
        rig.event('stopped', { ...HIT, reason: 'pause' })
      },
    },
  ])('job 6: the adapter loses it when $when', ({ act }) => {
    const { rig, editor, agent, moved } = watching(true)
    act({ rig, editor, agent, moved })
    expect(rig.asked('setDataBreakpoints').arguments.breakpoints).toEqual([])
  })
})
