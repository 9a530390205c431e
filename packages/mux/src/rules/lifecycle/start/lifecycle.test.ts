/* eslint-disable @typescript-eslint/no-unsafe-return -- tests look into messages of every shape */
import { describe, expect, test } from 'vitest'
import type { Rig } from '../../../../test/rig.js'
import { createRig, editorArguments, joined, runningRig } from '../../../../test/rig.js'
import { viewOf } from '../../../door/view.js'
import { decideLeave } from '../leave-table.js'

describe('mux 10: initialize, launch and configurationDone go upstream once', () => {
  test('mux 10: launch goes at once, without dapplex keys, and initialized does not wait for its answer', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    const launch = editor.send('launch', { program: '/p', dapplexToken: 'secret', dapplexName: 'x' })
    expect(rig.countAsked('launch')).toBe(0)
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    expect(rig.asked('launch').arguments).toEqual({ program: '/p' })
    rig.event('initialized')
    expect(editor.last().event).toBe('initialized')
    const done = editor.send('configurationDone')
    rig.reply('configurationDone')
    expect(editor.answer(done).success).toBe(true)
    expect(editor.answers(launch)).toEqual([])
    rig.reply('launch')
    expect(editor.answer(launch).success).toBe(true)
    expect(rig.phase()).toBe('running')
  })
  test('mux 10: initialized may come before launch, as some adapters send it with the answer to initialize', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    rig.reply('initialize', {})
    rig.event('initialized')
    expect(editor.events('initialized')).toHaveLength(1)
    editor.send('launch', { program: '/p' })
    editor.send('configurationDone')
    expect(editor.events('initialized')).toHaveLength(1)
    expect(rig.phase()).toBe('running')
    expect(rig.countAsked('configurationDone')).toBe(0)
  })
  test('mux 10: a client that joins does not launch again; requests before the adapter is ready wait, none is lost', () => {
    const rig = createRig()
    const surface = rig.client('surface', { kind: 'surface' })
    const agent = rig.client('agent', { kind: 'agent' })
    surface.send('initialize', editorArguments)
    agent.send('initialize', {})
    const join = agent.send('attach', {})
    const add = agent.send('dapplex_breakpointAdd', { path: '/a', line: 1 })
    const early = agent.send('threads')
    surface.send('launch', { program: '/p' })
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    expect(agent.answer(add).body.breakpoint.verified).toBe(false)
    rig.event('initialized')
    expect(agent.answer(join)).toMatchObject({ success: true })
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([{ line: 1 }])
    rig.reply('threads', { threads: [] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 1 }] })
    expect(agent.answer(early).success).toBe(true)
    agent.send('configurationDone')
    expect(rig.countAsked('configurationDone')).toBe(0)
    surface.send('configurationDone')
    expect(rig.countAsked('configurationDone')).toBe(1)
    expect(rig.countAsked('launch')).toBe(1)
  })
  test('mux 10: a launcher that dies before configurationDone: the multiplexer sends it for those who have joined', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    editor.send('launch', {})
    rig.event('initialized')
    joined(rig, 'second')
    editor.close()
    expect(rig.countAsked('configurationDone')).toBe(1)
    expect(rig.phase()).toBe('running')
  })
})

describe('mux 11: disconnect and terminate are honest', () => {
  test.each([
    [{ request: 'launch', isLast: false, terminate: undefined, mayEnd: true }, 'stay', true],
    [{ request: 'launch', isLast: false, terminate: true, mayEnd: true }, 'kill', true],
    [{ request: 'launch', isLast: false, terminate: true, mayEnd: false }, 'stay', false],
    [{ request: 'launch', isLast: true, terminate: undefined, mayEnd: true }, 'kill', true],
    [{ request: 'launch', isLast: true, terminate: undefined, mayEnd: false }, 'release', true],
    [{ request: 'launch', isLast: true, terminate: false, mayEnd: true }, 'release', true],
    [{ request: 'attach', isLast: true, terminate: undefined, mayEnd: true }, 'release', true],
    [{ request: 'attach', isLast: true, terminate: true, mayEnd: true }, 'kill', true],
    [{ request: 'attach', isLast: true, terminate: true, mayEnd: false }, 'release', false],
    [{ request: 'attach', isLast: false, terminate: true, mayEnd: true }, 'kill', true],
  ] as const)('mux 11: %j: %s, granted %j', (leaving, outcome, isGranted) => {
    expect(decideLeave(leaving)).toMatchObject({ outcome, isGranted })
  })
  test('mux 11: disconnect of one of two leaves the program stopped, and the other untouched', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    second.clear()
    const seq = first.send('disconnect', {})
    expect(first.answer(seq).success).toBe(true)
    expect(rig.countAsked('disconnect')).toBe(0)
    expect(second.inbox.map(({ body }) => body as unknown)).toEqual([
      { category: 'console', output: '[first] left the session\n' },
    ])
    expect(rig.phase()).toBe('stopped')
  })
  test('mux 11: a terminate that is not granted is told before the sender goes', () => {
    const { rig } = runningRig()
    const second = joined(rig, 'second', { profile: { role: 'operator' } })
    const seq = second.send('disconnect', { terminateDebuggee: true })
    expect(second.answer(seq).success).toBe(true)
    expect(second.lastEvent('output').body).toMatchObject({
      category: 'important',
      output: expect.stringContaining('was not ended'),
    })
    expect(rig.countAsked('disconnect')).toBe(0)
  })
  test('mux 11: the last one ends what was launched, at once, whatever the adapter does', () => {
    const { rig, first } = runningRig()
    const seq = first.send('disconnect', { terminateDebuggee: true })
    expect(first.answer(seq).success).toBe(true)
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(rig.effects).toContainEqual({ kind: 'startTimer', timer: 'disconnect', ms: 2000 })
    rig.input({ kind: 'timerFired', timer: 'disconnect' })
    expect(rig.effects.at(-1)).toMatchObject({ kind: 'endAdapter' })
    const again = first.send('disconnect', { terminateDebuggee: true })
    expect(first.answer(again).success).toBe(true)
  })
  test('mux 11: suspendDebuggee counts only for the last one out, and only where the adapter can', () => {
    const { rig, first } = runningRig({ capabilities: { supportSuspendDebuggee: true } })
    const second = joined(rig, 'second')
    first.send('disconnect', { suspendDebuggee: true, terminateDebuggee: false })
    expect(rig.countAsked('disconnect')).toBe(0)
    second.send('disconnect', { suspendDebuggee: true, terminateDebuggee: false })
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: false, suspendDebuggee: true })
  })
  test('mux 11: terminate without the right is refused in words; with it, it goes to the adapter or is carried out', () => {
    const { rig, first } = runningRig()
    const operator = joined(rig, 'operator', { profile: { role: 'operator' } })
    const refused = operator.send('terminate')
    expect(operator.answer(refused)).toMatchObject({
      success: false,
      message: expect.stringContaining('may not end the program'),
    })
    expect(rig.phase()).toBe('running')
    const granted = first.send('terminate')
    expect(first.answer(granted).success).toBe(true)
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(operator.events('terminated')).toHaveLength(1)
  })
  test('mux 11: an attached process survives terminate, and everything but an explicit terminateDebuggee', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    rig.reply('initialize', { supportsTerminateRequest: true })
    editor.send('attach', { pid: 1 })
    rig.event('initialized')
    editor.send('configurationDone')
    const seq = editor.send('terminate')
    expect(editor.answer(seq)).toMatchObject({ success: false, message: expect.stringContaining('attached to') })
    editor.send('disconnect', {})
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: false })
  })
})

describe('mux 15: the adapter dies', () => {
  test('mux 15: pending requests fail, everyone gets one terminated, the session stays readable', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    const a = first.send('evaluate', { expression: 'x', context: 'repl' })
    const b = second.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    const c = second.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 2 }] })
    rig.input({ kind: 'adapterClosed', why: 'signal SIGKILL', stderr: 'boom\n' })
    for (const [client, seq] of [
      [first, a],
      [second, b],
      [second, c],
    ] as const) {
      expect(client.answer(seq)).toMatchObject({
        success: false,
        body: { error: { variables: { type: 'ADAPTER_CRASHED' } } },
      })
      expect(client.answer(seq).message).toContain('boom')
    }
    expect(first.events('terminated')).toHaveLength(1)
    expect(second.events('terminated')).toHaveLength(1)
    const late = first.send('threads')
    expect(first.answer(late).success).toBe(true)
    const move = first.send('continue', { threadId: 1 })
    expect(first.failureType(move)).toBe('SESSION_ENDED')
    expect(rig.phase()).toBe('ended')
    expect(viewOf(rig.session).crash).toEqual({ reason: 'signal SIGKILL', stderr: 'boom' })
  })
  test.each([
    { when: 'the program has ended', happens: (rig: Rig) => rig.event('terminated') },
    { when: 'the exit code is told', happens: (rig: Rig) => rig.event('exited', { exitCode: 3 }) },
  ])('mux 15: an adapter that ends after $when has not crashed', ({ happens }) => {
    const { rig } = runningRig()
    happens(rig)
    rig.input({ kind: 'adapterClosed', why: 'ended with exit code 0', stderr: '' })
    expect(viewOf(rig.session).crash).toBeUndefined()
    expect(rig.phase()).toBe('ended')
  })
  test('mux 11, 15: a restart after the death of the adapter forgets it', () => {
    const { rig, first } = runningRig()
    rig.input({ kind: 'adapterClosed', why: 'signal SIGKILL', stderr: '' })
    first.send('restart')
    expect(viewOf(rig.session).crash).toBeUndefined()
  })
  test('mux 15: exited and terminated are told once, and adapter death after that tells nothing more', () => {
    const { rig, first } = runningRig()
    rig.event('exited', { exitCode: 3 })
    rig.event('terminated')
    rig.event('terminated', {})
    rig.input({ kind: 'adapterClosed', why: 'exit code 0', stderr: '' })
    expect(first.events('exited')).toHaveLength(1)
    expect(first.events('terminated')).toHaveLength(1)
    expect(rig.records.filter((one) => one.kind === 'ended')).toHaveLength(1)
  })
  test('mux 15: dlv: after a failed launch nothing more reaches the adapter, which would fail hard', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    rig.reply('initialize', {})
    const launch = editor.send('launch', {})
    rig.reply(
      'launch',
      { error: { id: 1, format: 'Failed: {why}', variables: { why: 'no file' } } },
      { success: false, message: 'Failed' },
    )
    expect(editor.answer(launch)).toMatchObject({ success: false, message: 'Failed' })
    const bps = editor.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    expect(editor.answer(bps)).toMatchObject({ success: true, body: { breakpoints: [{ verified: false }] } })
    expect(rig.countAsked('setBreakpoints')).toBe(0)
    expect(rig.session.lifecycle.endReason).toBe('Failed: no file')
  })
  test('mux 15: netcoredbg: a start that fails at configurationDone ends the session with its words', () => {
    const rig = createRig({ failsAtConfigurationDone: true })
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    rig.event('initialized')
    editor.send('attach', { processId: 1 })
    rig.reply('attach')
    const done = editor.send('configurationDone')
    rig.reply('configurationDone', undefined, {
      success: false,
      message: "Failed command 'configurationDone' : 0x80070057",
    })
    expect(editor.answer(done).success).toBe(false)
    expect(rig.session.lifecycle.endReason).toContain('0x80070057')
    expect(rig.phase()).toBe('ended')
  })
  test('mux 15: an adapter that dies before it has said anything: initialize fails with its stderr', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    const seq = editor.send('initialize', editorArguments)
    const launch = editor.send('launch', {})
    rig.input({ kind: 'adapterClosed', why: 'exit code 1', stderr: 'no module named x' })
    expect(editor.answer(seq).message).toContain('no module named x')
    expect(editor.answer(launch).success).toBe(false)
  })
})

describe('mux 20: every request gets exactly one response', () => {
  test.each([
    [{ type: 'request', seq: 5 }, 5],
    [{ type: 'request', seq: 6, command: 'threads', arguments: [1] }, 6],
    [{ seq: 7 }, 7],
    [17, 0],
    [null, 0],
  ])('mux 20: %j gets an error and harms only its sender', (message, seq) => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    second.clear()
    first.raw(message)
    expect(first.inbox.at(-1)).toMatchObject({ type: 'response', request_seq: seq, success: false })
    expect(second.inbox).toEqual([])
  })
  test('mux 20: before initialize, after disconnect and twice: an error each', () => {
    const { rig, first } = runningRig()
    const fresh = rig.client('fresh')
    expect(fresh.answer(fresh.send('threads')).message).toContain('send initialize first')
    expect(first.answer(first.send('initialize', {})).message).toContain('once per connection')
    first.send('disconnect')
    expect(first.answer(first.send('threads')).success).toBe(false)
  })
  test('mux 20: an answer to nothing, and a second answer, are dropped', () => {
    const { rig, first } = runningRig()
    const seq = first.send('threads')
    rig.reply('threads', { threads: [] })
    rig.reply('threads', { threads: [{ id: 1, name: 'x' }] })
    rig.fromAdapter({ type: 'response', request_seq: 4711, success: true, command: 'threads' })
    expect(first.answer(seq).body.threads).toEqual([])
  })
})

describe('mux 22: order', () => {
  test('mux 22: configurationDone waits for its client’s breakpoint requests, another client’s do not hold it up', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    rig.reply('initialize', { supportsConfigurationDoneRequest: true })
    editor.send('launch', {})
    rig.event('initialized')
    editor.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    editor.send('configurationDone')
    expect(rig.countAsked('configurationDone')).toBe(0)
    rig.reply('setBreakpoints', { breakpoints: [{ verified: true }] })
    expect(rig.countAsked('configurationDone')).toBe(1)
  })
  test('mux 22: a resume waits for its client’s breakpoints, and what comes after it keeps its place', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    first.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    first.send('continue', { threadId: 1 })
    first.send('threads')
    expect(rig.lastToAdapter().command).toBe('setBreakpoints')
    rig.reply('setBreakpoints', { breakpoints: [{ verified: true }] })
    expect(rig.toAdapter.slice(-2).map((one) => one.command)).toEqual(['continue', 'threads'])
  })
  test('mux 22: a response comes before the events it causes, where the adapter did so', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    first.clear()
    first.send('next', { threadId: 1 })
    rig.reply('next')
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    expect(first.inbox.map((one) => one.command ?? one.event)).toEqual(['next', 'stopped'])
  })
})
