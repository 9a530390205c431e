import { describe, expect, test } from 'vitest'
import { runningRig } from '../../../test/rig.js'

const stack = { kind: 'look', command: 'stackTrace', args: { threadId: 1 } } as const

describe('a read of the recorder', () => {
  test('goes to the adapter at a stop, and no client gets the answer', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    first.clear()
    rig.input(stack)
    expect(rig.lastToAdapter()).toMatchObject({ command: 'stackTrace', arguments: { threadId: 1 } })
    rig.reply('stackTrace', { stackFrames: [] })
    expect(first.inbox).toEqual([])
  })
  test('names a thread by the id of the adapter', () => {
    const { rig, first } = runningRig()
    rig.event('stopped', { reason: 'step', threadId: -7, allThreadsStopped: true })
    const { threadId } = first.lastEvent('stopped').body
    rig.input({ ...stack, args: { threadId } })
    expect(rig.lastToAdapter()).toMatchObject({ arguments: { threadId: -7 } })
  })
  test('is dropped while a client waits, while the program runs, and where it is no read', () => {
    const { rig, first } = runningRig()
    rig.input(stack)
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    first.send('threads')
    rig.input(stack)
    rig.reply('threads', { threads: [{ id: 1, name: 'main' }] })
    rig.input({ kind: 'look', command: 'continue', args: { threadId: 1 } })
    rig.input({ kind: 'look', command: 'evaluate', args: { expression: 'f()' } })
    rig.input({ kind: 'look', command: 'setVariable', args: { variablesReference: 1, name: 'a', value: '1' } })
    expect(rig.countAsked('stackTrace')).toBe(0)
    for (const command of ['continue', 'evaluate', 'setVariable']) expect(rig.countAsked(command)).toBe(0)
  })
  test('is not held up by a cancel that the adapter never answers', () => {
    const { rig, first } = runningRig({ capabilities: { supportsCancelRequest: true } })
    rig.event('stopped', { reason: 'step', threadId: 1, allThreadsStopped: true })
    const asked = first.send('threads')
    first.send('cancel', { requestId: asked })
    rig.reply('threads', { threads: [{ id: 1, name: 'main' }] })
    rig.input(stack)
    expect(rig.countAsked('stackTrace')).toBe(1)
  })
})
