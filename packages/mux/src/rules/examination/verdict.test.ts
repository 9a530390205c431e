import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joined, present, runningRig } from '../../../test/rig.js'
import { readStop } from '../resume/stopped.js'
import type { Verdict } from './examine.js'
import { examinationOverdue, examineStop, frameExamined, valueExamined } from './examine.js'

/** A session with one breakpoint of each client at one line, which the adapter knows as number 1. */
function sessionWith(words: readonly object[]) {
  const { rig, first } = runningRig()
  const clients = words.map((_, index) => (index === 0 ? first : joined(rig, `client ${index}`)))
  words.forEach((one, index) => {
    clients[index]?.send('setBreakpoints', { source: { path: '/a.py' }, breakpoints: [{ line: 1, ...one }] })
    if (rig.session.pending.entries.size > 0)
      rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 1 }] })
  })
  return rig.session
}

type Session = ReturnType<typeof sessionWith>

function stopAt(session: Session, body: object = {}): Verdict {
  const stop = { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1], ...body }
  const read = readStop(session, stop)
  return examineStop(session, read.stop, read.hit)
}

const frame = { success: true, body: { stackFrames: [{ id: 7, line: 1, column: 1, source: { path: '/a.py' } }] } }
const value = (result: string) => ({ success: true, body: { result, variablesReference: 0 } })
const hits = (verdict: Verdict) => (verdict.kind === 'announce' ? verdict.stop.hit.length : undefined)

describe('mux 1: the verdict about a stop', () => {
  test.each<{ readonly words: readonly object[]; readonly body?: object; readonly hit: number; readonly why: string }>([
    { words: [{}], hit: 1, why: 'a plain breakpoint is hit' },
    { words: [{}, {}], hit: 2, why: 'two plain ones are both hit' },
    { words: [{}], body: { reason: 'step', hitBreakpointIds: [] }, hit: 0, why: 'the end of a step hits none' },
    { words: [{ condition: 'a' }], hit: 1, why: 'the adapter has evaluated a single condition' },
    { words: [{}], body: { hitBreakpointIds: [99] }, hit: 0, why: 'an unknown id hits none' },
  ])('mux 1: at once: $why', ({ words, body, hit }) => {
    const session = sessionWith(words)
    expect(hits(stopAt(session, body))).toBe(hit)
    expect(session.examinations.current).toBeUndefined()
  })

  test('mux 1: it is pending until the last value has come, then passes over exactly what nobody wanted', () => {
    const truths = fc.array(fc.boolean(), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(truths, fc.boolean(), (met, isBackwards) => {
        const session = sessionWith(met.map((_, index) => ({ condition: `c${index}` })))
        expect(stopAt(session).kind).toBe('pending')
        const { number } = present(session.examinations.current, 'an examination')
        expect(frameExamined(session, number, frame).kind).toBe('pending')
        const order = met.map((isMet, index) => ({ isMet, index }))
        if (isBackwards) order.reverse()
        const verdicts = order.map(({ isMet, index }) =>
          valueExamined(session, { examination: number, index }, value(isMet ? '1' : 'false')),
        )
        const last = verdicts.pop()
        expect(verdicts.every(({ kind }) => kind === 'pending')).toBe(true)
        const wanted = met.filter((isMet) => isMet).length
        expect(last?.kind).toBe(wanted === 0 ? 'passOver' : 'announce')
        if (last?.kind === 'announce') expect(last.stop.hit).toHaveLength(wanted)
        expect(session.examinations.current).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  test('mux 1: when the answers are late, everything that may have been hit counts as hit', () => {
    const session = sessionWith([{ condition: 'a' }, { condition: 'b' }])
    expect(stopAt(session).kind).toBe('pending')
    expect(hits(examinationOverdue(session))).toBe(2)
    expect(examinationOverdue(session).kind).toBe('pending')
  })

  test('mux 1: an answer about an examination that is over decides nothing', () => {
    const session = sessionWith([{ condition: 'a' }, { condition: 'b' }])
    stopAt(session)
    const { number } = present(session.examinations.current, 'an examination')
    examinationOverdue(session)
    expect(frameExamined(session, number, frame)).toEqual({ kind: 'pending' })
    expect(valueExamined(session, { examination: number, index: 0 }, value('1'))).toEqual({ kind: 'pending' })
  })

  test('mux 1: somebody’s pause is never passed over', () => {
    const session = sessionWith([{ condition: 'a' }, { condition: 'b' }])
    stopAt(session)
    session.resumes.pausedBy = present([...session.clients.values()][0], 'a client').actor
    const { number } = present(session.examinations.current, 'an examination')
    frameExamined(session, number, frame)
    valueExamined(session, { examination: number, index: 0 }, value('false'))
    expect(hits(valueExamined(session, { examination: number, index: 1 }, value('false')))).toBe(0)
  })
})
