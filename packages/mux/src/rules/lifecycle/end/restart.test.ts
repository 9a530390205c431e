/* eslint-disable @typescript-eslint/no-unsafe-return -- tests look into messages of every shape */
import { describe, expect, test } from 'vitest'
import type { Rig } from '../../../../test/rig.js'
import { createRig, editorArguments, joined, runningRig } from '../../../../test/rig.js'
import { viewOf } from '../../../door/view.js'
import { clientId } from '../../../state/contract/input.js'

/** The old adapter has gone, and the fresh one has answered initialize. */
function relaunched(rig: Rig): void {
  rig.reply('disconnect')
  rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
  rig.input({ kind: 'adapterStarted' })
  rig.reply('initialize', { supportsConfigurationDoneRequest: true })
}

describe('mux 11: restart is always offered', () => {
  test('mux 11: by the adapter where it can, without dapplex keys', () => {
    const { rig, first } = runningRig({ capabilities: { supportsRestartRequest: true } })
    const seq = first.send('restart', { arguments: { program: '/q', dapplexToken: 'x' } })
    expect(rig.asked('restart').arguments).toEqual({ arguments: { program: '/q' } })
    rig.reply('restart')
    expect(first.answer(seq).success).toBe(true)
  })
  test.each([
    { given: 'at a stop', success: true, fate: 'fails' },
    { given: 'while the program is taken for running', success: true, fate: 'fails' },
    { given: 'at a stop', success: false, fate: 'is sent on' },
    { given: 'at a stop after the request', success: true, fate: 'is sent on' },
  ])('mux 5, 11: by the adapter, success: $success: an id given $given $fate', ({ given, success, fate }) => {
    const { rig, first } = runningRig({ capabilities: { supportsRestartRequest: true } })
    const stops = () => rig.event('stopped', { reason: 'entry', threadId: 1, allThreadsStopped: true })
    if (given === 'at a stop') stops()
    if (given === 'at a stop after the request') {
      first.send('restart')
      stops()
    }
    const seq = first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 5, name: 'f', line: 1, column: 1 }], totalFrames: 1 })
    if (given !== 'at a stop after the request') first.send('restart')
    rig.reply('restart', undefined, { success })
    const read = first.send('scopes', { frameId: first.answer(seq).body.stackFrames[0]?.id })
    expect(rig.countAsked('scopes')).toBe(fate === 'fails' ? 0 : 1)
    if (fate === 'fails') expect(first.failureType(read)).toBe('STALE_REFERENCE')
  })
  test.each([
    { can: true, by: 'first', want: { program: '/q' }, why: 'the launcher may change its own launch' },
    { can: true, by: 'second', want: undefined, why: 'a joiner sends the arguments of its own attach' },
    { can: false, by: 'first', want: { program: '/q' }, why: 'the launcher may change its own launch' },
    { can: false, by: 'second', want: { program: '/p' }, why: 'a joiner sends the arguments of its own attach' },
  ])('mux 11: restart by $by, adapter restarts: $can: $why', ({ can, by, want }) => {
    const { rig, first } = runningRig({ capabilities: { supportsRestartRequest: can } })
    const second = joined(rig, 'second')
    const given = by === 'first' ? { program: '/q' } : { request: 'attach', name: 'Join' }
    const seq = (by === 'first' ? first : second).send('restart', { arguments: given })
    if (can) expect(rig.asked('restart').arguments).toEqual(want === undefined ? {} : { arguments: want })
    else {
      relaunched(rig)
      expect(rig.asked('launch').arguments).toEqual(want)
    }
    expect((by === 'first' ? first : second).answers(seq)).toEqual([])
  })
  test('mux 11, 20: a restart right behind a restart: what the adapter says that has to leave ends nothing', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    const seq = first.send('restart')
    relaunched(rig)
    rig.event('initialized')
    // It waits until the program is configured. The adapter kills the program, and so fails what it was asked before.
    const next = second.send('restart')
    expect(first.answers(seq)).toEqual([])
    expect(second.failureType(next)).toBe('NOT_READY')
    rig.reply('launch')
    expect(first.answer(seq).success).toBe(true)
    const again = second.send('restart')
    rig.reply('configurationDone', undefined, { success: false, message: 'the program has ended' })
    rig.event('exited', { exitCode: 137 })
    rig.event('terminated')
    expect(first.events('terminated')).toEqual([])
    relaunched(rig)
    rig.reply('launch')
    expect(second.answer(again).success).toBe(true)
  })
  test('mux 11: breakpoints that the adapter refuses because it has to leave are set by the fresh one', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    const seq = second.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 3 }] })
    first.send('restart')
    rig.reply('setBreakpoints', undefined, { success: false, message: 'the program has ended' })
    expect(second.answers(seq)).toEqual([])
    relaunched(rig)
    rig.reply('launch')
    rig.event('initialized')
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 3 }] })
    expect(second.answer(seq)).toMatchObject({ success: true, body: { breakpoints: [{ verified: true, line: 3 }] } })
  })
  test.each([
    ['an agent that sends none', {}, { program: '/p' }],
    ['null', { arguments: null }, { program: '/p' }],
    ['a list', { arguments: [1] }, { program: '/p' }],
  ])('mux 11: without arguments of the launcher (%s) the original launch is repeated', (_who, args, want) => {
    const { rig, first } = runningRig()
    first.send('restart', args)
    relaunched(rig)
    expect(rig.asked('launch').arguments).toEqual(want)
  })
  test('mux 11: after a restart with new arguments, terminated.restart repeats the original launch', () => {
    const { rig, first } = runningRig()
    first.send('restart', { arguments: { program: '/q' } })
    relaunched(rig)
    rig.event('initialized')
    rig.reply('configurationDone')
    rig.reply('launch')
    rig.event('terminated', { restart: true })
    relaunched(rig)
    expect(rig.asked('launch').arguments).toEqual({ program: '/p', __restart: true })
  })
  test('mux 11, 19: not while another client holds control', () => {
    const { rig, first } = runningRig()
    const person = joined(rig, 'person', { profile: { kind: 'terminal' } })
    person.send('dapplex_controlAcquire', {})
    expect(first.failureType(first.send('restart', { arguments: { program: '/q' } }))).toBe('CONTROL_HELD')
    expect(rig.countAsked('disconnect')).toBe(0)
  })
  test('mux 10, 11: not while the launch still waits for its adapter: it would be a second one', () => {
    const early = createRig()
    const editor = early.client('editor')
    const initialize = { seq: 1, type: 'request', command: 'initialize', arguments: editorArguments }
    early.input({ kind: 'clientMessage', client: clientId(editor.id), message: initialize, answered: { filters: [] } })
    editor.send('launch', { program: '/p' })
    expect(editor.answer(editor.send('restart')).body.error.variables.type).toBe('NOT_READY')
    early.input({ kind: 'adapterStarted' })
    early.reply('initialize', {})
    expect(early.countAsked('launch')).toBe(1)
  })
  test('mux 11: else the multiplexer starts it again for everybody: same arguments, all breakpoints, no second initialized', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    first.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] })
    rig.event('thread', { reason: 'started', threadId: 1 })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    second.clear()
    const pending = second.send('evaluate', { expression: 'x', context: 'repl' })
    const seq = first.send('restart')
    expect(rig.asked('disconnect').arguments).toEqual({ restart: true, terminateDebuggee: true })
    rig.event('terminated')
    rig.reply('disconnect')
    expect(rig.lastEffect().kind).toBe('endAdapter')
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    expect(rig.effects.some((one) => one.kind === 'startAdapter')).toBe(true)
    expect(second.answer(pending).success).toBe(false)
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    expect(rig.asked('launch').arguments).toEqual({ program: '/p' })
    rig.event('initialized')
    expect(rig.countAsked('configurationDone')).toBe(1)
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] })
    expect(rig.countAsked('configurationDone')).toBe(2)
    rig.reply('configurationDone')
    rig.reply('launch')
    expect(first.answer(seq).success).toBe(true)
    expect(rig.phase()).toBe('running')
    const heard = second.events().map((one) => one.event)
    expect(heard).not.toContain('terminated')
    expect(heard).not.toContain('initialized')
    expect(heard).toContain('continued')
    rig.event('terminated')
    expect(second.events('terminated')).toHaveLength(1)
  })
  test.each([true, false])(
    'mux 11: the process that has ended is not shown as the new one, adapter restarts: %j',
    (can) => {
      const { rig, first } = runningRig({ capabilities: { supportsRestartRequest: can } })
      rig.event('process', { name: 'p', systemProcessId: 1 })
      first.send('restart')
      expect(viewOf(rig.session)).not.toHaveProperty('process')
      if (!can) relaunched(rig)
      rig.event('process', { name: 'p', systemProcessId: 2 })
      expect(viewOf(rig.session).process?.systemProcessId).toBe(2)
    },
  )
  test('mux 11: terminated.restart is honoured once, here, and the clients never see it', () => {
    const { rig, first } = runningRig()
    joined(rig, 'second')
    rig.event('terminated', { restart: { port: 1 } })
    expect(first.events('terminated')).toEqual([])
    rig.reply('disconnect')
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    expect(rig.effects.filter((one) => one.kind === 'startAdapter')).toHaveLength(1)
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    expect(rig.asked('launch').arguments).toEqual({ program: '/p', __restart: { port: 1 } })
    rig.event('terminated', { restart: true })
    expect(first.events('terminated').map((one) => one.body)).toEqual([{}])
  })
  test.each([true, false])('mux 18: everybody learns who restarts the program, adapter restarts: %j', (can) => {
    const { rig, first } = runningRig({ capabilities: { supportsRestartRequest: can } })
    const second = joined(rig, 'second')
    second.send('restart')
    const told = rig.records.filter(({ kind }) => kind === 'restarting')
    expect(told.map(({ by }) => by?.name)).toEqual(['second'])
    expect(first.lastEvent('output').body.output).toBe('[second] restarts the program\n')
  })
  test('mux 18: a restart that is refused, because nothing was started, is told to nobody', () => {
    const rig = createRig()
    const first = rig.client('first')
    const second = rig.client('second')
    for (const one of [first, second]) one.send('initialize', editorArguments)
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', {})
    expect(first.failureType(first.send('restart'))).toBe('NOT_READY')
    expect(rig.records.filter(({ kind }) => kind === 'restarting')).toEqual([])
    expect(second.events('output')).toEqual([])
  })
  test('mux 11: without the right it is refused; two at once are one', () => {
    const { rig, first } = runningRig()
    const operator = joined(rig, 'operator', { profile: { role: 'operator' } })
    expect(operator.answer(operator.send('restart'))).toMatchObject({ success: false })
    first.send('restart')
    const again = first.send('restart')
    expect(first.answer(again)).toMatchObject({ success: false, message: expect.stringContaining('under way') })
    expect(rig.countAsked('disconnect')).toBe(1)
  })
  test('mux 11: not while the fresh program has no answer to its launch, although it runs: both are answered', () => {
    const { rig, first } = runningRig()
    const asked = first.send('restart')
    relaunched(rig)
    rig.event('initialized')
    rig.reply('configurationDone')
    expect(rig.phase()).toBe('running')
    const second = first.send('restart')
    expect(first.failureType(second)).toBe('NOT_READY')
    rig.reply('launch')
    expect(first.answer(asked).success).toBe(true)
    first.send('restart')
    expect(rig.phase()).toBe('starting')
  })
  test('mux 11: a start that fails the second time is told to who asked, and ends the session', () => {
    const { rig, first } = runningRig()
    const seq = first.send('restart')
    rig.reply('disconnect')
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', {})
    rig.reply('launch', undefined, { success: false, message: 'gone' })
    expect(first.answer(seq)).toMatchObject({ success: false, message: 'gone' })
    expect(first.events('terminated')).toHaveLength(1)
  })
  test('mux 15: an adapter that cannot be started again ends the session', () => {
    const { rig, first } = runningRig()
    const seq = first.send('restart')
    rig.input({ kind: 'timerFired', timer: 'disconnect' })
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    rig.input({ kind: 'adapterClosed', why: 'not found', stderr: '' })
    expect(first.answer(seq)).toMatchObject({ success: false, message: expect.stringContaining('not found') })
    expect(rig.phase()).toBe('ended')
  })
  test('mux 11: after the end the program can be started again', () => {
    const { rig, first } = runningRig()
    rig.event('terminated')
    rig.input({ kind: 'adapterClosed', why: 'exit', stderr: '' })
    first.send('restart')
    expect(rig.effects.at(-1)).toEqual({ kind: 'startAdapter' })
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', {})
    rig.event('initialized')
    rig.reply('launch')
    expect(rig.phase()).toBe('running')
  })
})

describe('mux 27: the daemon ends', () => {
  test.each([
    ['launch', true],
    ['attach', false],
  ] as const)(
    'mux 27: what was started by %s is told to the adapter as terminateDebuggee %j, and every client is told why and how to go on',
    (command, kills) => {
      const { rig, first } = runningRig({ start: command })
      const second = joined(rig, 'second')
      rig.input({ kind: 'shutDown', why: 'the daemon ends' })
      expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: kills })
      for (const client of [first, second]) {
        const [said, next] = client.events('output').slice(-2)
        expect(said?.body.output).toBe('the session ends: the daemon ends\n')
        expect(next?.body.output).toContain('To go on, start debugging again')
        expect(client.events('terminated')).toHaveLength(1)
      }
      expect(rig.records.at(-1)).toMatchObject({ kind: 'ended', why: 'the daemon ends' })
    },
  )
})

describe('mux 29: nobody stays stuck', () => {
  test('mux 29: what was launched lingers, then is ended; recorded', () => {
    const { rig, first } = runningRig()
    first.close()
    expect(rig.effects).toContainEqual({ kind: 'startTimer', timer: 'abandon', ms: 60_000 })
    expect(rig.countAsked('disconnect')).toBe(0)
    rig.input({ kind: 'timerFired', timer: 'abandon' })
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'ended', why: expect.stringContaining('nobody was left') })
  })
  test('mux 29: who comes back in time finds it', () => {
    const { rig, first } = runningRig()
    first.close()
    const back = joined(rig, 'back')
    expect(rig.effects).toContainEqual({ kind: 'cancelTimer', timer: 'abandon' })
    rig.input({ kind: 'timerFired', timer: 'abandon' })
    expect(back.events('terminated')).toEqual([])
  })
  test('mux 29: what was attached to is resumed and let go at once', () => {
    const { rig, first } = runningRig({ start: 'attach' })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    first.close()
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: false })
  })
  test('mux 29: a session of the tools lives without clients', () => {
    const { rig, first } = runningRig({ kind: 'surface' })
    joined(rig, 'second').close()
    expect(rig.effects.some((one) => one.kind === 'startTimer' && one.timer === 'abandon')).toBe(false)
    expect(first.events('terminated')).toEqual([])
  })
  describe('mux 29: an attached session of the tools, whose own client keeps it while the program runs', () => {
    const settings = { policies: { abandon: { lingerMs: 5000, attached: 'detach', surfaceClient: 'runs' } } } as const
    const stop = (rig: Rig) => rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    const isWaiting = (rig: Rig) =>
      rig.effects.some((one) => one.kind === 'startTimer' && one.timer === 'abandon' && one.ms === 5000)

    test('mux 29: the last client vanishes while the program stands: it is resumed and released after a while', () => {
      const { rig } = runningRig({ kind: 'surface', start: 'attach', settings })
      const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
      stop(rig)
      expect(isWaiting(rig)).toBe(false)
      agent.close()
      expect(isWaiting(rig)).toBe(true)
      rig.input({ kind: 'timerFired', timer: 'abandon' })
      expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: false })
      expect(rig.records.at(-1)).toMatchObject({ kind: 'ended', why: 'nobody was left; the program goes on' })
    })
    test('mux 29: the program stops after the last client has vanished', () => {
      const { rig } = runningRig({ kind: 'surface', start: 'attach', settings })
      joined(rig, 'agent', { profile: { kind: 'agent' } }).close()
      expect(isWaiting(rig)).toBe(false)
      stop(rig)
      expect(isWaiting(rig)).toBe(true)
      rig.input({ kind: 'timerFired', timer: 'abandon' })
      expect(rig.phase()).toBe('ended')
    })
    test('mux 29: who comes back in time finds it; when it leaves again the time begins again', () => {
      const { rig } = runningRig({ kind: 'surface', start: 'attach', settings })
      stop(rig)
      const back = joined(rig, 'back')
      rig.input({ kind: 'timerFired', timer: 'abandon' })
      expect(rig.phase()).toBe('stopped')
      rig.effects.splice(0)
      back.close()
      expect(isWaiting(rig)).toBe(true)
    })
    test.each([
      { start: 'launch', policy: settings.policies.abandon, why: 'a launched program has its own rule' },
      { start: 'attach', policy: { ...settings.policies.abandon, attached: 'keep' }, why: 'the user keeps it' },
      { start: 'attach', policy: { ...settings.policies.abandon, surfaceClient: 'stays' }, why: 'the caller keeps it' },
    ] as const)('mux 29: it stays for ever with $start: $why', ({ start, policy }) => {
      const { rig } = runningRig({ kind: 'surface', start, settings: { policies: { abandon: policy } } })
      stop(rig)
      joined(rig, 'agent').close()
      rig.input({ kind: 'timerFired', timer: 'abandon' })
      expect([isWaiting(rig), rig.phase()]).toEqual([false, 'stopped'])
    })
  })
  test('mux 29: once the own client has left too, the last disconnect releases what was attached to', () => {
    const { rig, first: own } = runningRig({ kind: 'surface', start: 'attach' })
    const editor = joined(rig, 'editor')
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    own.close()
    expect(rig.phase()).toBe('stopped')
    editor.send('disconnect', {})
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: false })
    expect(rig.phase()).toBe('ended')
  })
  test('mux 10: a launcher that dies before configurationDone, alone, ends the session', () => {
    const { rig, first } = runningRig({ upTo: 'initialized' })
    first.close()
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(rig.phase()).toBe('ended')
  })
})
