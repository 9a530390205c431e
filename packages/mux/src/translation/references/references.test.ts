import { describe, expect, test } from 'vitest'
import type { Rig, RigClient } from '../../../test/rig.js'
import { joined, runningRig } from '../../../test/rig.js'

function stop(rig: Rig, threadId = 1, allThreadsStopped = true) {
  rig.event('stopped', { reason: 'step', threadId, allThreadsStopped })
}
function ask<C extends string>(rig: Rig, client: RigClient, at: { command: C; args: object; body: object }) {
  const seq = client.send(at.command, { ...at.args })
  rig.reply(at.command, at.body)
  return client.answer(seq)
}
const frames = (...ids: readonly number[]) => ({
  stackFrames: ids.map((id) => ({ id, name: 'f', line: 1, column: 1 })),
  totalFrames: ids.length,
})
const stack = (rig: Rig, client: RigClient, ...ids: readonly number[]) =>
  ask(rig, client, { command: 'stackTrace', args: { threadId: 1 }, body: frames(...ids) }).body.stackFrames.map(
    ({ id }) => id,
  )

describe('mux 5: ids handed to clients', () => {
  test('mux 5: frames, scopes and variables have ids of ours, shared by all clients, and requests are sent with the adapter’s', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    stop(rig)
    const [frameId] = stack(rig, first, 0, 1)
    expect(stack(rig, second, 0, 1)[0]).toBe(frameId)
    const scopes = ask(rig, second, {
      command: 'scopes',
      args: { frameId },
      body: { scopes: [{ name: 'Locals', variablesReference: 4_294_967_296, expensive: false }] },
    })
    expect(rig.asked('scopes').arguments).toEqual({ frameId: 0 })
    const variablesReference = scopes.body.scopes[0]?.variablesReference
    expect(variablesReference).toBeLessThan(2 ** 31)
    const variables = ask(rig, first, {
      command: 'variables',
      args: { variablesReference },
      body: { variables: [{ name: 'x', value: '1', variablesReference: 0, memoryReference: '0x1' }] },
    })
    expect(rig.asked('variables').arguments).toEqual({ variablesReference: 4_294_967_296 })
    expect(variables.body.variables[0]).toEqual({
      name: 'x',
      value: '1',
      variablesReference: 0,
      memoryReference: '0x1',
    })
  })
  test('mux 5: an id of an earlier stop fails in words and is never sent: adapters alias it or answer with success and wrong data', () => {
    const { rig, first } = runningRig()
    stop(rig)
    const [old] = stack(rig, first, 1)
    first.send('next', { threadId: 1 })
    rig.reply('next')
    stop(rig)
    const [fresh] = stack(rig, first, 1)
    expect(fresh).not.toBe(old)
    const seq = first.send('scopes', { frameId: old })
    expect(first.answer(seq)).toMatchObject({
      success: false,
      body: { error: { variables: { type: 'STALE_REFERENCE' } } },
    })
    expect(first.answer(seq).message).toContain('earlier stop')
    expect(rig.countAsked('scopes')).toBe(0)
    const never = first.send('variables', { variablesReference: 999_999 })
    expect(first.failureType(never)).toBe('UNKNOWN_REFERENCE')
  })
  test.each([
    { all: true, asked: 'continue' },
    { all: false, asked: 'continue' },
    { all: true, asked: 'nothing' },
  ])(
    'mux 5: ids that the adapter gave while the program is taken for running are stale at its continued: $asked asked for, all threads: $all',
    ({ all, asked }) => {
      const { rig, first } = runningRig({ traits: { stops: all ? 'all' : 'thread' } })
      if (asked === 'continue') {
        stop(rig, 1, all)
        first.send('continue', { threadId: 1 })
        rig.reply('continue', { allThreadsContinued: all })
      }
      const [frameId] = stack(rig, first, 1)
      rig.event('continued', { threadId: 1, allThreadsContinued: all })
      expect(first.failureType(first.send('scopes', { frameId }))).toBe('STALE_REFERENCE')
      expect(rig.countAsked('scopes')).toBe(0)
    },
  )
  test('mux 5: a continued that comes after the next stop leaves the ids of that stop alive', () => {
    const { rig, first } = runningRig()
    stop(rig)
    first.send('continue', { threadId: 1 })
    rig.reply('continue', { allThreadsContinued: true })
    stop(rig)
    const [frameId] = stack(rig, first, 5)
    rig.event('continued', { threadId: 1, allThreadsContinued: true })
    first.send('scopes', { frameId })
    expect(rig.asked('scopes').arguments).toEqual({ frameId: 5 })
  })
  test('mux 5: another thread that stops or resumes by itself leaves the ids of this one alive', () => {
    const { rig, first } = runningRig({ traits: { stops: 'thread' } })
    stop(rig, 1, false)
    const [frameId] = stack(rig, first, 5)
    stop(rig, 2, false)
    first.send('continue', { threadId: 2 })
    rig.reply('continue', { allThreadsContinued: false })
    ask(rig, first, { command: 'scopes', args: { frameId }, body: { scopes: [] } })
    expect(rig.asked('scopes').arguments).toEqual({ frameId: 5 })
    first.send('continue', { threadId: 1 })
    rig.reply('continue', { allThreadsContinued: false })
    const late = first.send('scopes', { frameId })
    expect(first.answer(late).success).toBe(false)
  })
  test.each([
    ['stop', false],
    ['session', true],
  ] as const)('mux 5: a reference from evaluate that lives as long as the %s', (evaluate, lives) => {
    const { rig, first } = runningRig({ traits: { references: { evaluate, output: 'session', show: 'now' } } })
    stop(rig)
    const [frameId] = stack(rig, first, 1)
    const value = ask(rig, first, {
      command: 'evaluate',
      args: { expression: 'o', frameId, context: 'watch' },
      body: { result: 'o', variablesReference: 3 },
    })
    first.send('continue', { threadId: 1 })
    rig.reply('continue')
    const before = rig.countAsked('variables')
    first.send('variables', { variablesReference: value.body.variablesReference })
    expect(rig.countAsked('variables') - before).toBe(lives ? 1 : 0)
  })
  test('mux 5: a reference from output lives on by default, a source for the life of the process', () => {
    const { rig, first } = runningRig()
    rig.event('output', { output: 'o', variablesReference: 9, source: { sourceReference: 12 } })
    stop(rig)
    first.send('continue', { threadId: 1 })
    rig.reply('continue')
    const { variablesReference, source } = first.firstEvent('output').body
    first.send('variables', { variablesReference })
    expect(rig.asked('variables').arguments).toEqual({ variablesReference: 9 })
    first.send('source', { sourceReference: source?.sourceReference, source })
    expect(rig.asked('source').arguments).toEqual({ sourceReference: 12, source: { sourceReference: 12 } })
  })
  test.each([[-1], [2 ** 31], [1.5], ['main']])('mux 5: thread id %j is mapped, both ways', (threadId) => {
    const { rig, first } = runningRig()
    rig.event('thread', { reason: 'started', threadId })
    const mapped = first.firstEvent('thread').body.threadId
    expect(Number.isInteger(mapped) && mapped >= 0 && mapped < 2 ** 31).toBe(true)
    first.send('stackTrace', { threadId: mapped })
    expect(rig.asked('stackTrace').arguments).toEqual({ threadId })
    first.send('threads')
    rig.reply('threads', { threads: [{ id: threadId, name: 't' }] })
    expect(first.last().body).toEqual({ threads: [{ id: mapped, name: 't' }] })
  })
  test('mux 5: ids are translated in requests outside the standard too', () => {
    const { rig, first } = runningRig()
    stop(rig)
    const [frameId] = stack(rig, first, 3)
    const answer = ask(rig, first, {
      command: 'customThing',
      args: { deep: [{ frameId }] },
      body: { value: { variablesReference: 8, children: [{ variablesReference: 9 }] } },
    })
    expect(rig.asked('customThing').arguments).toEqual({ deep: [{ frameId: 3 }] })
    first.send('variables', { variablesReference: answer.body.value.children[0].variablesReference })
    expect(rig.asked('variables').arguments).toEqual({ variablesReference: 9 })
  })
  test('mux 5: step-in and goto targets die with their stop', () => {
    const { rig, first } = runningRig({
      capabilities: { supportsStepInTargetsRequest: true, supportsGotoTargetsRequest: true },
    })
    stop(rig)
    const [frameId] = stack(rig, first, 3)
    const targets = ask(rig, first, {
      command: 'stepInTargets',
      args: { frameId },
      body: {
        targets: [
          { id: 0, label: 'f' },
          { id: 1, label: 'g' },
        ],
      },
    })
    const targetId = Number(targets.body.targets[1].id)
    first.send('stepIn', { threadId: 1, targetId })
    expect(rig.asked('stepIn').arguments).toEqual({ threadId: 1, targetId: 1 })
    rig.reply('stepIn')
    stop(rig)
    const stale = first.send('stepIn', { threadId: 1, targetId })
    expect(first.failureType(stale)).toBe('STALE_REFERENCE')
  })
})
