import { describe, expect, test } from 'vitest'
import type { Rig, RigClient } from '../../../../test/rig.js'
import { commonCapabilities, createRig, editorArguments } from '../../../../test/rig.js'
import { viewOf } from '../../../door/view.js'

/** A program that was launched with noDebug, by an adapter that then never sends `initialized`. */
function undebugged(): { rig: Rig; first: RigClient } {
  const rig = createRig()
  rig.input({ kind: 'adapterStarted' })
  const first = rig.client('first')
  first.send('initialize', editorArguments)
  rig.reply('initialize', commonCapabilities)
  first.send('launch', { program: '/p', noDebug: true })
  rig.reply('launch')
  return { rig, first }
}

function join(rig: Rig, name: string): RigClient {
  const client = rig.client(name)
  client.send('initialize', editorArguments)
  client.send('attach', {})
  return client
}

describe('mux 10: a program that runs without debugging', () => {
  test.each(['threads', 'pause', 'continue', 'next', 'evaluate', 'stackTrace', 'scopes', 'variables', 'setVariable'])(
    'mux 10, 20: %s fails with the reason and never reaches the adapter',
    (command) => {
      const { rig, first } = undebugged()
      const seq = first.send(command, { threadId: 1, expression: 'x' })
      expect(first.failureType(seq)).toBe('UNSUPPORTED')
      expect(first.answer(seq).message).toContain('runs without debugging')
      expect(rig.countAsked(command)).toBe(0)
    },
  )
  test('mux 1, 10: breakpoints are unverified and say so; configurationDone succeeds', () => {
    const { rig, first } = undebugged()
    const set = first.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    expect(first.breakpoint(set, 0)).toMatchObject({
      verified: false,
      message: expect.stringContaining('runs without debugging'),
    })
    const functions = first.send('setFunctionBreakpoints', { breakpoints: [{ name: 'f' }] })
    expect(first.breakpoint(functions, 0).verified).toBe(false)
    expect(first.answer(first.send('setExceptionBreakpoints', { filters: [] })).success).toBe(true)
    expect(first.answer(first.send('configurationDone')).success).toBe(true)
    expect(rig.toAdapter.map(({ command }) => String(command))).toEqual(['initialize', 'launch'])
    expect(viewOf(rig.session)).toMatchObject({ phase: 'running', withoutDebugging: true })
  })
  test.each(['configurationDone', 'threads'])('mux 7, 10: a client that joins completes its dialogue (%s)', (last) => {
    const { rig } = undebugged()
    const late = join(rig, 'late')
    expect(late.inbox.map((one) => String(one['command'] ?? one['event']))).toEqual([
      'initialize',
      'attach',
      'capabilities',
      'initialized',
    ])
    late.clear()
    late.send(last)
    rig.event('output', { output: 'hello\n' })
    rig.event('exited', { exitCode: 0 })
    rig.event('terminated')
    expect(late.events().map(({ event }) => String(event))).toEqual(['output', 'exited', 'terminated'])
  })
  test('mux 7, 10: so does one that has joined before the launch was answered', () => {
    const rig = createRig()
    rig.input({ kind: 'adapterStarted' })
    const first = rig.client('first')
    first.send('initialize', editorArguments)
    rig.reply('initialize', {})
    first.send('launch', { noDebug: true })
    const early = join(rig, 'early')
    const waiting = early.send('evaluate', { expression: 'x' })
    rig.reply('launch')
    expect(early.events('initialized')).toHaveLength(1)
    expect(early.failureType(waiting)).toBe('UNSUPPORTED')
    expect(first.events('initialized')).toHaveLength(1)
  })
  test('mux 11: it ends, and starts again, as any other', () => {
    const { rig, first } = undebugged()
    const restart = first.send('restart')
    rig.reply('disconnect')
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', commonCapabilities)
    rig.reply('launch')
    expect(first.answer(restart).success).toBe(true)
    expect(first.failureType(first.send('threads'))).toBe('UNSUPPORTED')
    expect(first.answer(first.send('disconnect', {})).success).toBe(true)
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(rig.phase()).toBe('ended')
  })
})

const filters = [{ filter: 'all', label: 'All' }]
const capabilities = { ...commonCapabilities, exceptionBreakpointFilters: filters }

/** When an adapter that debugs all the same sends `initialized`. */
const ORDERS = {
  'before the launch': ['initialized', 'launch', 'answer'],
  'before the answer to the launch': ['launch', 'initialized', 'answer'],
  'after the answer to the launch': ['launch', 'answer', 'initialized'],
} as const

describe.each(Object.entries(ORDERS))(
  'mux 10: an adapter that debugs all the same, with initialized %s',
  (_, order) => {
    function ignored(): { rig: Rig; first: RigClient } {
      const rig = createRig()
      rig.input({ kind: 'adapterStarted' })
      const first = rig.client('first')
      first.send('initialize', editorArguments)
      rig.reply('initialize', capabilities)
      for (const step of order) {
        if (step === 'initialized') rig.event('initialized')
        else if (step === 'answer') rig.reply('launch')
        else first.send('launch', { program: '/p', noDebug: true })
      }
      return { rig, first }
    }

    test('mux 1, 10: it is configured with nothing that stops, and no breakpoint reaches it', () => {
      const { rig, first } = ignored()
      expect(rig.asked('setExceptionBreakpoints').arguments).toEqual({ filters: [] })
      expect(rig.countAsked('configurationDone')).toBe(1)
      const set = first.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
      expect(first.breakpoint(set, 0)).toMatchObject({
        verified: false,
        message: expect.stringContaining('runs without debugging'),
      })
      expect(first.answer(first.send('configurationDone')).success).toBe(true)
      expect([rig.countAsked('setBreakpoints'), rig.countAsked('configurationDone')]).toEqual([0, 1])
      expect(first.events('initialized')).toHaveLength(1)
      expect(viewOf(rig.session)).toMatchObject({ phase: 'running', withoutDebugging: true })
    })

    test('mux 10: nobody is told of a stop or a thread, and the program goes on', () => {
      const { rig, first } = ignored()
      rig.event('thread', { reason: 'started', threadId: 3 })
      rig.event('stopped', { reason: 'signal', threadId: 3 })
      expect(rig.asked('continue').arguments).toEqual({ threadId: 3 })
      rig.event('continued', { threadId: 3 })
      expect(first.events().map(({ event }) => String(event))).toEqual(['initialized'])
      expect(viewOf(rig.session)).toMatchObject({ phase: 'running', stopId: 0, threads: [] })
      expect(first.failureType(first.send('pause', { threadId: 3 }))).toBe('UNSUPPORTED')
    })
  },
)

test('mux 1, 10: breakpoints that were set before a launch without debugging are taken back', () => {
  const rig = createRig()
  rig.input({ kind: 'adapterStarted' })
  const first = rig.client('first')
  first.send('initialize', editorArguments)
  rig.reply('initialize', capabilities)
  rig.event('initialized')
  const set = first.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
  rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] })
  expect(first.breakpoint(set, 0).verified).toBe(true)
  first.send('launch', { program: '/p', noDebug: true })
  expect(rig.asked('setBreakpoints').arguments).toMatchObject({ source: { path: '/a' }, breakpoints: [] })
  expect(viewOf(rig.session).breakpoints).toMatchObject([{ verified: false }])
})

describe('mux 10: the client that started the program goes before the adapter takes breakpoints', () => {
  test.each(['close', 'disconnect'] as const)(
    'mux 10: others have joined, and the program is configured (%s)',
    (how) => {
      const rig = createRig()
      rig.input({ kind: 'adapterStarted' })
      const first = rig.client('first')
      first.send('initialize', editorArguments)
      rig.reply('initialize', commonCapabilities)
      first.send('launch', {})
      const late = join(rig, 'late')
      if (how === 'close') first.close()
      else first.send('disconnect', {})
      rig.event('initialized')
      late.send('configurationDone')
      expect(rig.countAsked('configurationDone')).toBe(1)
      rig.reply('configurationDone')
      late.send('threads')
      expect(rig.countAsked('threads')).toBe(1)
    },
  )
})
