import { describe, expect, test } from 'vitest'
import { canHear, readable } from './message-shape.js'

describe('events of netcoredbg', () => {
  test.each([
    ['output', undefined],
    ['output', 5],
    ['output', { output: null }],
    ['output', { output: 'x', category: {} }],
    ['thread', undefined],
    ['thread', { reason: 'started', threadId: 'one' }],
    ['breakpoint', { reason: 'changed', breakpoint: 5 }],
    ['module', { reason: 'new' }],
    ['process', 'x'],
    ['process', { name: 'shop', systemProcessId: 'x' }],
    ['process', { name: 'shop', systemProcessId: -1 }],
    ['capabilities', { capabilities: 'all' }],
    ['stopped', undefined],
    ['stopped', { reason: 5, threadId: 'x' }],
    ['continued', 'x'],
  ])('%s with the body %j is not read', (event, body) => expect(canHear({ event, body })).toBe(false))

  test.each([
    ['output', { output: 'x\n' }],
    ['stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true }],
    ['stopped', { reason: 'pause' }],
    ['process', { name: 'shop' }],
    ['process', { name: 'shop', systemProcessId: 7 }],
    ['terminated', undefined],
    ['news', 5],
  ])('%s with the body %j is read', (event, body) => expect(canHear({ event, body })).toBe(true))
})

describe('answers of netcoredbg', () => {
  const answer = { seq: 3, type: 'response', request_seq: 2, success: true } as const
  test('one with its list passes', () => {
    const threads = { ...answer, command: 'threads', body: { threads: [] } }
    expect(readable('threads', threads)).toBe(threads)
  })
  test.each(['threads', 'setBreakpoints', 'setFunctionBreakpoints'])('%s without its list is a refusal', (command) =>
    expect(readable(command, { ...answer, command })).toMatchObject({
      request_seq: 2,
      success: false,
      message: `netcoredbg answered ${command} without what belongs to it`,
    }),
  )
  test('a refusal needs nothing', () => {
    const refusal = { ...answer, command: 'threads', success: false }
    expect(readable('threads', refusal)).toBe(refusal)
  })
})
