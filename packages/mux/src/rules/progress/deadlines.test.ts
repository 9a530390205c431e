import { adapterTraits } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { present, joined, runningRig } from '../../../test/rig.js'
import { clientId } from '../../state/contract/input.js'
import { viewOf } from '../../door/view.js'
import { openAsked } from '../../state/clients/client.js'
import { earliestDue, takeDue } from '../../state/requests/deadlines.js'
import fc from 'fast-check'

const settings = { limits: { requestMs: 1000 } }
describe('mux 26: a silent adapter is noticed', () => {
  test('mux 26: a request past its deadline fails with the adapter’s name and the wait; a late answer still counts', () => {
    const { rig, first } = runningRig({ settings })
    const seq = first.send('threads')
    rig.now += 500
    rig.event('output', { output: 'still here' })
    rig.now += 600
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.answer(seq).message).toBe(
      "the adapter has not answered 'threads' for 1000 ms; ask again, or terminate the session",
    )
    expect(first.failureType(seq)).toBe('TIMEOUT')
    expect(rig.session.deadlines.unresponsive).toBeUndefined()
    rig.reply('threads', { threads: [{ id: 4, name: 'late' }] })
    expect(first.answers(seq)).toHaveLength(1)
    expect(rig.session.threads.all.get(4)?.name).toBe('late')
  })
  test('mux 26: one timer for all: it is set anew for what is still open', () => {
    const { rig, first } = runningRig({ settings })
    rig.effects.splice(0)
    first.send('threads')
    rig.now += 400
    first.send('modules')
    const early = first.send('stackTrace', { threadId: 1 })
    const timers = () => rig.effects.filter((one) => one.kind === 'startTimer')
    expect(timers().length).toBeLessThanOrEqual(1)
    rig.now += 599
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.answers(early)).toEqual([])
    expect(timers().at(-1)).toMatchObject({ timer: 'deadlines' })
  })
  test('mux 26: launch, typed evaluations and custom requests wait as long as the adapter answers anything else', () => {
    const { rig, first } = runningRig({ settings })
    const open = [
      first.send('evaluate', { expression: 'input()', context: 'repl' }),
      first.send('evaluate', { expression: 'input()' }),
      first.send('customThing', {}),
    ]
    const hover = first.send('evaluate', { expression: 'x', context: 'hover' })
    rig.now += 900
    rig.event('output', { output: 'prompt> ' })
    rig.now += 200
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(open.map((seq) => first.answers(seq).length)).toEqual([0, 0, 0])
    expect(first.failureType(hover)).toBe('TIMEOUT')
  })
  test('mux 26: an adapter that answers nothing is marked for all, everything open fails, and the session can be terminated', () => {
    const { rig, first } = runningRig({ settings })
    const second = joined(rig, 'second')
    const endless = second.send('evaluate', { expression: 'while True: pass', context: 'repl' })
    first.send('threads')
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(second.failureType(endless)).toBe('TIMEOUT')
    expect(rig.records.at(-1)).toMatchObject({ kind: 'unresponsive', command: 'threads' })
    expect(second.lastEvent('output').body.category).toBe('important')
    const seq = first.send('disconnect', { terminateDebuggee: true })
    expect(first.answer(seq).success).toBe(true)
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    rig.input({ kind: 'timerFired', timer: 'disconnect' })
    expect(rig.lastEffect().kind).toBe('endAdapter')
  })
  test('mux 26: terminate does not wait for it: it is dismissed at once', () => {
    const { rig, first } = runningRig({ settings, capabilities: { supportsTerminateRequest: true } })
    first.send('threads')
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    const seq = first.send('terminate')
    expect(first.answer(seq).success).toBe(true)
    expect(rig.countAsked('terminate')).toBe(0)
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(rig.phase()).toBe('ended')
  })
  test('mux 26: it is taken back as soon as the adapter says anything', () => {
    const { rig, first } = runningRig({ settings })
    first.send('threads')
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    rig.event('output', { output: 'x' })
    expect(rig.records.some((one) => one.kind === 'responsive')).toBe(true)
    expect(rig.session.deadlines.unresponsive).toBeUndefined()
  })
  test.each([
    { capabilities: {}, waits: 0, why: 'that cannot cancel' },
    { capabilities: { supportsCancelRequest: true }, waits: 2000, why: 'that was told so, two seconds later' },
  ])('mux 26: an evaluation that goes on after its cancel marks an adapter $why', ({ capabilities, waits }) => {
    const { rig, first } = runningRig({ capabilities })
    const seq = first.send('evaluate', { expression: 'while True: pass', context: 'repl' })
    rig.now += 1500
    expect(first.answer(first.send('cancel', { requestId: seq })).success).toBe(true)
    if (waits > 0) {
      expect(rig.session.deadlines.unresponsive).toBeUndefined()
      rig.now += waits
      rig.input({ kind: 'timerFired', timer: 'deadlines' })
    }
    expect(rig.session.deadlines.unresponsive?.command).toBe('evaluate')
    expect(rig.records.at(-1)).toMatchObject({ kind: 'unresponsive', command: 'evaluate' })
    rig.reply('evaluate', { result: '1', variablesReference: 0 })
    expect(rig.session.deadlines.unresponsive).toBeUndefined()
  })
  test('mux 26: an evaluation that is cancelled just after it was sent marks an adapter only if it goes on for two seconds', () => {
    const { rig, first } = runningRig({})
    rig.event('output', { output: 'x' })
    const seq = first.send('evaluate', { expression: 'x', context: 'repl' })
    rig.now += 1
    first.send('cancel', { requestId: seq })
    expect(rig.session.deadlines.unresponsive).toBeUndefined()
    rig.now += 2000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(rig.session.deadlines.unresponsive?.command).toBe('evaluate')
  })
  test('mux 26: a cancel that helps, and an adapter that speaks otherwise, mark nobody', () => {
    const helped = runningRig({ capabilities: { supportsCancelRequest: true } })
    const seq = helped.first.send('evaluate', { expression: 'x', context: 'repl' })
    helped.first.send('cancel', { requestId: seq })
    helped.rig.reply('evaluate', undefined, { success: false, message: 'cancelled' })
    helped.rig.now += 2000
    helped.rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(helped.rig.session.deadlines.unresponsive).toBeUndefined()
    const busy = runningRig({})
    const other = busy.first.send('evaluate', { expression: 'x', context: 'repl' })
    busy.rig.now += 1500
    busy.rig.event('output', { output: 'of another thread' })
    busy.first.send('cancel', { requestId: other })
    expect(busy.rig.session.deadlines.unresponsive).toBeUndefined()
  })
  const { evaluation } = adapterTraits.parse({ evaluation: { interrupt: 'end({{expression}})' } })
  test('mux 12, 26: an evaluation whose time is over is ended in the program, where that can be done', () => {
    const { rig, first } = runningRig({ settings, traits: { evaluation } })
    const watch = first.send('evaluate', { expression: 'f("x")', context: 'watch' })
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.failureType(watch)).toBe('TIMEOUT')
    expect(rig.asked('evaluate').arguments).toEqual({ expression: String.raw`end("f(\"x\")")`, context: 'watch' })
  })
  test('mux 12, 26: a cancelled evaluation is ended in the program, also one that began later; it blocks where that is not answered', () => {
    const { rig, first } = runningRig({ traits: { evaluation } })
    const waits = () => {
      rig.now += 2000
      rig.input({ kind: 'timerFired', timer: 'deadlines' })
    }
    const seq = first.send('evaluate', { expression: 'g()', context: 'repl' })
    first.send('cancel', { requestId: seq })
    expect(rig.asked('evaluate').arguments).toEqual({ expression: 'end("g()")', context: 'watch' })
    expect(first.answer(seq)).toMatchObject({ success: false, message: 'cancelled' })
    rig.reply('evaluate')
    waits()
    expect(rig.countAsked('evaluate')).toBe(3)
    expect(rig.session.deadlines.unresponsive).toBeUndefined()
    waits()
    expect(rig.countAsked('evaluate')).toBe(3)
    expect(rig.session.deadlines.unresponsive?.command).toBe('evaluate')
  })
  test('mux 26: who blocks the adapter is named, also once that evaluation is cancelled', () => {
    const { rig, first } = runningRig({ settings })
    const second = joined(rig, 'second')
    const endless = first.send('evaluate', { expression: 'forever()', context: 'repl' })
    second.send('evaluate', { expression: 'x', context: 'watch' })
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(second.lastEvent('output').body.output).toContain(
      `evaluate "forever()" of ${viewOf(rig.session).clients[0]?.name}`,
    )
    first.send('cancel', { requestId: endless })
    expect(viewOf(rig.session).evaluating).toMatchObject({ expression: 'forever()', by: { client: 1 } })
  })
  test('mux 15, 26: nothing is unresponsive after the end', () => {
    const { rig, first } = runningRig({ settings })
    first.send('threads')
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(viewOf(rig.session)).toHaveProperty('unresponsive')
    first.send('disconnect', { terminateDebuggee: true })
    expect(viewOf(rig.session)).not.toHaveProperty('unresponsive')
  })
  test('mux 11, 26: an adapter that does not answer terminate is ended with the program, and terminate succeeds', () => {
    const { rig, first } = runningRig({ capabilities: { supportsTerminateRequest: true } })
    const seq = first.send('terminate')
    expect(rig.effects).toContainEqual({ kind: 'startTimer', timer: 'terminate', ms: 6000 })
    rig.now += 6000
    rig.input({ kind: 'timerFired', timer: 'terminate' })
    expect(first.answer(seq).success).toBe(true)
    expect(rig.asked('disconnect').arguments).toEqual({ terminateDebuggee: true })
    expect(rig.phase()).toBe('ended')
    rig.input({ kind: 'timerFired', timer: 'disconnect' })
    expect(rig.lastEffect().kind).toBe('endAdapter')
    rig.reply('terminate')
    expect(first.answers(seq)).toHaveLength(1)
  })
  test('mux 11: a terminate that was answered waits for the program', () => {
    const { rig, first } = runningRig({ capabilities: { supportsTerminateRequest: true } })
    first.send('terminate')
    rig.reply('terminate')
    expect(rig.effects.at(-1)).not.toEqual({ kind: 'endAdapter' })
    expect(rig.effects).toContainEqual({ kind: 'cancelTimer', timer: 'terminate' })
    rig.input({ kind: 'timerFired', timer: 'terminate' })
    expect(rig.phase()).toBe('running')
  })
  test('mux 26: a resume that is overdue holds up nobody, and still counts when it happens', () => {
    const { rig, first } = runningRig({ settings })
    const second = joined(rig, 'second')
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    const seq = first.send('next', { threadId: 1 })
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.failureType(seq)).toBe('TIMEOUT')
    second.clear()
    rig.reply('next')
    expect(second.events('continued')).toHaveLength(1)
    expect(rig.phase()).toBe('running')
  })
  test('mux 26: breakpoints that the adapter never confirms: each waiter is told', () => {
    const { rig, first } = runningRig({ settings })
    const second = joined(rig, 'second')
    const a = first.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 1 }] })
    const b = second.send('setBreakpoints', { source: { path: '/a' }, breakpoints: [{ line: 2 }] })
    rig.now += 1100
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect([first.failureType(a), second.failureType(b)]).toEqual(['TIMEOUT', 'TIMEOUT'])
  })
  test.each([
    { upTo: 'launched', command: 'threads', says: 'has not said that it takes breakpoints' },
    { upTo: 'launched', command: 'setBreakpoints', says: 'has not said that it takes breakpoints' },
    { upTo: 'launched', command: 'evaluate', says: 'has not said that it takes breakpoints' },
    { upTo: 'launched', command: 'somethingUnknown', says: 'has not said that it takes breakpoints' },
    { upTo: 'initialized', command: 'continue', says: 'has not sent configurationDone' },
    { upTo: 'initialized', command: 'pause', says: 'has not sent configurationDone' },
  ] as const)('mux 26: $command that waits while the session is $upTo has a deadline', ({ upTo, command, says }) => {
    const { rig, first } = runningRig({ upTo })
    const args = { source: { path: '/a' }, breakpoints: [], expression: 'x', threadId: 1 }
    const seq = first.send(command, args)
    rig.now += 30_000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.failureType(seq)).toBe('TIMEOUT')
    expect(first.answer(seq).message).toContain(says)
  })
  test('mux 26: a request that is admitted late has the whole time for its answer', () => {
    const { rig, first } = runningRig({ upTo: 'initialized' })
    const seq = first.send('pause', { threadId: 1 })
    rig.now += 20_000
    first.send('configurationDone')
    rig.reply('configurationDone')
    rig.now += 15_000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.answers(seq)).toEqual([])
    rig.now += 15_000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.failureType(seq)).toBe('TIMEOUT')
  })
  test('mux 26: while an evaluation blocks the adapter, threads and the stack of this stop come from what is known', () => {
    const { rig, first } = runningRig()
    const stack = { stackFrames: [{ id: 5, name: 'f', line: 3, column: 1 }], totalFrames: 1 }
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    first.send('threads')
    rig.reply('threads', { threads: [{ id: 1, name: 'main' }] })
    const known = first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', stack)
    first.send('variables', { variablesReference: 0 })
    const threads = first.send('threads')
    const again = first.send('stackTrace', { threadId: 1 })
    const other = first.send('stackTrace', { threadId: 1, startFrame: 1 })
    expect(rig.lastEffect().kind).toBe('sendToAdapter')
    rig.now += 1000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.answer(threads).body).toEqual({ threads: [{ id: 1, name: 'main' }] })
    expect(first.answer(again).body).toEqual(first.answer(known).body)
    expect(first.answers(other)).toEqual([])
    rig.reply('threads', { threads: [{ id: 1, name: 'later' }] })
    expect(first.answers(threads)).toHaveLength(1)
    expect(rig.session.threads.all.get(1)?.name).toBe('later')
  })
  test('mux 5, 26: a stack of an earlier stop is not known any more', () => {
    const { rig, first } = runningRig()
    const stop = () => rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    stop()
    first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 5, name: 'f', line: 3, column: 1 }] })
    rig.event('continued', { threadId: 1, allThreadsContinued: true })
    stop()
    const seq = first.send('stackTrace', { threadId: 1 })
    rig.now += 1000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(first.answers(seq)).toEqual([])
  })
  test('mux 26: silence is noticed also where all answers come from what is known', () => {
    const { rig, first } = runningRig()
    rig.event('thread', { reason: 'started', threadId: 1 })
    first.send('threads')
    rig.now += 1000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    rig.now += 30_000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'unresponsive', command: 'threads' })
  })
  test('mux 26: what is due comes out once, the earliest first, whatever the order of the requests', () => {
    const { rig } = runningRig()
    const client = present(rig.session.clients.get(clientId(1)), 'client 1')
    fc.assert(
      fc.property(fc.array(fc.nat(1000)), fc.nat(1000), (times, now) => {
        const requests = times.map((at, index) => {
          const asked = openAsked(client, { seq: index, type: 'request', command: 'threads' }, 0)
          asked.deadlines.answered = at
          return asked
        })
        const due = times.filter((at) => at <= now)
        const rest = times.filter((at) => at > now)
        expect(takeDue(requests, now).map(({ at }) => at)).toEqual(due.toSorted((a, b) => a - b))
        expect(takeDue(requests, now)).toEqual([])
        expect(earliestDue(requests)).toBe(Math.min(...rest))
      }),
    )
  })
  test('mux 26: the timer stops when every request is answered', () => {
    const { rig, first } = runningRig({ settings })
    first.send('threads')
    rig.reply('threads', { threads: [] })
    rig.effects.splice(0)
    rig.now += 1000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(rig.effects.filter((one) => one.kind === 'startTimer')).toEqual([])
    first.send('threads')
    expect(rig.effects.filter((one) => one.kind === 'startTimer')).toHaveLength(1)
  })
  test('mux 26: the adapter is silent too when the request that shows it was cancelled by its sender leaving', () => {
    const { rig, first } = runningRig({ settings })
    joined(rig, 'second')
    first.send('threads')
    rig.input({ kind: 'clientClosed', client: clientId(1), why: 'closed its connection' })
    rig.now += 1000
    rig.input({ kind: 'timerFired', timer: 'deadlines' })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'unresponsive', command: 'threads' })
  })
})

test('mux 20, 26: a client with 10,000 requests that have no answer is refused more, but not to take them back or to leave', () => {
  const { rig, first } = runningRig()
  const other = joined(rig, 'other')
  for (let one = 0; one < 10_000; one += 1) first.send('threads')
  const asked = rig.countAsked('threads')
  const refused = first.answer(first.send('threads'))
  expect(refused).toMatchObject({
    success: false,
    body: { error: { variables: { type: 'RATE_LIMITED', limit: '10000' } } },
  })
  expect(rig.countAsked('threads')).toBe(asked)
  other.send('threads')
  expect(rig.countAsked('threads')).toBe(asked + 1)
  expect(first.answer(first.send('cancel', { requestId: 1 })).success).toBe(true)
  expect(first.answer(first.send('disconnect')).success).toBe(true)
})
