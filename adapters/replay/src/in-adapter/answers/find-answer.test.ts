import { firstOf } from '@dapplex/testkit'
import type { JsonObject } from '@dapplex/protocol/dap'
import { describe, expect, test } from 'vitest'
import { recordingOf, type Line } from '../../../test/made-recording.js'
import { findAnswer } from './find-answer.js'

/** The answer at the only stop of a recording: its body, its refusal, or what there is instead. */
function ask(lines: readonly Line[], command: string, args: JsonObject): unknown {
  const recording = recordingOf([['in', 'stopped', { reason: 'step', threadId: 1 }], ...lines])
  const found = findAnswer({ command, args, stop: firstOf(recording.stops), from: 0 }, recording)
  if (found.kind === 'missing') return `missing: ${found.has}`
  return found.answer.success ? found.answer.body : `refused: ${found.answer.message ?? ''}`
}

const frames = (...ids: number[]) => ids.map((id) => ({ id, name: `f${id}`, line: id, column: 0 }))
const variables = (...names: string[]) => names.map((name) => ({ name, value: '1', variablesReference: 0 }))

describe('stackTrace from recorded parts', () => {
  const whole: Line = [
    'ask',
    'stackTrace',
    { threadId: 1, startFrame: 0, levels: 20 },
    { stackFrames: frames(10, 11, 12), totalFrames: 3 },
  ]
  const top: Line = ['ask', 'stackTrace', { threadId: 1, levels: 1 }, { stackFrames: frames(10), totalFrames: 9 }]
  const next: Line = [
    'ask',
    'stackTrace',
    { threadId: 1, startFrame: 1, levels: 1 },
    { stackFrames: frames(11), totalFrames: 9 },
  ]
  test.each<{ lines: Line[]; args: JsonObject; want: unknown; why: string }>([
    {
      lines: [whole],
      args: { threadId: 1 },
      want: { stackFrames: frames(10, 11, 12), totalFrames: 3 },
      why: 'all of it',
    },
    {
      lines: [whole],
      args: { threadId: 1, startFrame: 1, levels: 1 },
      want: { stackFrames: frames(11), totalFrames: 3 },
      why: 'a slice',
    },
    {
      lines: [whole],
      args: { threadId: 1, startFrame: 3 },
      want: { stackFrames: [], totalFrames: 3 },
      why: 'past the end',
    },
    {
      lines: [top],
      args: { threadId: 1, levels: 20 },
      want: { stackFrames: frames(10), totalFrames: 1 },
      why: 'no client is sent to look for frames that are not there',
    },
    {
      lines: [next, top],
      args: { threadId: 1 },
      want: { stackFrames: frames(10, 11), totalFrames: 2 },
      why: 'two pages, in whatever order they came',
    },
    { lines: [whole], args: { threadId: 2 }, want: 'missing: stacks of threads: 1', why: 'another thread' },
    {
      lines: [['refuse', 'stackTrace', { threadId: 2, levels: 1 }, 'no such thread']],
      args: { threadId: 2 },
      want: 'refused: no such thread',
      why: 'what was refused then is refused now',
    },
  ])('$why', ({ lines, args, want }) => expect(ask(lines, 'stackTrace', args)).toEqual(want))
})

describe('variables from recorded pages', () => {
  const all: Line = ['ask', 'variables', { variablesReference: 1 }, { variables: variables('a', 'b', '[0]', '[1]') }]
  const page = (start: number, ...names: string[]): Line => [
    'ask',
    'variables',
    { variablesReference: 1, start, count: names.length },
    { variables: variables(...names) },
  ]
  const filtered = (filter: string, ...names: string[]): Line => [
    'ask',
    'variables',
    { variablesReference: 1, filter },
    { variables: variables(...names) },
  ]
  test.each<{ lines: Line[]; args: JsonObject; want: string[]; why: string }>([
    { lines: [all], args: {}, want: ['a', 'b', '[0]', '[1]'], why: 'all of them' },
    {
      lines: [all],
      args: { start: 0, count: 0 },
      want: ['a', 'b', '[0]', '[1]'],
      why: 'count 0 is all (DAP, "variables")',
    },
    { lines: [all], args: { start: 1, count: 2 }, want: ['b', '[0]'], why: 'a slice' },
    { lines: [all], args: { start: 9, count: 2 }, want: [], why: 'past the end' },
    { lines: [all], args: { filter: 'indexed' }, want: ['[0]', '[1]'], why: 'only the indexed' },
    { lines: [all], args: { filter: 'named', start: 1, count: 5 }, want: ['b'], why: 'a slice of the named' },
    { lines: [page(195, '[195]', '[196]')], args: {}, want: ['[195]', '[196]'], why: 'what is known of a long list' },
    {
      lines: [page(2, 'c'), page(0, 'a', 'b')],
      args: { start: 1, count: 2 },
      want: ['b', 'c'],
      why: 'two pages joined',
    },
    {
      lines: [filtered('indexed', '[0]'), filtered('named', 'a')],
      args: {},
      want: ['a', '[0]'],
      why: 'named come before indexed',
    },
    {
      lines: [all, filtered('indexed')],
      args: { filter: 'indexed' },
      want: [],
      why: 'what the adapter said to the very question counts',
    },
  ])('$why', ({ lines, args, want }) => {
    const answer = ask(lines, 'variables', { variablesReference: 1, ...args })
    expect(answer).toEqual({ variables: variables(...want) })
  })

  test.each<{ lines: Line[]; args: JsonObject; want: RegExp }>([
    { lines: [all], args: { variablesReference: 5 }, want: /^missing: children of references: 1$/ },
    {
      lines: [page(195, '[195]')],
      args: { variablesReference: 1, start: 0, count: 10 },
      want: /^missing: of this reference: from 195, count 1$/,
    },
  ])('$want', ({ lines, args, want }) => expect(ask(lines, 'variables', args)).toMatch(want))
})

describe('evaluate', () => {
  const lines: Line[] = [
    ['ask', 'scopes', { frameId: 0 }, { scopes: [{ name: 'Locals', variablesReference: 1, expensive: false }] }],
    [
      'ask',
      'variables',
      { variablesReference: 1 },
      { variables: [{ name: 'x', evaluateName: 'x', value: '{X}', type: 'X', variablesReference: 2 }] },
    ],
    [
      'ask',
      'variables',
      { variablesReference: 2 },
      { variables: [{ name: 'y', evaluateName: 'x.y', value: '5', type: 'int', variablesReference: 0 }] },
    ],
    ['ask', 'evaluate', { expression: 'x.z', frameId: 0, context: 'watch' }, { result: '6', variablesReference: 0 }],
    ['ask', 'evaluate', { expression: 'x.z', frameId: 0, context: 'hover' }, { result: '6!', variablesReference: 0 }],
    ['refuse', 'evaluate', { expression: 'no', frameId: 0 }, 'no such name'],
  ]
  test.each<{ args: JsonObject; want: unknown; why: string }>([
    {
      args: { expression: 'x.z', frameId: 0, context: 'hover' },
      want: { result: '6!', variablesReference: 0 },
      why: 'the same context',
    },
    {
      args: { expression: ' x.z ', frameId: 0, context: 'repl' },
      want: { result: '6', variablesReference: 0 },
      why: 'else any',
    },
    {
      args: { expression: 'x', frameId: 0 },
      want: { result: '{X}', type: 'X', variablesReference: 2 },
      why: 'a recorded variable',
    },
    {
      args: { expression: 'x.y', frameId: 0 },
      want: { result: '5', type: 'int', variablesReference: 0 },
      why: 'a child of one',
    },
    { args: { expression: 'no', frameId: 0 }, want: 'refused: no such name', why: 'a recorded refusal' },
    {
      args: { expression: 'x', frameId: 1 },
      want: 'missing: evaluations in this frame: none',
      why: 'not in another frame',
    },
    {
      args: { expression: 'q', frameId: 0 },
      want: 'missing: evaluations in this frame: x.z, no',
      why: 'what there is instead',
    },
  ])('$why', ({ args, want }) => expect(ask(lines, 'evaluate', args)).toEqual(want))
})

describe('everything else', () => {
  const lines: Line[] = [
    ['ask', 'exceptionInfo', { threadId: 1 }, { exceptionId: 'E', breakMode: 'always' }],
    ['ask', 'custom', { a: { b: 1, c: [2] }, d: 3 }, { ok: true }],
  ]
  test.each<{ command: string; args: JsonObject; want: unknown; why: string }>([
    {
      command: 'exceptionInfo',
      args: { threadId: 1 },
      want: { exceptionId: 'E', breakMode: 'always' },
      why: 'the same question',
    },
    {
      command: 'exceptionInfo',
      args: { threadId: 2 },
      want: 'missing: exceptionInfo of {"threadId":1}',
      why: 'another one',
    },
    {
      command: 'custom',
      args: { d: 3, a: { c: [2], b: 1 } },
      want: { ok: true },
      why: 'the order of keys means nothing',
    },
    { command: 'modules', args: {}, want: 'missing: no modules', why: 'never asked' },
    {
      command: 'threads',
      args: {},
      want: { threads: [{ id: 1, name: 'Thread 1' }] },
      why: 'threads are known from the stop itself',
    },
  ])('$why', ({ command, args, want }) => expect(ask(lines, command, args)).toEqual(want))
})
