import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineOf, NodeSession, PROGRAMS, TOUR } from './node-session.js'

let session: NodeSession
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
})

const MODULE = `${PROGRAMS}module-main.mjs`

describe('exceptions', () => {
  test('without a filter nothing stops', async () => {
    await session.launch(TOUR, { args: ['--throw'], exceptionFilters: [] })
    expect(await session.exitCode()).toBe(1)
  })

  test('all: a caught one stops where it is thrown', async () => {
    await session.launch(TOUR, { exceptionFilters: ['all'] })
    expect(await session.stop()).toMatchObject({ reason: 'exception', text: 'RangeError: too many items in order 1' })
    expect(await session.topFrame()).toMatchObject({ name: 'check', line: lineOf(TOUR, 'throw') })
    const info = await session.client.expectSuccess('exceptionInfo', { threadId: 1 })
    expect(info).toMatchObject({
      exceptionId: 'RangeError',
      description: 'RangeError: too many items in order 1',
      details: { message: 'too many items in order 1', typeName: 'RangeError' },
    })
    expect(info.details?.stackTrace).toContain('tour.js')
    expect(await session.variables('Exception')).toMatchObject([{ name: 'exception', type: 'RangeError' }])
    expect(await session.runToEnd()).toBe(0)
  })

  test('uncaught: a caught one does not stop, one that ends the program does, once', async () => {
    await session.launch(TOUR, { args: ['--throw'], exceptionFilters: ['uncaught'] })
    expect(await session.stop()).toMatchObject({ reason: 'exception', text: 'RangeError: too many items in order 3' })
    expect(await session.runToEnd()).toBe(1)
    expect(session.client.events('stopped')).toHaveLength(1)
    expect(session.output('stderr')).toContain('RangeError: too many items in order 3')
  })

  test.each([
    { args: ['--throw'], text: 'RangeError: too much: 5', name: 'check', line: lineOf(MODULE, 'module throw') },
    { args: ['--reject'], text: 'TypeError: never handled', name: '<anonymous>', line: 20 },
  ])('uncaught in an ES module, $args: shown where it was thrown', async ({ args, text, name, line }) => {
    await session.launch(MODULE, { args, exceptionFilters: ['uncaught'] })
    expect(await session.stop()).toMatchObject({ reason: 'exception', text })
    const [frame] = await session.frames()
    expect(frame).toMatchObject({ name, line, source: { path: MODULE } })
    expect((await session.evaluate('error.message')).result).toContain(text.split(': ').at(-1))
    const info = await session.client.expectSuccess('exceptionInfo', { threadId: 1 })
    expect(info).toMatchObject({ breakMode: 'unhandled', description: text })
    expect(await session.runToEnd()).toBe(1)
    expect(session.client.events('stopped')).toHaveLength(1)
  })

  test('the cause of an exception is told', async () => {
    const values = `${PROGRAMS}values.cjs`
    await session.launch(values, {
      breakpoints: { [values]: [{ line: lineOf(values, 'values') }] },
      exceptionFilters: ['all'],
    })
    await session.stop()
    // What is evaluated does not stop for its own exceptions.
    const { id: frameId } = await session.topFrame()
    await session.client.expectFailure('evaluate', { expression: 'account.broken', frameId, context: 'repl' })
    expect(session.client.events('stopped')).toHaveLength(1)
    const { message } = await session.client.expectFailure('exceptionInfo', { threadId: 1 })
    expect(message).toBe('the program is not stopped at an exception')
  })

  test('a program that cannot be parsed stops for its mistake, and ends', async () => {
    await session.launch(`${PROGRAMS}mistake.cjs`, { exceptionFilters: ['all'] })
    expect(await session.stop()).toMatchObject({ reason: 'exception', text: expect.stringContaining('SyntaxError') })
    expect(await session.runToEnd()).toBe(1)
  })

  test('a filter that was not offered is refused', async () => {
    await session.launch(TOUR, { arguments: { stopOnEntry: true } })
    const { message } = await session.client.expectFailure('setExceptionBreakpoints', { filters: ['some'] })
    expect(message).toBe('there is no exception filter "some": use all or uncaught')
  })
})
