/* eslint-disable @typescript-eslint/no-unsafe-return -- tests look into messages of every shape */
import { describe, expect, test } from 'vitest'
import type { Rig } from '../../../test/rig.js'
import { joined, runningRig } from '../../../test/rig.js'

function stopped() {
  const { rig, first } = runningRig()
  const second = joined(rig, 'second')
  rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
  first.clear()
  second.clear()
  return { rig, first, second }
}
type Step = 'response' | 'continued' | 'stopped'
const play: Record<Step, (rig: Rig, command: string) => void> = {
  response: (rig, command) => rig.reply(command, command === 'continue' ? { allThreadsContinued: true } : undefined),
  continued: (rig) => rig.event('continued', { threadId: 1, allThreadsContinued: true }),
  stopped: (rig) => rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true }),
}

describe('mux 6: exactly one continued for each resume', () => {
  test.each([
    { steps: ['response', 'continued', 'stopped'], adapter: 'debugpy 1.6: after the response' },
    { steps: ['response', 'stopped'], adapter: 'lldb-vscode 14: never' },
    { steps: ['continued', 'response', 'stopped'], adapter: 'dlv 1.20 after next: before the response' },
    { steps: ['stopped', 'response'], adapter: 'a stop that overtakes the response' },
    { steps: ['continued', 'stopped', 'response'], adapter: 'both overtake the response' },
    { steps: ['response', 'stopped', 'continued'], adapter: 'late: an editor would forget the stop' },
    { steps: ['response', 'continued', 'continued', 'stopped'], adapter: 'one per thread' },
  ] as const)('mux 6: $adapter', ({ steps }) => {
    for (const command of ['continue', 'next']) {
      const { rig, first, second } = stopped()
      const seq = first.send(command, { threadId: 1 })
      for (const step of steps) play[step](rig, command)
      const heard = second.events().filter((one) => one.event !== 'output')
      expect(heard.map((one) => one.event)).toEqual(['continued', 'stopped'])
      expect(second.firstEvent('continued').body).toEqual({ threadId: 1, allThreadsContinued: true })
      expect(first.answer(seq).success).toBe(true)
      const answeredAt = first.inbox.findIndex((one) => one.request_seq === seq)
      expect(answeredAt).toBeLessThan(first.inbox.findIndex((one) => one.event === 'stopped'))
      const afterStop = first.events().map((one) => one.event)
      expect(afterStop.at(-1)).toBe('stopped')
    }
  })
  test('mux 6: a refused resume is told to its sender only', () => {
    const { rig, first, second } = stopped()
    const seq = first.send('next', { threadId: 1 })
    rig.reply('next', undefined, { success: false, message: 'no' })
    expect(first.answer(seq)).toMatchObject({ success: false, message: 'no' })
    expect(second.events()).toEqual([])
    expect(rig.phase()).toBe('stopped')
  })
  test('mux 6: allThreadsContinued is in the answer to continue, whatever the adapter left out', () => {
    const { rig, first } = stopped()
    const seq = first.send('continue', { threadId: 1 })
    rig.reply('continue', {})
    expect(first.answer(seq).body).toEqual({ allThreadsContinued: true })
  })
  test('mux 28: an evaluation that resumes the program is followed: all hear of it', () => {
    const { rig, first, second } = stopped()
    first.send('evaluate', { expression: 'continue', context: 'repl' })
    rig.reply('evaluate', { result: '', variablesReference: 0 })
    rig.event('continued', { threadId: 1, allThreadsContinued: true })
    expect(second.events('continued')).toHaveLength(1)
    expect(first.events('continued')).toHaveLength(1)
    expect(rig.phase()).toBe('running')
  })
})

describe('mux 17: one resume per stop', () => {
  test('mux 17: two next at one stop: one step, and a failure that says why', () => {
    const { rig, first, second } = stopped()
    const a = first.send('next', { threadId: 1 })
    const b = second.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(1)
    expect(second.answer(b)).toMatchObject({
      success: false,
      body: { error: { variables: { type: 'STOP_CHANGED', by: 'first' } } },
    })
    rig.reply('next')
    const c = second.send('next', { threadId: 1 })
    expect(second.failureType(c)).toBe('STOP_CHANGED')
    expect(first.answer(a).success).toBe(true)
  })
})

describe('mux 18: who did it', () => {
  test('mux 18: continued and stopped carry who caused them', () => {
    const { rig, first, second } = stopped()
    first.send('next', { threadId: 1 })
    rig.reply('next')
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    const by = rig.records.flatMap((one) => (one.kind === 'continued' || one.kind === 'stopped' ? [one.by?.name] : []))
    expect(by).toEqual([undefined, 'first', 'first'])
    first.send('continue', { threadId: 1 })
    rig.reply('continue')
    second.send('pause', { threadId: 1 })
    rig.reply('pause')
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'stopped', by: { name: 'second' }, stopId: 3 })
  })
})

describe('mux 17: a resume that may be meant for the stop before', () => {
  /** The first client has stepped; the program stands again. */
  function stepped() {
    const { rig, first, second } = stopped()
    first.send('next', { threadId: 1 })
    rig.reply('next')
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    return { rig, first, second }
  }
  test('mux 17: from one who has not looked: refused, and it says who moved the program', () => {
    const { rig, second } = stepped()
    const seq = second.send('continue', { threadId: 1 })
    expect(second.answer(seq)).toMatchObject({
      success: false,
      body: { error: { variables: { type: 'STOP_CHANGED', expected: '1', actual: '2', by: 'first' } } },
    })
    expect(rig.countAsked('continue')).toBe(0)
  })
  test('mux 17: after asking for the stack it is taken', () => {
    const { rig, second } = stepped()
    second.send('stackTrace', { threadId: 1 })
    second.send('continue', { threadId: 1 })
    expect(rig.countAsked('continue')).toBe(1)
  })
  test('mux 17: after half a second too', () => {
    const { rig, second } = stepped()
    rig.now += 500
    second.send('continue', { threadId: 1 })
    expect(rig.countAsked('continue')).toBe(1)
  })
  test('mux 17: the one who caused the stop need not look', () => {
    const { rig, first } = stepped()
    first.send('continue', { threadId: 1 })
    expect(rig.countAsked('continue')).toBe(1)
  })
  test('mux 17: one who names the stop it means is taken at its word', () => {
    const { rig, second } = stepped()
    const old = second.send('continue', { threadId: 1, dapplexStopId: 1 })
    expect(second.failureType(old)).toBe('STOP_CHANGED')
    second.send('continue', { threadId: 1, dapplexStopId: 2 })
    expect(rig.asked('continue').arguments).toEqual({ threadId: 1 })
  })
  test('mux 6: a `continued` that says more goes on than one asked for is told to all, once', () => {
    const { rig, first } = runningRig({ traits: { stops: 'thread' } })
    const second = joined(rig, 'second')
    rig.event('stopped', { reason: 'pause', threadId: 3, allThreadsStopped: false })
    first.send('continue', { threadId: 1 })
    rig.reply('continue', { allThreadsContinued: false })
    for (const client of [first, second]) client.clear()
    rig.event('continued', { threadId: 1, allThreadsContinued: true })
    for (const client of [first, second])
      expect(client.events('continued').map((one) => one.body)).toEqual([{ threadId: 1, allThreadsContinued: true }])
    expect(rig.phase()).toBe('running')
  })
  test('mux 17: threads that stop one by one are moved one by one', () => {
    const { rig, first } = runningRig({ traits: { stops: 'thread' } })
    const second = joined(rig, 'second')
    for (const threadId of [1, 2]) rig.event('stopped', { reason: 'pause', threadId, allThreadsStopped: false })
    rig.now += 1000
    first.send('next', { threadId: 1 })
    second.send('next', { threadId: 2 })
    const late = second.send('next', { threadId: 1 })
    expect(rig.countAsked('next')).toBe(2)
    expect(second.failureType(late)).toBe('STOP_CHANGED')
  })
})

describe('mux 18: who did what is in the console of the other editors', () => {
  test('mux 18: continue, step, pause', () => {
    const { rig, first, second } = stopped()
    first.send('next', { threadId: 1 })
    rig.reply('next')
    first.send('pause', { threadId: 1 })
    expect(second.events('output').map((one) => one.body.output)).toEqual([
      '[first] stepped over\n',
      '[first] pauses the program\n',
    ])
    expect(first.events('output')).toEqual([])
  })
})

test('mux 6, 15: after the end nobody hears of a resume that was on its way', () => {
  const { rig, first, second } = stopped()
  const seq = first.send('next', { threadId: 1 })
  const third = joined(rig, 'third')
  second.send('terminate')
  third.clear()
  rig.reply('next')
  expect(first.answers(seq)).toHaveLength(1)
  expect(third.events('continued')).toEqual([])
})

describe('mux 17: a move while the program runs', () => {
  test('mux 17: beside others it is refused, and reaches no adapter: it could move the next stop unseen', () => {
    const { rig, first } = runningRig()
    joined(rig, 'second')
    for (const command of ['continue', 'next', 'stepIn', 'stepOut'])
      expect(first.failureType(first.send(command, { threadId: 1 }))).toBe('NOT_PAUSED')
    expect(rig.countAsked('next')).toBe(0)
  })
  test('mux 17, 26: alone it is refused as well, where it would make the adapter silent or move the next stop unseen', () => {
    const { rig, first } = runningRig({ traits: { moveWhileRunning: 'harms' } })
    for (const command of ['continue', 'next', 'stepIn', 'stepOut']) {
      expect(first.failureType(first.send(command, { threadId: 1 }))).toBe('NOT_PAUSED')
      expect(rig.countAsked(command)).toBe(0)
    }
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    const seq = first.send('continue', { threadId: 1 })
    rig.reply('continue')
    expect(first.answer(seq).success).toBe(true)
  })
  test('mux 6, 17: alone it is sent; if it ends a stop that is held back, nobody hears of that stop', () => {
    const { rig, first } = runningRig({ capabilities: { supportsConditionalBreakpoints: false } })
    first.send('setBreakpoints', { source: { path: '/a.py' }, breakpoints: [{ line: 1, condition: 'x' }] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 1 }] })
    const seq = first.send('stepIn', { threadId: 1 })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
    expect(rig.session.examinations.current).toBeDefined()
    rig.reply('stepIn')
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    rig.reply('stackTrace', { stackFrames: [{ id: 7, line: 1, column: 1, name: 'f', source: { path: '/a.py' } }] })
    expect(first.answer(seq).success).toBe(true)
    expect(first.events('stopped').map(({ body }) => body.reason)).toEqual(['step'])
    expect(rig.session.threads.stopId).toBe(1)
  })
})

describe('mux 17, 18: a pause that may meet the end of a step, where that does harm', () => {
  const STOP = { reason: 'step', threadId: 1, allThreadsStopped: true }
  function stepping() {
    const { rig, first } = runningRig({ traits: { pauseDuringStep: 'harms' } })
    const second = joined(rig, 'second')
    rig.event('stopped', { ...STOP, reason: 'breakpoint' })
    first.send('next', { threadId: 1 })
    return { rig, first, second }
  }

  test.each(['asked', 'answered'])('the end of the step is its stop; the step is %s', (when) => {
    const { rig, second } = stepping()
    if (when === 'answered') rig.reply('next')
    const pause = second.send('pause', { threadId: 1 })
    rig.event('stopped', STOP)
    expect(rig.countAsked('pause')).toBe(0)
    expect(second.answer(pause).success).toBe(true)
    expect(rig.session.threads.stop).toMatchObject({ reason: 'step', by: { name: 'second' } })
  })

  test('a step that goes on is paused', () => {
    const { rig, second } = stepping()
    rig.reply('next')
    const pause = second.send('pause', { threadId: 1 })
    rig.input({ kind: 'timerFired', timer: 'heldPause' })
    expect(rig.countAsked('pause')).toBe(1)
    rig.reply('pause')
    expect(second.answer(pause).success).toBe(true)
  })

  test('a program that runs is paused at once', () => {
    const { rig, second } = stepping()
    rig.reply('next')
    rig.event('stopped', STOP)
    second.send('stackTrace', { threadId: 1 })
    second.send('continue', { threadId: 1 })
    rig.reply('continue')
    second.send('pause', { threadId: 1 })
    expect(rig.countAsked('pause')).toBe(1)
  })

  test('whoever waits is answered when the session ends', () => {
    const { rig, second } = stepping()
    const pause = second.send('pause', { threadId: 1 })
    rig.input({ kind: 'adapterClosed', why: 'killed', stderr: '' })
    expect(second.failureType(pause)).toBe('ADAPTER_CRASHED')
  })
})

describe('mux 5, 17: a pause of what stands already', () => {
  const again = { reason: 'pause', threadId: 1, preserveFocusHint: true, allThreadsStopped: true }
  /** Stands at a breakpoint; the first client has read the stack, the second sends a pause. */
  function paused() {
    const { rig, first } = runningRig({ traits: { pauseTellsStopAgain: true } })
    const second = joined(rig, 'second')
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 7, name: 'f', line: 3, column: 1 }], totalFrames: 1 })
    const frameId = Number(first.last()['body'].stackFrames[0].id)
    second.send('pause', { threadId: 1 })
    rig.reply('pause')
    return { rig, first, second, frameId }
  }

  test('mux 5, 17: the stop that is told again is no new stop, and its ids stay good', () => {
    const { rig, first, second, frameId } = paused()
    for (let times = 0; times < 2; times += 1) rig.event('stopped', again)
    for (const client of [first, second]) expect(client.events('stopped')).toHaveLength(1)
    expect(rig.session.threads).toMatchObject({ stopId: 1, stop: { reason: 'breakpoint' } })
    expect(rig.records.filter(({ kind }) => kind === 'stopped')).toHaveLength(1)
    first.send('scopes', { frameId })
    expect(rig.countAsked('scopes')).toBe(1)
  })
  test.each([
    ['before its answer', ['again', 'response', 'continued']],
    ['after its answer', ['response', 'again', 'continued']],
  ] as const)('mux 6, 17: it is no stop after a resume that is on its way: %s', (_when, steps) => {
    const { rig, first, second } = paused()
    first.send('continue', { threadId: 1 })
    for (const step of steps) {
      if (step === 'again') rig.event('stopped', again)
      else play[step](rig, 'continue')
    }
    expect(rig.phase()).toBe('running')
    const moves = second.events().filter(({ event }) => event === 'stopped' || event === 'continued')
    expect(moves.map(({ event }) => event)).toEqual(['stopped', 'continued'])
  })
  test.each(['continue', 'stepIn'] as const)(
    'mux 6, 17: a pause that was sent after %s and undoes it is a new stop: nobody takes the program for running',
    (command) => {
      const { rig, first, second } = paused()
      first.send(command, { threadId: 1 })
      play.response(rig, command)
      for (let times = 0; times < 2; times += 1) {
        second.send('pause', { threadId: 1 })
        rig.reply('pause')
      }
      // Of the pause before the resume, and of the two after it. There is no `continued`.
      rig.event('stopped', again)
      expect(rig.phase()).toBe('running')
      for (let times = 0; times < 2; times += 1) rig.event('stopped', again)
      expect(rig.phase()).toBe('stopped')
      expect(rig.session.threads).toMatchObject({ stopId: 2, stop: { reason: 'pause', by: { name: 'second' } } })
      const moves = second.events().filter(({ event }) => event === 'stopped' || event === 'continued')
      expect(moves.map(({ event }) => event)).toEqual(['stopped', 'continued', 'stopped'])
      expect(first.events('stopped')).toHaveLength(2)
      // The next resume is told as any other.
      second.send('continue', { threadId: 1 })
      for (const step of ['response', 'continued'] as const) play[step](rig, 'continue')
      expect(first.events('continued')).toHaveLength(1)
    },
  )
  test('mux 17: after a resume, a pause is a new stop', () => {
    const { rig, first } = paused()
    first.send('continue', { threadId: 1 })
    for (const step of ['response', 'continued'] as const) play[step](rig, 'continue')
    rig.event('stopped', again)
    expect(rig.session.threads.stopId).toBe(2)
  })
})

describe('mux 7: several stops of one suspension', () => {
  const stop = (threadId: number, more: object = {}) => ({
    reason: 'breakpoint',
    threadId,
    allThreadsStopped: true,
    ...more,
  })
  const quiet = (threadId: number) => ({
    reason: 'pause',
    threadId,
    preserveFocusHint: true,
    allThreadsStopped: false,
  })

  test('mux 7: the current one is told as it is, the others as a pause beside it, to everyone', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    for (const threadId of [1, 2, 3]) rig.event('stopped', stop(threadId))
    for (const client of [first, second])
      expect(client.events('stopped').map(({ body }) => body)).toEqual([stop(1), quiet(2), quiet(3)])
    expect(rig.session.threads).toMatchObject({ stopId: 1, current: 1, stop: { threadId: 1 } })
    expect(rig.records.filter(({ kind }) => kind === 'stopped')).toMatchObject(
      [1, 2, 3].map((threadId) => ({ threadId, reason: 'breakpoint', stopId: 1 })),
    )
  })
  test('mux 7: the adapter has kept the focus for a later one: it becomes the current one, still as a pause', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', stop(1, { preserveFocusHint: true }))
    rig.event('stopped', stop(2))
    rig.event('stopped', stop(3, { preserveFocusHint: true }))
    expect(first.events('stopped').map(({ body }) => body)).toEqual([
      stop(1, { preserveFocusHint: true }),
      { ...quiet(2), preserveFocusHint: false },
      quiet(3),
    ])
    expect(rig.session.threads).toMatchObject({ current: 2, stop: { threadId: 2 } })
  })
  test('mux 7: threads that stop one by one are told as they are', () => {
    const { rig, first } = runningRig({ traits: { stops: 'thread' } })
    const alone = (threadId: number) => stop(threadId, { allThreadsStopped: false })
    for (const threadId of [1, 2]) rig.event('stopped', alone(threadId))
    expect(first.events('stopped').map(({ body }) => body)).toEqual([alone(1), alone(2)])
  })
})
