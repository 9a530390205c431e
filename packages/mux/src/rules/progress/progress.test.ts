import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

describe('mux 12: cancel and progress', () => {
  test('mux 12: cancel reaches the adapter in its own number, where it can, and is answered here', () => {
    const { rig, first } = runningRig({ capabilities: { supportsCancelRequest: true } })
    const evaluate = first.send('evaluate', { expression: 'x', context: 'repl' })
    const upstream = rig.asked('evaluate').seq
    const seq = first.send('cancel', { requestId: evaluate })
    expect(rig.asked('cancel').arguments).toEqual({ requestId: upstream })
    expect(first.answer(seq).success).toBe(true)
    expect(first.answer(evaluate).message).toBe('cancelled')
    rig.reply('cancel')
    rig.reply('evaluate', undefined, { success: false, message: 'cancelled' })
    expect(first.answers(evaluate)).toHaveLength(1)
  })
  test('mux 12: debugpy and lldb never answer it: it is not sent', () => {
    const { rig, first } = runningRig()
    const evaluate = first.send('evaluate', { expression: 'x', context: 'repl' })
    const seq = first.send('cancel', { requestId: evaluate })
    expect(first.answer(seq).success).toBe(true)
    expect(rig.countAsked('cancel')).toBe(0)
    expect(first.answer(evaluate)).toMatchObject({ success: false, message: 'cancelled' })
    rig.reply('evaluate', { result: '1', variablesReference: 0 })
    expect(first.answers(evaluate)).toHaveLength(1)
  })
  test('mux 12: a read that was sent is cancelled at once, and what may change the program is not', () => {
    const { rig, first } = runningRig()
    const read = first.send('stackTrace', { threadId: 1 })
    const write = first.send('pause', { threadId: 1 })
    for (const requestId of [read, write]) first.send('cancel', { requestId })
    expect(first.answer(read)).toMatchObject({ success: false, message: 'cancelled' })
    expect(first.answers(write)).toEqual([])
    expect(rig.countAsked('cancel')).toBe(0)
  })
  test('mux 12: nobody can cancel another’s request', () => {
    const { rig, first } = runningRig({ capabilities: { supportsCancelRequest: true } })
    const second = joined(rig, 'second')
    const evaluate = first.send('evaluate', { expression: 'x', context: 'repl' })
    expect(second.answer(second.send('cancel', { requestId: evaluate })).success).toBe(true)
    expect(rig.countAsked('cancel')).toBe(0)
  })
  test('mux 12: a request that has not been sent yet is cancelled here', () => {
    const { rig, first } = runningRig({ upTo: 'launched' })
    const early = first.send('threads')
    first.send('cancel', { requestId: early })
    expect(first.answer(early)).toMatchObject({ success: false, message: 'cancelled' })
    rig.event('initialized')
    expect(rig.countAsked('threads')).toBe(0)
  })
  test('mux 12: progress has ids of ours, is shown to joiners, and its request is named to its sender only', () => {
    const { rig, first } = runningRig({ capabilities: { supportsCancelRequest: true } })
    const second = joined(rig, 'second')
    const seq = first.send('evaluate', { expression: 'x', context: 'repl' })
    rig.event('progressStart', {
      progressId: 'a',
      title: 'loading',
      requestId: rig.asked('evaluate').seq,
      cancellable: true,
    })
    const own = first.firstEvent('progressStart').body
    expect(own).toEqual({ progressId: 'progress-1', title: 'loading', requestId: seq, cancellable: true })
    expect(second.firstEvent('progressStart').body).toEqual({
      progressId: 'progress-1',
      title: 'loading',
      cancellable: true,
    })
    rig.event('progressUpdate', { progressId: 'a', percentage: 50 })
    const late = joined(rig, 'late')
    expect(late.firstEvent('progressStart').body).toMatchObject({
      progressId: 'progress-1',
      title: 'loading',
      percentage: 50,
    })
    second.send('cancel', { progressId: 'progress-1' })
    expect(rig.countAsked('cancel')).toBe(0)
    first.send('cancel', { progressId: 'progress-1' })
    expect(rig.asked('cancel').arguments).toEqual({ progressId: 'a' })
    rig.event('progressEnd', { progressId: 'a' })
    expect(late.firstEvent('progressEnd').body).toEqual({ progressId: 'progress-1' })
    expect(joined(rig, 'later').events('progressStart')).toEqual([])
  })
})
