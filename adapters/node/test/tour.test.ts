import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dapSchema, must } from '@dapplex/testkit'
import { lineOf, NodeSession, TOUR } from './node-session.js'

let session: NodeSession
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
  expect(session.adapter.stderr()).toBe('')
})

const BODY = lineOf(TOUR, 'body')

describe('the tour', () => {
  test('stops at a breakpoint, shows where and what, and runs to its end', async () => {
    const { breakpoints } = await session.launch(TOUR, { args: ['--exit', '3'], breakpoints: { [TOUR]: [BODY] } })
    expect(breakpoints[TOUR]).toMatchObject([{ verified: false, line: BODY, reason: 'pending' }])
    const stopped = await session.stop()
    const [breakpoint] = must(breakpoints[TOUR])
    expect(stopped).toMatchObject({ reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    expect(stopped.hitBreakpointIds).toEqual([must(breakpoint).id])
    const changed = await session.client.waitForEvent('breakpoint')
    expect(changed.body).toMatchObject({
      reason: 'changed',
      breakpoint: { id: must(breakpoint).id, verified: true, line: BODY },
    })

    const frames = await session.frames()
    expect(frames.slice(0, 3).map(({ name, line, source }) => [name, line, source?.path])).toEqual([
      ['total', BODY, TOUR],
      ['main', lineOf(TOUR, 'call'), TOUR],
      ['<module>', lineOf(TOUR, 'main'), TOUR],
    ])
    const locals = await session.variables('Local')
    const shown = Object.fromEntries(locals.map(({ name, value }) => [name, value]))
    expect(shown).toMatchObject({
      customer: "'Ada'",
      cart: "Cart {customer: 'Ada', lines: Array(2), #coupons: 1}",
      stock: "Map(2) {'apple' => 5, 'tea' => 9}",
      prices: 'Array(2) [3, 4]',
      sum: '10',
      discount: '0',
    })
    await session.client.expectSuccess('setBreakpoints', { source: { path: TOUR }, breakpoints: [] })
    expect(await session.runToEnd()).toBe(3)
    expect(session.output('stdout')).toMatch(/^order 1 for Ada: 10 \(2 of 2\)\nticket 10\norder 2/)
    expect(session.output('stderr')).toBe('takings: 46\n')
  })

  test('a changed variable changes what the program does', async () => {
    await session.launch(TOUR, { breakpoints: { [TOUR]: [BODY] } })
    await session.stop()
    const [top] = await session.frames()
    const [scope] = (await session.scopes(must(top).id)).filter((one) => one.name === 'Local')
    const set = await session.client.expectSuccess('setVariable', {
      variablesReference: must(scope).variablesReference,
      name: 'discount',
      value: '1 + 3',
    })
    expect(set).toMatchObject({ value: '4', type: 'number', variablesReference: 0 })
    await session.move('continue')
    expect(session.output('stdout')).toBe('order 1 for Ada: 6 (2 of 2)\nticket 10\n')
  })

  test('everything that it sends is valid DAP', async () => {
    await session.launch(TOUR, { breakpoints: { [TOUR]: [BODY] }, exceptionFilters: ['all'] })
    await session.stop()
    const [top] = await session.frames()
    for (const { variablesReference } of await session.scopes(must(top).id)) await session.children(variablesReference)
    await session.evaluate('order')
    await session.client.request('evaluate', { expression: 'nope', frameId: must(top).id })
    await session.client.request('completions', { text: 'or', column: 3, frameId: must(top).id })
    await session.client.request('loadedSources')
    await session.client.request('breakpointLocations', { source: { path: TOUR }, line: BODY })
    await session.client.expectSuccess('setBreakpoints', { source: { path: TOUR }, breakpoints: [] })
    await session.move('continue')
    await session.client.expectSuccess('exceptionInfo', { threadId: 1 })
    await session.runToEnd()
    const schema = dapSchema()
    const wrong = session.client.timeline.entries
      .filter(({ dir }) => dir === 'in')
      .flatMap(({ message }) => schema.check(message))
    expect(wrong).toEqual([])
  })
})
