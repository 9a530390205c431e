import { errorVariables } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { fixture, launchText, Lisp, lineOf } from './lisp-program.js'

const trouble = fixture('trouble.lisp')

async function atError(): Promise<{ lisp: Lisp; threadId: number }> {
  const lisp = await Lisp.launch(trouble, { launch: { args: ['shopping'] } })
  const { threadId = 0 } = await lisp.stop()
  return { lisp, threadId }
}

async function atUnbound(): Promise<{ lisp: Lisp; threadId: number }> {
  const lisp = await launchText('(print (1+ nosuch))')
  const { threadId = 0 } = await lisp.stop()
  return { lisp, threadId }
}

describe('restarts and frames', () => {
  test.each([
    {
      args: { name: 'use-value', args: ['(+ 1 4)'] },
      prints: 'took 15',
      why: 'by name, with an argument read in the frame',
    },
    { args: { index: 1 }, prints: 'took nothing', why: 'by index' },
    { args: { name: 'use-value', args: ['wanted'] }, prints: 'took 9', why: 'the argument may use locals' },
  ])('a restart changes what the program prints: $why', async ({ args, prints }) => {
    const { lisp, threadId } = await atError()
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, ...args })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout').toLowerCase()).toContain(prints)
  })

  test('a restart that asks is answered with dapplex_input', async () => {
    const { lisp, threadId } = await atError()
    const invoked = await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'use-value' })
    expect(invoked.waits_for_input).toBe(true)
    await lisp.client.waitForEvent('dapplex_inputRequested')
    await lisp.client.expectSuccess('dapplex_input', { text: '7' })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('took 21')
  })

  test.each([
    { name: 'use-value', args: undefined, says: 'use-value takes 1 value, args has 0' },
    { name: 'store-value', args: undefined, says: 'store-value takes 1 value, args has 0' },
    { name: 'use-value', args: ['1', '2'], says: 'use-value takes 1 value, args has 2' },
    { name: 'use-value', args: ['(car 1)'], says: 'An argument of the restart signals' },
    { name: 'abort', args: ['1'], says: 'abort takes no value, args has 1' },
  ])('a restart of SBCL with wrong args is refused at the same level: $name $args', async ({ name, args, says }) => {
    const { lisp, threadId } = await atUnbound()
    const refused = await lisp.client.expectFailure('dapplex_restartInvoke', {
      threadId,
      name,
      ...(args ? { args } : {}),
    })
    expect(refused.message).toContain(says)
    expect(await lisp.client.expectSuccess('dapplex_restarts', { threadId })).toMatchObject({ level: 1 })
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'use-value', args: ['41'] })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('42')
  })

  test('a question that cannot read its answer leaves the level as it is; a fresh line in it works', async () => {
    const lisp = await launchText(
      `(print (restart-case (error "x")
  (two (a) :interactive (lambda () (format *query-io* "~&value: ") (list (read *query-io*))) (list a))))`,
    )
    const { threadId = 0 } = await lisp.stop()
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'two' })
    await lisp.client.expectSuccess('dapplex_input', { text: ')' })
    await lisp.client.waitForEvent('output', ({ body }) =>
      body.output.includes('The question of the restart two signals'),
    )
    expect(await lisp.client.expectSuccess('dapplex_restarts', { threadId })).toMatchObject({ level: 1 })
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'two' })
    await lisp.client.expectSuccess('dapplex_input', { text: '(1 2)' })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('((1 2))')
  })

  test('a restart that is not there is refused with those that are', async () => {
    const { lisp, threadId } = await atError()
    const refused = await lisp.client.expectFailure('dapplex_restartInvoke', { threadId, name: 'nonsense' })
    expect(errorVariables(refused)['type']).toBe('INVALID_PARAMETER')
  })

  test('a return value changes what the program prints', async () => {
    const lisp = await Lisp.launch(trouble, {
      launch: { args: ['shopping'] },
      breakpoints: { [trouble]: [lineOf(trouble, 'pay')] },
    })
    const { threadId = 0 } = await lisp.stop()
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'give-up' })
    await lisp.stop()
    await lisp.client.expectSuccess('dapplex_frameReturn', { threadId, value: '(+ paid 1000)' })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('paid 1042')
    expect(lisp.output('stdout')).not.toContain('paying')
  })

  test('a frame is run again from its start', async () => {
    const tour = fixture('tour.lisp')
    const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'return')] } })
    const { threadId = 0 } = await lisp.stop()
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: tour }, breakpoints: [] })
    const frame = await lisp.top(threadId)
    const stop = await lisp.move('restartFrame', { frameId: frame.id })
    expect(stop.reason).toBe('restart')
    expect((await lisp.top(threadId)).name).toBe('total')
    await lisp.client.expectSuccess('continue', { threadId })
    await lisp.exitCode()
    expect(lisp.output('stdout').match(/order 0: total/g)?.length).toBe(2)
  })

  test('an evaluation at a REPL that errs is one more level; frames of the outer one stay valid', async () => {
    const { lisp, threadId } = await atError()
    const outer = await lisp.top(threadId)
    const entered = await lisp.enterDebugger({ code: '(error "inner ~a" wanted)', frameId: outer.id })
    expect(entered).toMatchObject({ debug: true, thread: threadId, level: 2 })
    await lisp.stop()
    expect(await lisp.evaluate('wanted', outer.id)).toBe('3')
    const { restarts } = await lisp.client.expectSuccess('dapplex_restarts', { threadId })
    const back = restarts.findIndex(({ name }) => name === 'abort')
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, index: back })
    expect((await lisp.stop()).description).toBe('trouble::low-stock')
    expect(await lisp.evaluate('wanted', outer.id)).toBe('3')
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'give-up' })
    expect(await lisp.exitCode()).toBe(0)
  })

  test.each(['continue', 'next', 'stepIn', 'stepOut'])(
    '%s from an evaluation with an unbound variable tries it again: each time one stop that can be read',
    async (command) => {
      const lisp = await Lisp.launch(trouble, { launch: { args: ['spin'] } })
      const { thread: threadId } = await lisp.enterDebugger({ code: '(+ nosuch 1)' })
      const seen = [await lisp.stop()]
      for (let again = 0; again < 2; again += 1) {
        seen.push(await lisp.move(command, { threadId }))
        expect(await lisp.client.expectSuccess('exceptionInfo', { threadId })).toMatchObject({
          exceptionId: 'unbound-variable',
        })
        const { restarts } = await lisp.client.expectSuccess('dapplex_restarts', { threadId })
        expect(restarts[0]?.description).toBe('Retry using nosuch.')
      }
      expect(seen.map((stop) => stop.threadId)).toEqual([threadId, threadId, threadId])
      const last = await lisp.client.expectSuccess('dapplex_restarts', { threadId })
      expect(last.level).toBe(1)
      expect(lisp.output('stderr')).toBe('')
    },
  )

  test('the frame of an evaluation that errs has no place in the file that is being loaded; a step out of it goes on in the program', async () => {
    const tour = fixture('tour.lisp')
    const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'return')] } })
    const { threadId = 0 } = await lisp.stop()
    const outer = await lisp.top(threadId)
    const entered = await lisp.enterDebugger({ code: '(progn (break) 1)', frameId: outer.id })
    expect(entered.level).toBe(2)
    await lisp.stop()
    expect(entered.frames[0]?.file).toBeUndefined()
    expect((await lisp.top(threadId)).source).toBeUndefined()
    await lisp.move('stepOut', { threadId })
    expect(await lisp.top(threadId)).toMatchObject({ name: outer.name, line: outer.line })
  })

  test('an evaluation that errs where no thread is stopped becomes a stopped thread of its own', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['spin'] } })
    const entered = await lisp.enterDebugger({ code: '(car 1)' })
    expect(entered.condition.type).toBe('type-error')
    const stop = await lisp.stop()
    expect(stop.threadId).toBe(entered.thread)
  })

  test('1,000 evaluations that err: level, frames and memory are where they were', async () => {
    const { lisp, threadId } = await atError()
    const frame = await lisp.top(threadId)
    const memory = async () =>
      Number(await lisp.evaluate('(progn (sb-ext:gc :full t) (sb-kernel:dynamic-usage))', frame.id))
    const errs = async (count: number) => {
      for (let i = 0; i < count; i++)
        await lisp.client.expectFailure('evaluate', { expression: '(car wanted)', frameId: frame.id })
    }
    await errs(50)
    const before = await memory()
    await errs(1000)
    expect((await memory()) - before).toBeLessThan(8_000_000)
    expect((await lisp.client.expectSuccess('dapplex_restarts', { threadId })).level).toBe(1)
    expect(await lisp.evaluate('wanted', frame.id)).toBe('3')
    expect(lisp.client.events('stopped').length).toBe(1)
  })
})
