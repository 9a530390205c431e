import { describe, expect, test } from 'vitest'
import { adapterTraits } from '@dapplex/protocol'
import type { Sent } from '../../test/messages.js'
import type { WithoutNow } from '../../test/rig.js'
import { joined, runningRig } from '../../test/rig.js'
import type { ClientProfile, Effect, Input } from '../index.js'
import { clientId, createSession, transition, viewOf } from '../index.js'
import { isRestarting } from '../state/lifecycle.js'
import { standardRequests } from '../state/requests/standard.js'
/* eslint-disable @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-call -- tests look into messages of every shape */
import fc from 'fast-check'

const command = fc.constantFrom(
  ...standardRequests.keys(),
  'dapplex_breakpointAdd',
  'dapplex_breakpointEnable',
  'custom',
  // Every object has these.
  '__proto__',
  'constructor',
)
const event = fc.constantFrom(
  'stopped',
  'continued',
  'thread',
  'output',
  'breakpoint',
  'module',
  'loadedSource',
  'process',
  'capabilities',
  'invalidated',
  'progressStart',
  'progressEnd',
  'exited',
  'terminated',
  'initialized',
  'x',
  '__proto__',
  'constructor',
)
const anything = fc.jsonValue({ maxDepth: 4 })
const request = fc.record(
  { seq: fc.integer(), type: fc.constant('request'), command, arguments: anything },
  { requiredKeys: ['type', 'command', 'seq'] },
)
const fromClient = fc.oneof(anything, request)
const fromAdapter = fc.oneof(
  anything,
  fc.record({ seq: anything, type: fc.constant('event'), event, body: anything }),
  fc.record({
    type: fc.constant('response'),
    request_seq: fc.nat(40),
    success: anything,
    command: anything,
    body: anything,
  }),
  fc.record({ seq: fc.nat(), type: fc.constant('request'), command, arguments: anything }),
)
const step = fc.oneof(
  fc.record({ side: fc.constant('first' as const), message: fromClient }),
  fc.record({ side: fc.constant('second' as const), message: fromClient }),
  fc.record({ side: fc.constant('adapter' as const), message: fromAdapter }),
)

describe('properties of the core', () => {
  test('mux 20, 24: total on any JSON, from either side, at any time; what goes out has an envelope of DAP', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { rig, first } = runningRig({ capabilities: { supportsCancelRequest: true, supportsStepBack: true } })
        const second = joined(rig, 'second', { editor: { linesStartAt1: false, pathFormat: 'uri' } })
        for (const { side, message } of steps) {
          if (side === 'adapter') rig.input({ kind: 'adapterMessage', message })
          else (side === 'first' ? first : second).raw(message)
        }
        expect(JSON.stringify(viewOf(rig.session))).toBeTypeOf('string')
        for (const message of [...first.inbox, ...second.inbox, ...rig.toAdapter]) {
          expect(Number.isInteger(message.seq)).toBe(true)
          if (message.type === 'response')
            expect(message).toMatchObject({
              success: expect.any(Boolean),
              command: expect.any(String),
              request_seq: expect.any(Number),
            })
          else if (message.type === 'event') expect(message.event).toBeTypeOf('string')
          else expect(message.command).toBeTypeOf('string')
        }
      }),
      { numRuns: 300 },
    )
  })
  test('mux 20: each request has exactly one answer once the adapter is gone, and it goes to its sender', () => {
    const asked = fc.record({ first: fc.boolean(), command })
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 30 }), fc.array(fc.nat(60), { maxLength: 30 }), (requests, answers) => {
        const { rig, first } = runningRig()
        const second = joined(rig, 'second')
        rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
        const sent = requests
          .filter((one) => one.command !== 'disconnect' && one.command !== 'initialize')
          .map((one) => {
            const client = one.first ? first : second
            return { client, seq: client.send(one.command, {}) }
          })
        for (const seq of answers) rig.fromAdapter({ type: 'response', request_seq: seq, success: true, command: 'x' })
        rig.input({ kind: 'adapterClosed', why: 'killed', stderr: '' })
        // Each of the requests may have been a restart of its own.
        while (isRestarting(rig.session.lifecycle.state)) rig.input({ kind: 'adapterClosed', why: 'gone', stderr: '' })
        for (const { client, seq } of sent) expect(client.answers(seq)).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })
  test('mux 20: the adapter sees one increasing row of seq, and so does each client', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { rig, first } = runningRig()
        const second = joined(rig, 'second')
        for (const { side, message } of steps)
          if (side === 'adapter') rig.input({ kind: 'adapterMessage', message })
          else (side === 'first' ? first : second).raw(message)
        for (const row of [rig.toAdapter, first.inbox, second.inbox])
          expect(row.map((one) => Number(one.seq))).toEqual(row.map((_, index) => Number(row[0]?.seq) + index))
      }),
      { numRuns: 100 },
    )
  })
  test('a journal of inputs, played again, gives the same effects', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const inputs: Input[] = []
        let now = 0
        const add = (input: WithoutNow<Input>) => inputs.push({ ...input, now: (now += 1) })
        add({ kind: 'adapterStarted' })
        for (const id of [1, 2]) {
          const profile: ClientProfile = {
            name: `c${id}`,
            principal: 'p',
            kind: 'editor',
            role: 'owner',
            presence: 'connection',
            isLocal: true,
            keepBreakpoints: false,
            foreignBreakpoints: true,
          }
          add({ kind: 'clientConnected', client: clientId(id), profile })
          add({
            kind: 'clientMessage',
            client: clientId(id),
            message: { seq: 1, type: 'request', command: 'initialize' },
          })
        }
        for (const { side, message } of steps)
          add(
            side === 'adapter'
              ? { kind: 'adapterMessage', message }
              : { kind: 'clientMessage', client: clientId(side === 'first' ? 1 : 2), message },
          )
        const play = (): Effect[] => {
          const session = createSession({ adapterTitle: 'a', traits: adapterTraits.parse({}) })
          return inputs.flatMap((input) => structuredClone(transition(session, input)))
        }
        expect(play()).toEqual(play())
      }),
      { numRuns: 100 },
    )
  })
})

describe('what adapters do (measured)', () => {
  test('mux 6, 7: lldb-dap sends one stopped per stopped thread at one suspension: one stop, and a joiner gets one', () => {
    const { rig, first } = runningRig()
    for (const threadId of [1, 2, 3])
      rig.event('stopped', { reason: threadId === 1 ? 'breakpoint' : 'pause', threadId, allThreadsStopped: true })
    expect(first.events('stopped')).toHaveLength(3)
    expect(viewOf(rig.session).stopId).toBe(1)
    expect(joined(rig, 'late').events('stopped')).toHaveLength(1)
  })
  test('mux 2: lldb sends changes of breakpoints that nobody set: all hear of them, under one id of ours', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    for (const reason of ['new', 'changed', 'removed'])
      rig.event('breakpoint', { reason, breakpoint: { id: 3, verified: false } })
    const ids = [first, second].map((client) => client.events('breakpoint').map((one) => one.body.breakpoint.id))
    expect(ids[0]).toEqual(ids[1])
    expect(new Set(ids[0]).size).toBe(1)
  })
  test('mux 28: an evaluation that resumes and stops the program unannounced is a new stop: old ids are stale', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    const stack = first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 1, column: 1 }] })
    first.send('evaluate', { expression: 'step over', context: 'repl' })
    rig.reply('evaluate', { result: '', variablesReference: 0 })
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    const old = first.send('scopes', { frameId: first.answer(stack).body.stackFrames[0]?.id })
    expect(first.failureType(old)).toBe('STALE_REFERENCE')
    expect(viewOf(rig.session).stopId).toBe(2)
  })
  test('mux 22: netcoredbg stops before it answers pause: the order stays', () => {
    const { rig, first } = runningRig()
    first.clear()
    first.send('pause', { threadId: 1 })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    rig.reply('pause', { threadId: 1 })
    expect(first.inbox.map((one) => one.command ?? one.event)).toEqual(['stopped', 'pause'])
  })
  test('mux 17: netcoredbg answers continue with success while running: from one client alone it passes', () => {
    const { rig, first } = runningRig({ traits: { moveWhileRunning: 'succeeds' } })
    const seq = first.send('continue', { threadId: 1 })
    rig.reply('continue', {})
    expect(first.answer(seq).success).toBe(true)
    expect(first.events('continued')).toEqual([])
  })
  test('mux 10: VS Code opens: breakpoints of several files in parallel, function and exception breakpoints, then configurationDone', () => {
    const { rig, first } = runningRig({ upTo: 'initialized' })
    const seqs: Sent<string>[] = ['/a', '/b', '/c'].map((path) =>
      first.send('setBreakpoints', { source: { path }, breakpoints: [{ line: 1 }], lines: [1], sourceModified: false }),
    )
    expect(rig.countAsked('setBreakpoints')).toBe(3)
    seqs.push(
      first.send('setFunctionBreakpoints', { breakpoints: [] }),
      first.send('setExceptionBreakpoints', { filters: [] }),
    )
    const done = first.send('configurationDone')
    for (const message of rig.toAdapter.filter((one) => String(one.command).startsWith('set')))
      rig.fromAdapter({
        type: 'response',
        request_seq: message.seq,
        success: true,
        command: message.command,
        body: { breakpoints: message.arguments.breakpoints?.map(() => ({ verified: true })) ?? [] },
      })
    rig.reply('configurationDone')
    for (const seq of [...seqs, done]) expect(first.answer(seq).success).toBe(true)
  })
})
