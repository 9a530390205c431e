import { lastOf, must } from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineOf, NodeSession, PROGRAMS, TOUR } from './node-session.js'

let session: NodeSession
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
})

const ITEM = lineOf(TOUR, 'item')
const BODY = lineOf(TOUR, 'body')
const set = (breakpoints: object[], path = TOUR) =>
  session.client.expectSuccess('setBreakpoints', { source: { path }, breakpoints: breakpoints as [] })

describe('where breakpoints are', () => {
  test('a line without code moves to the next that has some, and says so', async () => {
    await session.launch(TOUR, { breakpoints: { [TOUR]: [BODY - 2] }, arguments: { stopOnEntry: true } })
    await session.stop()
    const comment = lineOf(TOUR, 'closure') - 3 // the line before `function makeCounter`
    const { breakpoints } = await set([{ line: comment }, { line: 100_000 }])
    expect(breakpoints[0]).toMatchObject({
      verified: true,
      message: expect.stringContaining(`line ${comment} has no code`),
    })
    expect(breakpoints[1]).toMatchObject({ verified: false, line: 100_000 })
  })

  test('a column is a place of its own', async () => {
    await session.launch(TOUR, { arguments: { stopOnEntry: true } })
    await session.stop()
    const line = lineOf(TOUR, 'body')
    const { breakpoints: places } = await session.client.expectSuccess('breakpointLocations', {
      source: { path: TOUR },
      line,
    })
    expect(places.length).toBeGreaterThan(0)
    expect(places.every((one) => one.line === line)).toBe(true)
    const last = lastOf(places)
    const { breakpoints } = await set([{ line, column: must(last.column) }])
    expect(breakpoints).toMatchObject([{ verified: true, line, column: last.column }])
    await session.move('continue')
    expect(await session.topFrame()).toMatchObject({ line, column: last.column })
  })

  test('breakpoint locations of a file that is not loaded are none', async () => {
    await session.launch(TOUR, { arguments: { stopOnEntry: true } })
    await session.stop()
    const source = { path: `${PROGRAMS}output.js` }
    expect(await session.client.expectSuccess('breakpointLocations', { source, line: 1 })).toEqual({ breakpoints: [] })
  })

  test('what is asked again keeps its number, what is new gets another', async () => {
    await session.launch(TOUR, { arguments: { stopOnEntry: true } })
    await session.stop()
    const [first] = (await set([{ line: BODY }])).breakpoints
    const [again, added] = (await set([{ line: BODY }, { line: ITEM }])).breakpoints
    const [changed] = (await set([{ line: BODY, condition: 'sum > 1' }])).breakpoints
    expect(must(again).id).toBe(must(first).id)
    expect(new Set([must(first).id, must(added).id, must(changed).id]).size).toBe(3)
  })

  test('two at one place: the second is told that there is one', async () => {
    const { breakpoints } = await session.launch(TOUR, {
      breakpoints: { [TOUR]: [BODY, { line: BODY, condition: 'true' }] },
    })
    expect(breakpoints[TOUR]).toMatchObject([
      { reason: 'pending' },
      { verified: false, reason: 'failed', message: 'another breakpoint of this source is at the same place' },
    ])
  })

  test('lines and columns from 0 for who counts so', async () => {
    const { breakpoints } = await session.launch(TOUR, {
      initialize: { linesStartAt1: false, columnsStartAt1: false },
      breakpoints: { [TOUR]: [BODY - 1] },
    })
    expect(must(breakpoints[TOUR])[0]).toMatchObject({ line: BODY - 1 })
    await session.stop()
    expect(await session.topFrame()).toMatchObject({ line: BODY - 1, column: 2 })
  })
})

describe('when breakpoints stop', () => {
  test.each([
    { spec: { condition: 'order.id === 2' }, customers: ["'Grace'"] },
    { spec: { hitCondition: '2' }, customers: ["'Grace'"] },
    { spec: { hitCondition: '>= 2' }, customers: ["'Grace'", "'Zoë'"] },
    { spec: { hitCondition: '%3' }, customers: ["'Zoë'"] },
    { spec: { condition: 'order.id > 1', hitCondition: '2' }, customers: ["'Zoë'"] },
  ])('$spec', async ({ spec, customers }) => {
    await session.launch(TOUR, { breakpoints: { [TOUR]: [{ line: BODY, ...spec }] } })
    const stopped: string[] = []
    for (const _ of customers) {
      await session.stop()
      stopped.push((await session.evaluate('customer')).result)
      if (stopped.length < customers.length) await session.move('continue')
    }
    expect(stopped).toEqual(customers)
    expect(await session.runToEnd()).toBe(0)
  })

  test.each([
    { spec: { condition: 'order.id ===' }, says: '"order.id ===" is not a JavaScript expression: SyntaxError' },
    { spec: { hitCondition: 'often' }, says: 'hit count "often" is none of' },
    { spec: { logMessage: 'x {a b}' }, says: '"a b" is not a JavaScript expression: SyntaxError' },
  ])('a mistake is told: $says', async ({ spec, says }) => {
    const { breakpoints } = await session.launch(TOUR, { breakpoints: { [TOUR]: [{ line: BODY, ...spec }, ITEM] } })
    expect(must(breakpoints[TOUR])[0]).toMatchObject({
      verified: false,
      reason: 'failed',
      message: expect.stringContaining(says),
    })
    expect(must(breakpoints[TOUR])[1]).toMatchObject({ reason: 'pending' })
  })

  test('a condition that throws does not stop and is told once', async () => {
    await session.launch(TOUR, { breakpoints: { [TOUR]: [{ line: BODY, condition: 'nowhere.near' }] } })
    expect(await session.exitCode()).toBe(0)
    expect(session.output('console')).toBe(
      'the condition "nowhere.near" failed: ReferenceError: nowhere is not defined (told once)\n',
    )
  })

  test('a log point prints and does not stop, not even in a step', async () => {
    await session.launch(TOUR, {
      breakpoints: {
        [TOUR]: [{ line: BODY, logMessage: '{customer} pays {sum}: {order.items}' }, lineOf(TOUR, 'call')],
      },
    })
    await session.stop()
    expect(await session.move('next')).toMatchObject({ reason: 'step' })
    expect((await session.topFrame()).line).toBe(lineOf(TOUR, 'call') + 1)
    await session.printed(
      'console',
      "Ada pays 10: [ { name: 'apple', price: 3, count: 2 }, { name: 'pear', price: 4, count: 1 } ]\n",
    )
    const [said] = session.client.events('output').filter(({ body }) => body.category === 'console')
    expect(must(said).body).toMatchObject({ source: { path: TOUR }, line: BODY })
  })

  test('log points and hit counts work in a vm context', async () => {
    const part = `${PROGRAMS}context-part.js`
    const line = lineOf(part, 'in context')
    await session.launch(`${PROGRAMS}contexts.cjs`, {
      breakpoints: {
        [part]: [
          { line, logMessage: 'log {text} {({ round })}' },
          { line: line - 1, hitCondition: '4' },
        ],
      },
    })
    await session.stop()
    expect((await session.evaluate('round')).result).toBe('4')
    expect(await session.runToEnd()).toBe(0)
    expect(session.output('console')).toBe(
      [1, 2, 3, 4, 5].map((round) => `log round ${round} {"round":${round}}\n`).join(''),
    )
  })

  test('breakpoints can be set while the program runs', async () => {
    const waiting = `${PROGRAMS}waiting.js`
    await session.launch(waiting, { args: ['--quick'] })
    await session.printed('stdout', 'waiting')
    const { breakpoints } = await set([{ line: lineOf(waiting, 'tick') }], waiting)
    expect(breakpoints).toMatchObject([{ verified: true }])
    expect(await session.stop()).toMatchObject({ reason: 'breakpoint' })
  })
})
