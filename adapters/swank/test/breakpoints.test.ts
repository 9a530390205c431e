import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const file = fixture('orders.lisp')
const body = lineOf(file, 'body')

/** Runs to the end, counting the stops. */
async function stopsOf(lisp: Lisp): Promise<number> {
  const end = lisp.exitCode()
  for (let count = 0; ; count++) {
    const stop = await Promise.race([lisp.stop(), end])
    if (typeof stop === 'number') return count
    await lisp.client.expectSuccess('continue', { threadId: stop.threadId ?? 0 })
  }
}

const at = (more: Record<string, unknown> = {}) => ({ [file]: [{ line: body, ...more }] })

/** A part of a source, in DAP's own lines and columns, from 1. */
interface Place {
  readonly line: number
  readonly column?: number
  readonly endLine?: number
  readonly endColumn?: number
}

describe('breakpoints', () => {
  test.each([
    { spec: {}, stops: 5, why: 'every time' },
    { spec: { condition: '(> index 2)' }, stops: 2, why: 'a condition over a local' },
    {
      spec: { condition: '(string= (order-customer order) "bob")' },
      stops: 1,
      why: 'a condition in the package of the file',
    },
    { spec: { condition: '(= index 1) #|or|# (= index 3)' }, stops: 2, why: 'conditions of two clients, joined' },
    { spec: { hitCondition: '3' }, stops: 1, why: 'the third time' },
    { spec: { hitCondition: '>= 3' }, stops: 3, why: 'from the third time on' },
    { spec: { hitCondition: '% 2' }, stops: 2, why: 'every second time' },
    { spec: { condition: '(oddp index)', hitCondition: '2' }, stops: 1, why: 'hits count where the condition holds' },
    { spec: { logMessage: 'got {label}' }, stops: 0, why: 'a log message does not stop' },
  ])('$why', async ({ spec, stops }) => {
    const lisp = await Lisp.launch(file, { breakpoints: at(spec) })
    expect(await stopsOf(lisp)).toBe(stops)
  })

  test('on a line that is only a variable: hit once each time', async () => {
    const tour = fixture('tour.lisp')
    const lisp = await Lisp.launch(tour, { breakpoints: { [tour]: [lineOf(tour, 'return')] } })
    expect(await stopsOf(lisp)).toBe(5)
  })

  test('a log message shows expressions, escaped braces and errors', async () => {
    const lisp = await Lisp.launch(file, {
      breakpoints: at({ logMessage: '{index}: {(* 2 count)} \\{x\\} {(car 1)}' }),
    })
    expect(await stopsOf(lisp)).toBe(0)
    expect(lisp.output('console')).toMatch(/^0: 6 \{x\} <.*1.* list.*>$/im)
    const [event] = lisp.client.events('output').filter(({ body: { category } }) => category === 'console')
    expect(event?.body.source?.path).toBe(file)
  })

  test('a condition that signals stops and says so; one that cannot be read is not verified', async () => {
    const lisp = await Lisp.launch(file, { breakpoints: at({ condition: '(car index)' }) })
    const stop = await lisp.stop()
    expect(stop.description).toContain('The condition (car index) of the breakpoint signals')
    const { breakpoints } = await lisp.client.expectSuccess('setBreakpoints', {
      source: { path: file },
      breakpoints: [
        { line: body, condition: '((' },
        { line: body, hitCondition: 'often' },
      ],
    })
    expect(breakpoints.map(({ verified }) => verified)).toEqual([false, false])
    expect(breakpoints[0]?.message).toContain('INVALID_CONDITION')
    expect(breakpoints[1]?.message).toContain('INVALID_CONDITION')
  })

  test('pending until the file is loaded, moved to the next form, told with the true line', async () => {
    const lisp = await Lisp.launch(file, { breakpoints: { [file]: [1, body] } })
    expect(lisp.breakpoints[file]?.map(({ verified }) => verified)).toEqual([false, false])
    await lisp.stop()
    const moved = lisp.client
      .events('breakpoint')
      .filter(({ body: { breakpoint } }) => breakpoint.id === lisp.breakpoints[file]?.[0]?.id)
    const latest = moved.at(-1)?.body.breakpoint
    expect(latest).toMatchObject({ verified: true, message: expect.stringContaining('moved') })
    expect(latest?.line).toBeGreaterThan(1)
  })

  test('set while the program runs, and with a column inside a line', async () => {
    const lisp = await Lisp.launch(file, { breakpoints: { [file]: [lineOf(file, 'loop')] } })
    const first = await lisp.stop()
    const { breakpoints: locations } = await lisp.client.expectSuccess('breakpointLocations', {
      source: { path: file },
      line: body,
    })
    expect(locations.length).toBeGreaterThan(2)
    const reduce = locations.find(({ column }) => column !== undefined && column > 20)
    expect(reduce?.column).toBeDefined()
    const { breakpoints } = await lisp.client.expectSuccess('setBreakpoints', {
      source: { path: file },
      breakpoints: [{ line: body, column: reduce?.column ?? 0 }],
    })
    expect(breakpoints[0]).toMatchObject({ verified: true, line: body, column: reduce?.column })
    const stop = await lisp.move('continue', { threadId: first.threadId })
    expect(stop.hitBreakpointIds).toEqual([breakpoints[0]?.id])
    expect((await lisp.top(stop.threadId ?? 0)).column).toBe(reduce?.column)
  })

  test.each(['tour.lisp', 'language.lisp', 'orders.lisp'])('each place ends where its form ends: %s', async (name) => {
    const program = fixture(name)
    const lines = readFileSync(program, 'utf8').split('\n')
    const lisp = await Lisp.launch(program, { breakpoints: { [program]: [lines.length - 1] } })
    const { threadId = 0 } = await lisp.stop()
    const source = { path: program }
    const { breakpoints } = await lisp.client.expectSuccess('breakpointLocations', {
      source,
      line: 1,
      endLine: lines.length,
    })
    expect(breakpoints.length).toBeGreaterThan(10)
    const formAt = ({ line, column = 0, endLine = 0, endColumn = 0 }: Place) => {
      const text = lines.slice(line - 1, endLine)
      text[text.length - 1] = text.at(-1)?.slice(0, endColumn - 1) ?? ''
      return text.join('\n').slice(column - 1)
    }
    const wrong = breakpoints.filter((place) => {
      const form = formAt(place)
      return form !== '' && !(form.startsWith('(') ? form.endsWith(')') : /\S$/.test(form))
    })
    expect(wrong).toEqual([])
    // The frame that stands in the last form of the file ends where that ends, too.
    const frame = await lisp.top(threadId)
    expect(frame.endColumn).toBeGreaterThan(0)
    expect(formAt(frame)).toMatch(/^\([^]*\)$/)
    const { breakpoints: set } = await lisp.client.expectSuccess('setBreakpoints', {
      source,
      breakpoints: [{ line: breakpoints[0]?.line ?? 0 }],
    })
    expect(set[0]).toMatchObject({ endLine: breakpoints[0]?.endLine, endColumn: breakpoints[0]?.endColumn })
  })

  test('by the name of a function, of a method, and of code that is not instrumented', async () => {
    const program = fixture('language.lisp')
    const names = ['area :around (shape)', 'several']
    const lisp = await Lisp.launch(program, { functionBreakpoints: names.map((name) => ({ name })) })
    const around = await lisp.stop()
    expect(around.reason).toBe('function breakpoint')
    expect((await lisp.top(around.threadId ?? 0)).name).toBe('area :around (shape)')
    const several = await lisp.move('continue', { threadId: around.threadId ?? 0 })
    expect(several.reason).toBe('function breakpoint')
    expect((await lisp.top(several.threadId ?? 0)).name).toBe('several')
    // Called from here on: a function of the system, which is not instrumented.
    await lisp.client.expectSuccess('setFunctionBreakpoints', { breakpoints: [{ name: 'cl:open' }] })
    const wrapped = await lisp.move('continue', { threadId: several.threadId ?? 0 })
    expect(wrapped.reason).toBe('function breakpoint')
    expect(wrapped.description).toContain('open')
    expect((await lisp.frames(wrapped.threadId ?? 0)).map(({ name }) => name)).toContain('file-lines')
  })

  test('by the name of a generic function: each method of it, in the order of the calls', async () => {
    const program = fixture('language.lisp')
    const lisp = await Lisp.launch(program, { functionBreakpoints: [{ name: 'language::area' }] })
    const seen: string[] = []
    for (const _ of ['around', 'primary']) {
      const { threadId = 0 } = await lisp.stop()
      seen.push((await lisp.top(threadId)).name)
      await lisp.client.expectSuccess('continue', { threadId })
    }
    expect(seen).toEqual(['area :around (shape)', 'area (shape)'])
  })

  test('a slot that is watched stops where it has changed', async () => {
    const program = fixture('tour.lisp')
    const lisp = await Lisp.launch(program, { breakpoints: { [program]: [lineOf(program, 'body')] } })
    const stop = await lisp.stop()
    const threadId = stop.threadId ?? 0
    const frame = await lisp.top(threadId)
    const { scopes } = await lisp.client.expectSuccess('scopes', { frameId: frame.id })
    const locals = await lisp.client.expectSuccess('variables', {
      variablesReference: scopes[0]?.variablesReference ?? 0,
    })
    const buyer = locals.variables.find(({ name }) => name === 'buyer')
    const info = await lisp.client.expectSuccess('dataBreakpointInfo', {
      name: 'visits',
      variablesReference: buyer?.variablesReference ?? 0,
    })
    expect(info.dataId).not.toBeNull()
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: program }, breakpoints: [] })
    await lisp.client.expectSuccess('setDataBreakpoints', {
      breakpoints: [{ dataId: info.dataId ?? '', accessType: 'write' }],
    })
    const change = await lisp.move('continue', { threadId })
    expect(change.reason).toBe('data breakpoint')
    expect(change.description).toBe('visits changed from 0 to 1')
    expect((await lisp.top(threadId)).line).toBe(lineOf(program, 'next'))
  })
})
