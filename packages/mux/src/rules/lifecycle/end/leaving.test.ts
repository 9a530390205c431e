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
