/* eslint-disable @typescript-eslint/no-unsafe-return -- tests look into messages of every shape */
import { describe, expect, test } from 'vitest'
import type { Rig, RigClient } from '../../../../test/rig.js'
import { createRig, editorArguments, runningRig } from '../../../../test/rig.js'

describe('mux 7: a late client is told what the others have seen', () => {
  test('mux 7: all-stop: the whole order, one stopped, its breakpoints after its own configurationDone or before, all with success', () => {
    const { rig, first } = runningRig()
    rig.event('process', { name: 'p', systemProcessId: 5 })
    rig.event('thread', { reason: 'started', threadId: 1 })
    rig.event('thread', { reason: 'started', threadId: 2 })
    rig.event('module', { reason: 'new', module: { id: 1, name: 'm' } })
    rig.event('loadedSource', { reason: 'new', source: { path: '/a.py' } })
    rig.event('output', { category: 'telemetry', output: 't' })
    rig.event('output', { category: 'stdout', output: 'hello\n', variablesReference: 4 })
    rig.event('output', { category: 'stdout', output: 'cut', group: 'end' })
    const stop = { reason: 'breakpoint', threadId: 2, allThreadsStopped: true, preserveFocusHint: false }
    rig.event('stopped', stop)
    first.clear()
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    late.send('attach', { dapplexSession: 's1' })
    late.send('setBreakpoints', { source: { path: '/a.py' }, breakpoints: [{ line: 3 }] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: false, line: 3 }] })
    late.send('setExceptionBreakpoints', { filters: [] })
    rig.reply('setExceptionBreakpoints')
    late.send('configurationDone')
    const seen = late.inbox.map((one) => (one.type === 'event' ? one.event : `${one.command}:${one.success}`))
    expect(seen).toEqual([
      'initialize:true',
      'attach:true',
      'capabilities',
      'initialized',
      'setBreakpoints:true',
      'setExceptionBreakpoints:true',
      'configurationDone:true',
      'process',
      'thread',
      'thread',
      'module',
      'loadedSource',
      'output',
      'output',
      'stopped',
    ])
    const { preserveFocusHint: _hint, ...withoutHint } = stop
    expect(late.firstEvent('stopped').body).toEqual(withoutHint)
    expect(late.events('output').map((one) => one.body)).toEqual([
      { category: 'stdout', output: 'hello\n' },
      { category: 'stdout', output: 'cut' },
    ])
    expect(late.message(1).body).toBeUndefined()
    expect(late.message(0).body.supportsFunctionBreakpoints).toBe(true)
    expect(first.events('stopped')).toEqual([])
    expect(first.events('initialized')).toEqual([])
    expect(rig.countAsked('initialize') + rig.countAsked('attach') + rig.countAsked('launch')).toBe(2)
    expect(rig.countAsked('configurationDone')).toBe(1)
  })
  test('mux 7: threads stopped one by one: the others quietly and as pause, the current one last', () => {
    const { rig } = runningRig({ traits: { stops: 'thread' } })
    for (const threadId of [1, 2, 3]) rig.event('thread', { reason: 'started', threadId })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: false })
    rig.event('stopped', { reason: 'step', threadId: 3, allThreadsStopped: false })
    rig.event('stopped', { reason: 'exception', threadId: 2, allThreadsStopped: false, text: 'x' })
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    late.send('attach', {})
    late.send('configurationDone')
    const quiet = (threadId: number) => ({
      reason: 'pause',
      threadId,
      preserveFocusHint: true,
      allThreadsStopped: false,
    })
    expect(late.events('stopped').map((one) => one.body)).toEqual([
      quiet(1),
      quiet(3),
      { reason: 'exception', threadId: 2, allThreadsStopped: false, text: 'x' },
    ])
    const lastThread = late.inbox.findLastIndex((one) => one.event === 'thread')
    const firstStop = late.inbox.findIndex((one) => one.event === 'stopped')
    expect(lastThread).toBeLessThan(firstStop)
  })
  test('mux 7: a client that never sends configurationDone is served at its first threads', () => {
    const { rig } = runningRig()
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    late.send('attach', {})
    expect(late.events('stopped')).toEqual([])
    late.send('threads')
    rig.reply('threads', { threads: [{ id: 1, name: 'main' }] })
    expect(late.events('stopped')).toHaveLength(1)
    expect(late.last().body.threads).toEqual([{ id: 1, name: 'main' }])
  })
  /** A client that hears of a stop as the one that opens the session, because the one before it has left without a launch. */
  function openerAtStop() {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const former = rig.client('former')
    former.send('initialize', editorArguments)
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    rig.event('initialized')
    former.send('configurationDone')
    rig.reply('configurationDone')
    former.close()
    const opener = rig.client('opener')
    opener.send('initialize', editorArguments)
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    const told = () =>
      opener
        .events()
        .map(({ event }) => event as string)
        .filter((name) => ['stopped', 'continued'].includes(name))
    return { rig, opener, told }
  }
  test.each(['configurationDone', 'threads'])(
    'mux 7: `%s` of a joiner waits for the answer to its own continue: no stop is told in between',
    (command) => {
      const { rig, opener, told } = openerAtStop()
      const resumed = opener.send('continue', { threadId: 1 })
      opener.send('attach', { dapplexSession: 's1' })
      const done = opener.send(command)
      expect(opener.answers(done)).toEqual([])
      rig.reply('continue', { allThreadsContinued: true })
      if (command === 'threads') rig.reply('threads', { threads: [] })
      expect([opener.answer(resumed).success, opener.answer(done).success]).toEqual([true, true])
      expect(told()).toEqual(['stopped', 'continued'])
    },
  )
  test.each([
    { how: 'it joins itself', other: false },
    { how: 'another client launches', other: true },
  ])('mux 7: the opener, told of a stop, joins because $how: the stop is over for it, then told again', ({ other }) => {
    const { rig, opener, told } = openerAtStop()
    if (other) {
      const launcher = rig.client('launcher')
      launcher.send('initialize', editorArguments)
      launcher.send('launch', { program: '/p' })
    }
    opener.send('attach', { dapplexSession: 's1' })
    opener.send('configurationDone')
    expect(told()).toEqual(['stopped', 'continued', 'stopped'])
  })
  test('mux 7: history of output is bounded', () => {
    const { rig } = runningRig({ settings: { limits: { historyBytes: 1000 } } })
    for (let n = 0; n < 1000; n += 1) rig.event('output', { output: `line ${n}\n` })
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    late.send('attach', {})
    late.send('configurationDone')
    const lines = late.events('output')
    expect(lines.length).toBeLessThan(20)
    expect(lines.at(-1)?.body.output).toBe('line 999\n')
  })
  test('mux 7: joining while the adapter is still being configured: initialized comes when it is there', () => {
    const { rig } = runningRig({ upTo: 'launched' })
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    late.send('attach', { dapplexSession: 's' })
    expect(late.inbox.map((one) => one.command ?? one.event)).toEqual(['initialize'])
    rig.event('initialized')
    expect(late.inbox.map((one) => one.command ?? one.event)).toEqual([
      'initialize',
      'attach',
      'capabilities',
      'initialized',
    ])
  })
  test.each<{ readonly fails: (rig: Rig, first: RigClient) => unknown; readonly why: string; readonly says: string }>([
    {
      fails: (rig) => rig.reply('launch', undefined, { success: false, message: 'no such program' }),
      why: 'the adapter refuses the launch',
      says: 'no such program',
    },
    {
      fails: (rig) => rig.input({ kind: 'adapterClosed', why: 'exit code 1', stderr: '' }),
      why: 'the adapter dies',
      says: 'exit code 1',
    },
    {
      fails: (_rig, first) => first.send('disconnect', { terminateDebuggee: true }),
      why: 'the launcher gives it up',
      says: 'first',
    },
    {
      fails: (rig) => rig.input({ kind: 'shutDown', why: 'the daemon ends' }),
      why: 'the daemon ends',
      says: 'the daemon ends',
    },
  ])('mux 7, 15: a client that joins a start which then fails: $why', ({ fails, says }) => {
    const { rig, first } = runningRig({ upTo: 'launched' })
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    const join = late.send('attach', { dapplexSession: 's' })
    const configured = late.send('configurationDone')
    fails(rig, first)
    expect(late.failureType(join)).toBe('LAUNCH_FAILED')
    expect(late.answer(join).message).toContain(says)
    expect(late.answers(configured)).toHaveLength(1)
    expect(late.events('terminated')).toHaveLength(1)
    expect(late.events('initialized')).toEqual([])
  })
  test('mux 7, 26: a join waits no longer than any request, and may be tried again', () => {
    const { rig } = runningRig({ upTo: 'launched' })
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    const join = late.send('attach', {})
    rig.now += 30_000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(late.failureType(join)).toBe('TIMEOUT')
    expect(late.answer(join).message).toContain('the adapter has not said that it takes breakpoints')
    rig.event('initialized')
    expect(late.events()).toEqual([])
    expect(late.answer(late.send('attach', {})).success).toBe(true)
    expect(late.events('initialized')).toHaveLength(1)
  })
  test('mux 7, 26: a start that reports progress may take longer: it may compile the program', () => {
    const { rig } = runningRig({ upTo: 'launched' })
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    const join = late.send('attach', {})
    rig.event('progressStart', { progressId: 'p', title: 'building' })
    rig.now += 30_000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(late.answers(join)).toEqual([])
    rig.event('progressEnd', { progressId: 'p' })
    rig.now += 30_000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(late.failureType(join)).toBe('TIMEOUT')
  })
  test('mux 15: after the end a late client still reads what happened', () => {
    const { rig } = runningRig()
    rig.event('output', { output: 'bye\n' })
    rig.event('exited', { exitCode: 3 })
    rig.event('terminated')
    const late = rig.client('late')
    late.send('initialize', editorArguments)
    late.send('attach', {})
    const bps = late.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    late.send('configurationDone')
    expect(late.answer(bps)).toMatchObject({ success: true, body: { breakpoints: [{ verified: false, line: 1 }] } })
    expect(late.events().map((one) => one.event)).toEqual(['initialized', 'output', 'exited', 'terminated'])
  })
})
