import { describe, expect, test } from 'vitest'
import { IDLE_URL } from '../injected/injected-names.js'
import type { PausedEvent, Runtime } from '../inspector/methods.js'
import { Scripts } from '../sources/scripts.js'
import { framesOf, unwoundFrames } from './frame.js'

const APP = 'file:///app.js'

function loaded(...urls: string[]): Scripts {
  const scripts = new Scripts()
  const place = { startLine: 0, startColumn: 0, endLine: 9, endColumn: 0 }
  for (const [index, url] of urls.entries())
    scripts.add({ scriptId: String(index), url, ...place, executionContextId: 1, hash: '' })
  return scripts
}

/** A call that stands in the first script, in a function that begins at `start`. */
const call = (functionName: string, start?: readonly [line: number, column: number]) => ({
  callFrameId: functionName,
  functionName,
  location: { scriptId: '0', lineNumber: 3, columnNumber: 4 },
  ...(start === undefined ? {} : { functionLocation: { scriptId: '0', lineNumber: start[0], columnNumber: start[1] } }),
  url: '',
  scopeChain: [],
  this: { type: 'undefined' as const },
})
const stop = (callFrames: PausedEvent['callFrames'], asyncStackTrace?: Runtime.StackTrace): PausedEvent => ({
  callFrames,
  reason: 'other',
  ...(asyncStackTrace === undefined ? {} : { asyncStackTrace }),
})
const past = (functionName: string, scriptId = '0') => ({
  functionName,
  scriptId,
  url: '',
  lineNumber: 1,
  columnNumber: 0,
})

describe('the rows of a stack', () => {
  test.each([
    { why: 'a function by its name', frame: call('total'), name: 'total' },
    { why: 'a function without a name', frame: call('', [5, 2]), name: '<anonymous>' },
    { why: 'the code of a module, which begins where its file does', frame: call('', [0, 0]), name: '<module>' },
    { why: 'a function without a name on the first line', frame: call('', [0, 8]), name: '<anonymous>' },
  ])('$why: $name', ({ frame, name }) => {
    expect(framesOf(stop([frame]), loaded(APP))).toMatchObject([
      { kind: 'live', name, place: { script: { url: APP }, line: 3, column: 4 } },
    ])
  })
  test('a program that only waits says so', () => {
    expect(framesOf(stop([call('')]), loaded(IDLE_URL))).toMatchObject([{ name: '<waiting for events>' }])
  })
  test('the calls that scheduled the code follow, each stack below its own row', () => {
    const trace = {
      description: 'await',
      callFrames: [past('placeOrder')],
      parent: { description: 'setTimeout', callFrames: [past('')] },
    }
    expect(framesOf(stop([call('total')], trace), loaded(APP)).map(({ kind, name }) => [kind, name])).toEqual([
      ['live', 'total'],
      ['label', 'await'],
      ['past', 'placeOrder'],
      ['label', 'setTimeout'],
      ['past', '<anonymous>'],
    ])
  })
  test('calls of Node itself, and of code that is gone, have no row, nor has a stack of nothing else', () => {
    const trace = {
      description: 'Timeout',
      callFrames: [past('listOnTimeout', '1'), past('forgotten', '99')],
      parent: { callFrames: [past('start'), past('processTimers', '1')] },
    }
    const names = framesOf(stop([], trace), loaded(APP, 'node:internal/timers')).map(({ name }) => name)
    expect(names).toEqual(['async', 'start'])
  })
})

describe('the rows of an exception whose calls have returned', () => {
  test('stand where the text of its stack says, and are evaluated where it was noticed', () => {
    const noticed = call('noticed')
    const text = `Error: no\n    at pay (${APP}:3:9)\n    at node:internal/process:1:1\n    at file:///other.js:8:1`
    expect(unwoundFrames(text, { call: noticed, scripts: loaded(APP) })).toMatchObject([
      { kind: 'past', name: 'pay', place: { script: { url: APP }, line: 2, column: 8 }, call: noticed },
      { kind: 'past', name: '<anonymous>', place: { script: undefined, line: 7, column: 0 }, call: noticed },
    ])
  })
})
