import { describe, expect, test } from 'vitest'
import type { AdapterTraits, JsonObject } from '@dapplex/protocol'
import type { Rig, RigClient, Seen } from '../../../test/rig.js'
import { joined, runningRig } from '../../../test/rig.js'

const conditions: AdapterTraits['conditions'] = { or: ' or ', open: '(', close: ')' }
const at = (client: RigClient, words: object) =>
  client.send('setBreakpoints', { source: { path: '/a.py' }, breakpoints: [{ line: 1, ...words }] })
const verified = { breakpoints: [{ id: 1, verified: true, line: 1 }] }
const frame = { stackFrames: [{ id: 77, line: 1, column: 1, source: { path: '/a.py' }, name: 'f' }] }

/** Two clients at one line; the adapter has one entry there. */
function pair(
  one: object,
  other: object,
  { capabilities = {}, ...traits }: Partial<AdapterTraits> & { readonly capabilities?: JsonObject } = {},
) {
  const { rig, first } = runningRig({ traits, capabilities })
  const second = joined(rig, 'second')
  const a = at(first, one)
  rig.reply('setBreakpoints', verified)
  const b = at(second, other)
  if (rig.session.pending.entries.size > 0) rig.reply('setBreakpoints', verified)
  const id = (client: RigClient, seq: number) => client.breakpoint(seq, 0).id
  return { rig, first, second, idA: id(first, a), idB: id(second, b) }
}

/** The program stops there; the answers are given to the expressions asked for, `undefined` fails. */
function stopWith(rig: Rig, values: Readonly<Record<string, string | undefined>>): void {
  rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
  rig.reply('stackTrace', frame)
  answerAll(rig, values)
}

function answerAll(rig: Rig, values: Readonly<Record<string, string | undefined>>): void {
  for (const message of [...rig.toAdapter]) {
    if (message['command'] !== 'evaluate' || !rig.session.pending.entries.has(Number(message['seq']))) continue
    const result = values[String(message['arguments'].expression)]
    const good = { success: true, body: { result, variablesReference: 0 } }
    const bad = { success: false, message: 'SyntaxError' }
    const answer = result === undefined ? bad : good
    rig.fromAdapter({ type: 'response', request_seq: message['seq'], command: 'evaluate', ...answer })
  }
}

const hit = (client: RigClient) => client.events('stopped').at(-1)?.body.hitBreakpointIds

describe("mux 1: the reason of a failure is the adapter's own", () => {
  /** As delve answers: the reason stands in `body.error` only. */
  const failed = {
    success: false,
    message: 'Unable to evaluate expression',
    body: {
      error: {
        id: 2009,
        format: 'Unable to evaluate expression: could not find symbol value for {name}',
        variables: { name: 'k' },
      },
    },
  }
  test('mux 1: of a condition, and of an expression in a log message', () => {
    const { rig, first, second } = pair({ condition: 'k == 1' }, { logMessage: 'k={k}' })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
    rig.reply('stackTrace', frame)
    rig.reply('evaluate', undefined, failed)
    rig.reply('evaluate', undefined, failed)
    const reason = 'Unable to evaluate expression: could not find symbol value for k'
    expect(first.lastEvent('breakpoint').body.breakpoint.message).toBe(`condition 'k == 1' failed: ${reason}`)
    expect(second.events('output').map(({ body }) => body.output)).toContain(`k={${reason}}\n`)
  })
})

describe('mux 1: what cannot be merged is decided by the multiplexer', () => {
  test('mux 1: two conditions: each client is told of its own hit, both are stopped', () => {
    const { rig, first, second, idA, idB } = pair({ condition: 'i > 9' }, { condition: 'i == 2' })
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([{ line: 1 }])
    stopWith(rig, { 'i > 9': 'False', 'i == 2': 'True' })
    expect(rig.asked('evaluate').arguments).toEqual({ expression: 'i == 2', frameId: 77, context: 'watch' })
    expect(first.events('stopped')).toHaveLength(1)
    expect(hit(first)).toBeUndefined()
    expect(hit(second)).toEqual([idB])
    rig.event('continued', { threadId: 1, allThreadsContinued: true })
    stopWith(rig, { 'i > 9': 'True', 'i == 2': 'False' })
    expect(hit(first)).toEqual([idA])
  })
  test('mux 1: nobody wanted the stop: the program goes on, and nobody hears of it', () => {
    const { rig, first, second } = pair({ condition: 'a' }, { condition: 'b' })
    first.clear()
    stopWith(rig, { a: 'false', b: 'false' })
    expect(rig.asked('continue').arguments).toEqual({ threadId: 1 })
    rig.reply('continue', { allThreadsContinued: true })
    rig.event('continued', { threadId: 1, allThreadsContinued: true })
    expect(first.events()).toEqual([])
    expect(second.events('stopped')).toEqual([])
    expect(rig.records.filter((one) => one.kind === 'stopped')).toEqual([])
    stopWith(rig, { a: 'true', b: 'false' })
    expect(first.events('stopped')).toHaveLength(1)
  })
  test('mux 1: nobody wanted the stop of a run backwards: it goes on backwards', () => {
    const { rig, first } = pair({ condition: 'a' }, { condition: 'b' }, { capabilities: { supportsStepBack: true } })
    stopWith(rig, { a: 'true', b: 'false' })
    first.send('reverseContinue', { threadId: 1 })
    rig.reply('reverseContinue')
    stopWith(rig, { a: 'false', b: 'false' })
    expect(rig.countAsked('reverseContinue')).toBe(2)
    expect(rig.countAsked('continue')).toBe(0)
    expect(first.events('stopped')).toHaveLength(1)
  })
  test('mux 1: an adapter that will not go on is not left standing in the dark', () => {
    const { rig, first } = pair({ condition: 'a' }, { condition: 'b' })
    stopWith(rig, { a: 'false', b: 'false' })
    rig.reply('continue', undefined, { success: false, message: 'no' })
    expect(first.events('stopped')).toHaveLength(1)
  })
  test('mux 1: nor is one that does not even answer', () => {
    const { rig, first } = pair({ condition: 'a' }, { condition: 'b' })
    stopWith(rig, { a: 'false', b: 'false' })
    rig.input({ kind: 'timerFired', timer: 'passOver' })
    expect(first.events('stopped')).toHaveLength(1)
  })
  test('mux 1: a condition that does not parse hurts its owner alone', () => {
    const { rig, first, second, idA, idB } = pair({ condition: 'i >' }, { condition: 'i == 2' }, { conditions })
    stopWith(rig, { 'i == 2': 'True' })
    expect(hit(first)).toBeUndefined()
    expect(hit(second)).toEqual([idB])
    const told = first.lastEvent('breakpoint').body.breakpoint
    expect(told).toMatchObject({ id: idA, message: "condition 'i >' failed: SyntaxError" })
    expect(rig.countAsked('setBreakpoints')).toBe(2)
  })
  test('mux 1: conditions that have both been seen to evaluate are joined in the language of the adapter', () => {
    const { rig, first } = pair({ condition: 'i > 9' }, { condition: 'i == 2' }, { conditions })
    stopWith(rig, { 'i > 9': 'False', 'i == 2': 'False' })
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([{ line: 1, condition: '(i > 9) or (i == 2)' }])
    rig.reply('setBreakpoints', verified)
    rig.reply('continue')
    expect(first.events('stopped')).toEqual([])
  })
  test('mux 1: hit counts are per client', () => {
    const { rig, first, second, idA, idB } = pair({ hitCondition: '2' }, { hitCondition: '3' })
    const hits: unknown[] = []
    for (let pass = 1; pass <= 3; pass += 1) {
      stopWith(rig, {})
      hits.push([hit(first), hit(second)])
      if (pass === 1) rig.reply('continue')
      else rig.event('continued', { threadId: 1, allThreadsContinued: true })
    }
    expect(hits).toEqual([
      [undefined, undefined],
      [[idA], undefined],
      [undefined, [idB]],
    ])
  })
  test('mux 1: a logpoint beside a breakpoint: the line goes to its owner, the stop to all', () => {
    const { rig, first, second, idA } = pair({}, { logMessage: 'i={i} j={j}' })
    stopWith(rig, { i: '5', j: undefined })
    answerAll(rig, { i: '5' })
    expect(hit(first)).toEqual([idA])
    expect(hit(second)).toBeUndefined()
    expect(second.lastEvent('output').body).toEqual({
      source: { path: '/a.py' },
      line: 1,
      category: 'console',
      output: 'i=5 j={SyntaxError}\n',
    })
    expect(first.events('output').map(({ body }) => body.output)).not.toContain('i=5 j={SyntaxError}\n')
  })
  test('mux 1, 9: what the adapter cannot do is done here for one client alone, and announced', () => {
    const { rig, first } = runningRig({
      capabilities: { supportsLogPoints: false, supportsHitConditionalBreakpoints: false },
    })
    expect(first.message(0).body).toMatchObject({ supportsLogPoints: true, supportsHitConditionalBreakpoints: true })
    at(first, { logMessage: 'i={i}' })
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([{ line: 1 }])
    rig.reply('setBreakpoints', verified)
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    rig.reply('stackTrace', frame)
    answerAll(rig, { i: '5' })
    expect(first.lastEvent('output').body.output).toBe('i=5\n')
    expect(first.events('stopped')).toEqual([])
    rig.reply('continue')
    at(first, { hitCondition: '2' })
    rig.reply('setBreakpoints', verified)
    for (const stops of [0, 1]) {
      rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
      rig.reply('stackTrace', frame)
      expect(first.events('stopped')).toHaveLength(stops)
    }
  })
  test('mux 1: a log line of the session is for all, and for who joins later', () => {
    const { rig, first } = runningRig({ capabilities: { supportsLogPoints: false } })
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    agent.send('dapplex_breakpointAdd', { path: '/a.py', line: 1, logMessage: 'here' })
    rig.reply('setBreakpoints', verified)
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    rig.reply('stackTrace', frame)
    const isHere = (one: Seen) => one['body'].output === 'here\n'
    expect(first.events('output').some(isHere)).toBe(true)
    expect(joined(rig, 'late').events('output').some(isHere)).toBe(true)
    expect(rig.records).toContainEqual(expect.objectContaining({ kind: 'output', text: 'here\n' }))
  })
  test.each(['next', 'stepIn', 'stepOut'])('mux 1: a pending %s is never run over', (command) => {
    const { rig, first } = pair({ condition: 'a' }, { condition: 'b' })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    first.send(command, { threadId: 1 })
    rig.reply(command)
    stopWith(rig, { a: 'false', b: 'false' })
    expect(rig.countAsked('continue')).toBe(0)
    expect(first.events('stopped')).toHaveLength(2)
  })
  test('mux 1: nor is a pending pause', () => {
    const { rig, first, second } = pair({ condition: 'a' }, { condition: 'b' })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
    second.send('pause', { threadId: 1 })
    rig.reply('stackTrace', frame)
    answerAll(rig, { a: 'false', b: 'false' })
    expect(rig.countAsked('continue')).toBe(0)
    expect(first.events('stopped')).toHaveLength(1)
  })
  test('mux 1: an adapter that does not answer in time holds up no stop for ever', () => {
    const { rig, first } = pair({ condition: 'a' }, { condition: 'b' })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
    expect(first.events('stopped')).toEqual([])
    rig.input({ kind: 'timerFired', timer: 'examine' })
    expect(first.events('stopped')).toHaveLength(1)
  })
  test('mux 1: the first evaluation may take as long as an adapter may be silent; each answer gives the next its time', () => {
    const { rig } = pair({ condition: 'a' }, { condition: 'b' })
    const given = () =>
      rig.effects.flatMap((one) => (one.kind === 'startTimer' && one.timer === 'examine' ? [one.ms] : []))
    const { examineMs, requestMs } = rig.session.options.limits
    stopWith(rig, { a: undefined, b: 'true' })
    expect(given()).toEqual([requestMs, requestMs, requestMs, examineMs])
    stopWith(rig, { a: undefined, b: 'true' })
    expect(given().slice(4)).toEqual([examineMs, examineMs, examineMs, examineMs])
    expect(examineMs).toBeLessThan(requestMs)
  })
  test('mux 1: nor does a log point stop anyone because its value comes late', () => {
    const { rig, first } = runningRig({ capabilities: { supportsLogPoints: false } })
    at(first, { logMessage: 'i={i}' })
    rig.reply('setBreakpoints', verified)
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    rig.reply('stackTrace', frame)
    rig.input({ kind: 'timerFired', timer: 'examine' })
    expect(rig.countAsked('continue')).toBe(1)
    expect(first.events('stopped')).toEqual([])
    expect(first.lastEvent('output').body.output).toBe('i={no answer in time}\n')
  })
  test('mux 17: a resume that comes while a stop is examined waits, and is not taken for one of that stop', () => {
    const { rig, first } = pair({ condition: 'a' }, { condition: 'b' })
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
    const seq = first.send('continue', { threadId: 1 })
    expect(first.answers(seq)).toEqual([])
    rig.reply('stackTrace', frame)
    answerAll(rig, { a: 'true', b: 'false' })
    expect(rig.countAsked('continue')).toBe(0)
    expect(first.failureType(seq)).toBe('STOP_CHANGED')
  })
})
