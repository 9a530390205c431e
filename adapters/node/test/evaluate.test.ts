import { byName } from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineOf, NodeSession, PROGRAMS } from './node-session.js'

const VALUES = `${PROGRAMS}values.cjs`

let session: NodeSession
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
})

async function stopAt(marker: string, args: Record<string, unknown> = {}): Promise<void> {
  await session.launch(VALUES, { breakpoints: { [VALUES]: [lineOf(VALUES, marker)] }, arguments: args })
  await session.stop()
}

async function refusal(expression: string, context: string): Promise<string | undefined> {
  const { id: frameId } = await session.topFrame()
  return (await session.client.expectFailure('evaluate', { expression, frameId, context })).message
}

describe('evaluating while it stands', () => {
  test.each([
    { expression: 'small.length + text.length', result: '14', why: 'variables of the frame' },
    { expression: '{ a: small, b: 2 }', result: '{a: Array(3), b: 2}', why: 'an object, not a block' },
    { expression: 'keys(self)', result: "Array(2) ['name', 'self']", why: 'a helper of the console' },
    { expression: 'const fresh = 5; fresh * 2', result: '10', why: 'statements' },
    { expression: 'action(41)', result: '42', why: 'a call' },
  ])('$why', async ({ expression, result }) => {
    await stopAt('values')
    expect((await session.evaluate(expression, 'repl')).result).toBe(result)
  })

  test('in another frame', async () => {
    await stopAt('block')
    const frameId = byName(await session.frames(), 'outer').id
    const { result } = await session.client.expectSuccess('evaluate', {
      expression: 'limit',
      frameId,
      context: 'watch',
    })
    expect(result).toBe('5')
  })

  test('a hover changes nothing', async () => {
    await stopAt('values')
    expect((await session.evaluate('small[1] + 1', 'hover')).result).toBe('3')
    expect(await refusal('globalThis.touched = 1', 'hover')).toBe(
      '"globalThis.touched = 1" was not evaluated: it may change the program',
    )
    expect((await session.evaluate('typeof touched')).result).toBe("'undefined'")
  })

  test('what fails says so in one line', async () => {
    await stopAt('values')
    expect(await refusal('nowhere', 'repl')).toBe('ReferenceError: nowhere is not defined')
    expect(await refusal('a b', 'watch')).toBe("SyntaxError: Unexpected identifier 'b'")
    expect(await refusal('(() => { throw { code: 4 } })()', 'repl')).toBe('{code: 4}')
    expect(await refusal('await 1', 'repl')).toMatch(
      /^SyntaxError: await can not be used when evaluating code while paused/,
    )
  })

  test('what does not end is stopped', async () => {
    await stopAt('values', { evaluateTimeout: 300 })
    expect(await refusal('for (;;) {}', 'repl')).toBe(
      '"for (;;) {}" was stopped: it did not end within 300 ms (evaluateTimeout)',
    )
    expect((await session.evaluate('small.length')).result).toBe('3')
  })

  test.each([
    { expression: 'account.doubled', context: 'hover' },
    { expression: '({ get doubled() { return account.doubled } })', context: 'clipboard' },
  ])('a getter that changes something is not run: $context', async ({ expression, context }) => {
    await stopAt('values')
    await session.client.request('evaluate', { expression, context, frameId: (await session.topFrame()).id })
    expect((await session.evaluate('globalThis.getterRuns')).result).toBe('undefined')
  })

  test('an evaluation and a getter that do not end leave the program ready for others', async () => {
    await stopAt('values', { evaluateTimeout: 300 })
    const { id: frameId } = await session.topFrame()
    const forever = byName(await session.inside('account'), 'forever')
    expect(
      (await session.client.expectFailure('variables', { variablesReference: forever.variablesReference })).message,
    ).toBe('the getter forever was stopped: it did not end within 300 ms (evaluateTimeout)')
    const short = { expression: 'for (;;);', frameId, context: 'repl', evaluateTimeout: 100 }
    expect((await session.client.expectFailure('evaluate', short)).message).toBe(
      '"for (;;);" was stopped: it did not end within 100 ms (evaluateTimeout)',
    )
    const global = { expression: 'for (;;);', context: 'repl', evaluateTimeout: 100 }
    expect((await session.client.expectFailure('evaluate', global)).message).toContain('did not end within 100 ms')
    expect((await session.evaluate('small.length')).result).toBe('3')
  })

  test('a setter and a toJSON that do not end leave the program ready for others', async () => {
    await stopAt('values', { evaluateTimeout: 300 })
    const { id: frameId } = await session.topFrame()
    const expression = '({ plain: 1, set stuck(value) { for (;;); }, get stuck() { return 1 } })'
    const { variablesReference } = await session.client.expectSuccess('evaluate', {
      expression,
      frameId,
      context: 'watch',
    })
    const set = (name: string) => ({ variablesReference, name, value: '2' })
    expect((await session.client.expectFailure('setVariable', set('stuck'))).message).toBe(
      'the setter of stuck was stopped: it did not end within 300 ms (evaluateTimeout)',
    )
    const copied = { expression: '({ toJSON() { for (;;); } })', frameId, context: 'clipboard' }
    expect((await session.client.expectFailure('evaluate', copied)).message).toBe(
      'the text of the value was stopped: it did not end within 300 ms (evaluateTimeout)',
    )
    expect(await session.client.expectSuccess('setVariable', set('plain'))).toMatchObject({ value: '2' })
  })

  test('without a frame the global scope counts, while the program is stopped too', async () => {
    await stopAt('values')
    const evaluate = (expression: string) =>
      session.client.expectSuccess('evaluate', { expression, context: 'repl' }).then(({ result }) => result)
    expect(await evaluate('typeof small')).toBe("'undefined'")
    expect(await evaluate('require("node:path").sep')).toBe("'/'")
  })

  test('a cancelled evaluation is answered at once, and V8 is free when its time is over', async () => {
    await stopAt('values', { evaluateTimeout: 3_000 })
    const { id: frameId } = await session.topFrame()
    const seq = session.client.post('evaluate', { expression: 'for (;;);', frameId, context: 'repl' })
    await session.client.expectSuccess('cancel', { requestId: seq })
    expect(await session.client.response(seq)).toMatchObject({ success: false, message: 'cancelled' })
    await session.printed('console', 'The cancelled evaluation still runs.')
    expect((await session.evaluate('small.length')).result).toBe('3')
  })

  test('the whole value for the clipboard', async () => {
    await stopAt('values')
    expect((await session.evaluate('text', 'clipboard')).result).toBe("it's\na text")
    expect(JSON.parse((await session.evaluate('({ small, huge, self })', 'clipboard')).result)).toEqual({
      small: [1, 2, 3],
      huge: '12345678901234567890',
      self: { name: 'self', self: '[seen above]' },
    })
    expect((await session.evaluate('"x".repeat(20000)', 'clipboard')).result).toHaveLength(20_000)
  })

  test('a breakpoint in what is called does not stop inside the evaluation', async () => {
    await stopAt('values')
    await session.client.expectSuccess('setBreakpoints', {
      source: { path: VALUES },
      breakpoints: [{ line: lineOf(VALUES, 'method') }],
    })
    expect((await session.evaluate('account.peek(1)', 'repl')).result).toBe('43')
  })
})

describe('evaluating while it runs', () => {
  beforeEach(async () => {
    await session.launch(`${PROGRAMS}waiting.js`)
    await session.printed('stdout', 'waiting')
  })
  const evaluate = (expression: string, context = 'repl') =>
    session.client.expectSuccess('evaluate', { expression, context })

  test('in the global scope, with await', async () => {
    expect((await evaluate('process.argv.length')).result).toBe('2')
    expect((await evaluate('require("node:path").sep')).result).toBe("'/'")
    expect((await evaluate('await new Promise((resolve) => setTimeout(() => resolve("late"), 10))')).result).toBe(
      "'late'",
    )
    await evaluate('const kept = 3')
    expect((await evaluate('kept + 1')).result).toBe('4')
    expect((await evaluate('Promise.resolve(1)')).result).toMatch(/^Promise/)
  })

  test('a promise that is never settled can be cancelled', async () => {
    const seq = session.client.post('evaluate', { expression: 'await new Promise(() => {})', context: 'repl' })
    await session.client.expectSuccess('cancel', { requestId: seq })
    expect(await session.client.response(seq)).toMatchObject({ success: false, message: 'cancelled' })
    expect((await evaluate('1 + 1')).result).toBe('2')
    expect(session.output('console')).toBe('')
  })

  test('what it gives can be read until the program stops and runs on', async () => {
    const { variablesReference } = await evaluate('({ a: [1, 2] })')
    expect(await session.children(variablesReference)).toMatchObject([{ name: 'a', value: 'Array(2) [1, 2]' }, {}])
  })
})

describe('completions', () => {
  const labels = async (text: string, frameId: number | undefined) => {
    const { targets } = await session.client.expectSuccess('completions', {
      text,
      column: text.length + 1,
      ...(frameId === undefined ? {} : { frameId }),
    })
    return targets
  }

  test('variables, globals and members', async () => {
    await stopAt('values')
    const { id } = await session.topFrame()
    expect(await labels('acc', id)).toEqual([{ label: 'account', type: 'variable', start: 1, length: 3 }])
    expect((await labels('proc', id)).map(({ label }) => label)).toContain('process')
    expect(await labels('1 + account.ow', id)).toEqual([{ label: 'owner', type: 'property', start: 13, length: 2 }])
    expect((await labels('account.', id)).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['peek', 'doubled']),
    )
    expect((await labels('text.toU', id)).map(({ label }) => label)).toContain('toUpperCase')
    expect(await labels('nowhere.x', id)).toEqual([])
  })

  test('nothing is called for them', async () => {
    await stopAt('values')
    const { id } = await session.topFrame()
    expect(await labels('account.peek(globalThis.touched = 1).', id)).toEqual([])
    expect((await session.evaluate('typeof touched')).result).toBe("'undefined'")
  })
})
