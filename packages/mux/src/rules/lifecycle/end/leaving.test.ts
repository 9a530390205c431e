/* eslint-disable @typescript-eslint/no-unsafe-return -- tests look into messages of every shape */
import { describe, expect, test } from 'vitest'
import { createRig, editorArguments, joined, runningRig } from '../../../../test/rig.js'
import { viewOf } from '../../../door/view.js'

describe('mux 11, 20: a client may go at any time', () => {
  test.each([
    { ready: false, why: 'the adapter is still starting' },
    { ready: true, why: 'the adapter has answered initialize' },
  ])('mux 20: what is open at its own disconnect is answered first: $why', ({ ready }) => {
    const rig = createRig()
    if (ready) rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    if (ready) rig.reply('initialize', {})
    editor.send('launch', { program: '/p' })
    editor.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    editor.send('disconnect', {})
    const answers = editor.inbox.filter((one) => one['type'] === 'response')
    expect(answers.map((one) => [one['command'], one['success']])).toEqual([
      ['initialize', ready],
      ['launch', false],
      ['setBreakpoints', false],
      ['disconnect', true],
    ])
  })
  test.each([
    { letsLaunchedGo: true, why: 'first disconnected; the program goes on' },
    {
      letsLaunchedGo: false,
      why: 'first disconnected; the program has ended with it, since its debugger cannot let go what it has started',
    },
  ])('mux 11: the last lets its program go, which its debugger can: $letsLaunchedGo', ({ letsLaunchedGo, why }) => {
    const { rig, first } = runningRig({ traits: { letsLaunchedGo } })
    first.send('disconnect', { terminateDebuggee: false })
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: !letsLaunchedGo })
    expect(rig.records.find(({ kind }) => kind === 'ended')).toMatchObject({ why })
  })
  test.each([
    { letsLaunchedGo: true, output: 'the program was not ended: it has no right to end the program; you' },
    { letsLaunchedGo: false, output: 'since its debugger cannot let go what it has started; you' },
  ])('mux 11: who may not end the program is told what becomes of it: $output', ({ letsLaunchedGo, output }) => {
    const { rig, first } = runningRig({ traits: { letsLaunchedGo } })
    const second = joined(rig, 'second', { profile: { role: 'operator' } })
    first.send('disconnect', {})
    second.send('disconnect', { terminateDebuggee: true })
    expect(second.lastEvent('output').body).toMatchObject({ output: expect.stringContaining(output) })
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: !letsLaunchedGo })
  })
  test.each(['was killed by SIGKILL', 'ended with exit code 1'])(
    'mux 15: it is said that it was the debugger that %s',
    (why) => {
      const { rig } = runningRig()
      rig.input({ kind: 'adapterClosed', why, stderr: '' })
      expect(rig.records.find(({ kind }) => kind === 'ended')).toMatchObject({
        why: expect.stringMatching(new RegExp(`^the debugger .+ ${why}$`)),
      })
    },
  )
  test.each([
    { before: { pathFormat: 'nonsense' }, why: 'after an initialize that failed' },
    { before: undefined, why: 'before initialize' },
  ])('mux 11: disconnect succeeds $why, and a session that it alone had ends', ({ before }) => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const editor = rig.client('editor')
    if (before !== undefined) expect(editor.answer(editor.send('initialize', before)).success).toBe(false)
    expect(editor.answer(editor.send('disconnect', {})).success).toBe(true)
    expect(rig.phase()).toBe('ended')
    expect(editor.answer(editor.send('disconnect', {})).success).toBe(true)
  })
  test('mux 11, 29: such a client ends no program of others, not even one that waits for its editor to come back', () => {
    const { rig, first } = runningRig()
    const stranger = rig.client('stranger')
    stranger.send('disconnect', {})
    first.close()
    const late = rig.client('late')
    late.send('disconnect', { terminateDebuggee: true })
    expect(rig.phase()).toBe('running')
    late.close()
    rig.input({ kind: 'timerFired', timer: 'abandon' })
    expect(rig.phase()).toBe('ended')
  })
  test.each(['terminate', 'disconnect', 'restart, then terminate'])(
    'mux 11, 20: a launch that is pending when the program is ended is answered at once: %s',
    (how) => {
      const { rig, first: editor } = runningRig({ upTo: 'launched' })
      rig.event('initialized')
      const done = editor.send('configurationDone')
      if (how === 'restart, then terminate') editor.send('restart')
      const ended = editor.send(how === 'disconnect' ? 'disconnect' : 'terminate', {})
      expect(editor.answer(ended).success).toBe(true)
      for (const seq of [2, done]) expect(editor.answers(seq)).toHaveLength(1)
    },
  )
  test('mux 11: a terminate that the adapter carries out without an answer has succeeded', () => {
    const { rig, first } = runningRig({ capabilities: { supportsTerminateRequest: true } })
    const asked = first.send('terminate')
    rig.event('terminated')
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    expect(first.answer(asked).success).toBe(true)
  })
})

describe('mux 5, 15: what has ended is said in words', () => {
  test.each(['stackTrace', 'exceptionInfo', 'continue', 'pause'])(
    'mux 5: %s of a thread that has ended is refused, and reaches no adapter',
    (command) => {
      const { rig, first } = runningRig()
      rig.event('thread', { reason: 'started', threadId: 7 })
      rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
      rig.event('thread', { reason: 'exited', threadId: 7 })
      rig.now += 1000
      const seq = first.send(command, { threadId: 7 })
      expect(first.failureType(seq)).toBe('STALE_REFERENCE')
      expect(first.answer(seq).message).toContain('thread 7 has ended')
      expect(rig.countAsked(command)).toBe(0)
      rig.event('thread', { reason: 'started', threadId: 7 })
      first.send(command, { threadId: 7 })
      expect(rig.countAsked(command)).toBe(1)
    },
  )
  test('mux 15: the signal that ended the program reaches clients, the record and those who come later', () => {
    const { rig, first } = runningRig()
    rig.event('exited', { exitCode: 137, signal: 'SIGKILL' })
    rig.event('terminated')
    expect(first.firstEvent('exited').body).toEqual({ exitCode: 137, signal: 'SIGKILL' })
    expect(rig.records.find(({ kind }) => kind === 'exited')).toMatchObject({ exitCode: 137, signal: 'SIGKILL' })
    expect(viewOf(rig.session)).toMatchObject({ exitCode: 137, signal: 'SIGKILL' })
    expect(joined(rig, 'late').firstEvent('exited').body).toEqual({ exitCode: 137, signal: 'SIGKILL' })
  })
})

describe('mux 11: an editor that has only joined', () => {
  /** An agent's program, which an editor joins with these keys. */
  function joinedBy(keys: object) {
    const { rig } = runningRig({ kind: 'agent' })
    const editor = rig.client('editor')
    editor.send('initialize', editorArguments)
    editor.send('attach', { dapplexSession: 's1', ...keys })
    editor.send('configurationDone')
    return { rig, editor }
  }
  test.each([
    { keys: {}, command: 'disconnect', phase: 'running', why: 'an editor that is closed only leaves' },
    {
      keys: { dapplexOnStop: 'end' },
      command: 'disconnect',
      phase: 'ended',
      why: 'it has said that Stop ends the program',
    },
    { keys: {}, command: 'terminate', phase: 'ended', why: 'terminate is for everybody' },
    {
      keys: { dapplexOnStop: 'leave' },
      command: 'terminate',
      phase: 'running',
      why: 'it has said that Stop only leaves',
    },
  ])('mux 11: $command $keys: $why', ({ keys, command, phase }) => {
    const { rig, editor } = joinedBy(keys)
    const asked = editor.send(command, command === 'disconnect' ? { terminateDebuggee: true } : {})
    expect(editor.answer(asked).success).toBe(true)
    expect(rig.phase()).toBe(phase)
    if (command === 'terminate') expect(editor.events('terminated')).toHaveLength(1)
    const late = editor.send('disconnect', {})
    expect(editor.answer(late).success).toBe(true)
    expect(rig.phase()).toBe(phase)
  })
  test.each([
    { keys: {}, told: [{ supportsTerminateRequest: false }] },
    { keys: { dapplexOnStop: 'leave' }, told: [{ supportsTerminateRequest: false }] },
    { keys: { dapplexOnStop: 'end' }, told: [] },
  ])('mux 11: $keys: it sends disconnect for Stop where it is told that there is no terminate', ({ keys, told }) => {
    const { editor } = joinedBy(keys)
    expect(editor.events('capabilities').map(({ body }) => body.capabilities)).toEqual(told)
  })
  test('mux 11: who has launched keeps terminate, and so does an agent that joins', () => {
    const { rig, first } = runningRig()
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    expect([...first.events('capabilities'), ...agent.events('capabilities')]).toEqual([])
  })
  test('mux 11: when nobody else is left, its Stop ends the program', () => {
    const { rig, first } = runningRig()
    const editor = joined(rig, 'editor')
    first.close()
    editor.send('disconnect', { terminateDebuggee: true })
    expect(rig.phase()).toBe('ended')
  })
})
