import { describe, expect, test } from 'vitest'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const orders = fixture('orders.lisp')
const tour = fixture('tour.lisp')

async function stoppedAt(file: string, mark: string): Promise<{ lisp: Lisp; threadId: number }> {
  const lisp = await Lisp.launch(file, { breakpoints: { [file]: [lineOf(file, mark)] } })
  const { threadId = 0 } = await lisp.stop()
  return { lisp, threadId }
}

describe('steps', () => {
  test('over goes line by line, and to the caller at the end', async () => {
    const { lisp, threadId } = await stoppedAt(tour, 'body')
    const lines: number[] = []
    for (let step = 0; step < 4; step++) {
      const stop = await lisp.move('next', { threadId })
      expect(stop.reason).toBe('step')
      lines.push((await lisp.top(threadId)).line)
    }
    const [next, print, result] = ['next', 'print', 'return'].map((mark) => lineOf(tour, mark))
    expect(lines.slice(0, 3)).toEqual([next, print, result])
    expect((await lisp.top(threadId)).name).toBe('run')
  })

  test('into a function, out of it', async () => {
    const { lisp, threadId } = await stoppedAt(tour, 'call')
    await lisp.move('stepIn', { threadId })
    expect((await lisp.top(threadId)).name).toBe('total')
    const stop = await lisp.move('stepOut', { threadId })
    expect(stop.reason).toBe('step')
    expect((await lisp.top(threadId)).name).toBe('run')
  })

  test('into a generic function reaches the method', async () => {
    const language = fixture('language.lisp')
    const lisp = await Lisp.launch(language, { breakpoints: { [language]: [lineOf(language, 'around')] } })
    const { threadId = 0 } = await lisp.stop()
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: language }, breakpoints: [] })
    await lisp.move('stepIn', { threadId })
    const top = await lisp.top(threadId)
    expect(top.name).toBe('area (shape)')
    expect(top.line).toBe(lineOf(language, 'method'))
  })

  test('by forms: each form of a line in its turn', async () => {
    const { lisp, threadId } = await stoppedAt(orders, 'body')
    const columns: number[] = []
    for (let step = 0; step < 3; step++) {
      await lisp.move('next', { threadId, granularity: 'instruction' })
      const top = await lisp.top(threadId)
      if (top.line === lineOf(orders, 'body')) columns.push(top.column)
    }
    expect(columns.length).toBe(3)
    expect(new Set(columns).size).toBe(3)
  })

  test('over the only line of a loop stops at each round', async () => {
    const { lisp, threadId } = await stoppedAt(orders, 'loop')
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: orders }, breakpoints: [] })
    for (const index of ['1', '2', '3']) {
      await lisp.move('next', { threadId })
      const top = await lisp.top(threadId)
      expect(top.line).toBe(lineOf(orders, 'loop'))
      expect(await lisp.evaluate('index', top.id)).toBe(index)
    }
  })

  test('an error without a CONTINUE restart: the step is refused and the restarts are named', async () => {
    const trouble = fixture('trouble.lisp')
    const lisp = await Lisp.launch(trouble, { launch: { args: ['shopping'] } })
    const { threadId = 0 } = await lisp.stop()
    const refused = await lisp.client.expectFailure('next', { threadId })
    expect(refused.message).toContain('no CONTINUE restart')
    expect(refused.message).toContain('use-value')
    expect((await lisp.top(threadId)).line).toBe(lineOf(trouble, 'error'))
  })

  test('a step that meets another breakpoint stops there; the step is over', async () => {
    const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'call'), lineOf(tour, 'next')] } })
    const { threadId = 0 } = await lisp.stop()
    const stop = await lisp.move('next', { threadId })
    expect(stop.reason).toBe('breakpoint')
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: tour }, breakpoints: [] })
    await lisp.client.expectSuccess('continue', { threadId })
    expect(await lisp.exitCode()).toBe(0)
  })

  test('stop on entry', async () => {
    const lisp = await Lisp.launch(tour, { launch: { stopOnEntry: true } })
    const stop = await lisp.stop()
    expect(stop.reason).toBe('entry')
  })
})
