import { describe, expect, test } from 'vitest'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const file = fixture('language.lisp')

/** Each place: the first stop there, and variables that must be seen with their values. */
const places = [
  { mark: 'other package', sees: { n: '21' }, why: 'a second package in the same file' },
  { mark: 'loop for', sees: { x: '1' }, why: 'a clause of loop' },
  { mark: 'loop collect', sees: { x: '1', y: '1' }, why: 'a form inside a conditional clause of loop' },
  { mark: 'loop finally', sees: { odds: '(2)' }, why: 'the end of loop' },
  { mark: 'user macro', sees: { left: '1', right: '2' }, why: 'the body of a macro of the program' },
  { mark: 'lambda', sees: { x: '1', y: '3', factor: '3' }, why: 'a lambda, with a variable it closes over' },
  { mark: 'closed over', sees: { counter: '10' }, why: 'a function over a let at top level' },
  { mark: 'labels', sees: { k: '0' }, why: 'a local recursive function' },
  { mark: 'flet', sees: { m: '2' }, why: 'a local function' },
  { mark: 'method', sees: {}, why: 'a method' },
  { mark: 'around', sees: {}, why: 'an :around method' },
  { mark: 'handler', sees: {}, why: 'a clause of handler-case' },
  { mark: 'values', sees: { quotient: '2', remainder: '1' }, why: 'multiple values' },
  { mark: 'handler-bind', sees: {}, why: 'a handler of handler-bind' },
  { mark: 'restart', sees: { v: '5' }, why: 'a clause of restart-case' },
  { mark: 'file', sees: {}, why: 'the body of with-open-file' },
  { mark: 'unicode', sees: { länge: '3', fläche: '9' }, why: 'names outside ASCII' },
  { mark: 'feature', sees: {}, why: 'a form behind #+' },
  { mark: 'read time', sees: {}, why: 'a form with #. and other reader macros' },
  { mark: 'reader macro', sees: { x: '1' }, why: 'a file that changes its readtable' },
  { mark: 'in-readtable', sees: { x: '4', pair: '#(4 8)' }, why: 'a file that names its syntax with in-readtable' },
  { mark: 'special', sees: { n: '4', '*depth*': '4' }, why: 'a dynamic variable bound in the frame' },
  { mark: 'keyword arguments', sees: { a: '1', b: '2', c: '2' }, why: 'defaults of optional and keyword arguments' },
  { mark: 'top level form', sees: {}, why: 'a form that runs while the file is loaded' },
] as const

const printed =
  '((2 12) (1 2) (4 7) 11 :done 17 "expected" (1 2) 6 t 9 (:sbcl 1) (3 (a b) #<function car> #(1 2)) (:bang 2) 8 (4) (1 2 2) (1 2 3) 42)'

describe('the language, one breakpoint at a time', () => {
  test.each(places)('$mark: $why', async ({ mark, sees }) => {
    const line = lineOf(file, mark)
    const lisp = await Lisp.launch(file, { breakpoints: { [file]: [line] } })
    const stop = await lisp.stop()
    expect(stop.reason).toBe('breakpoint')
    const frame = await lisp.top(stop.threadId ?? 0)
    expect(frame.source?.path).toBe(file)
    expect(frame.line).toBe(line)
    expect(await lisp.variables(frame.id)).toMatchObject(sees)
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: file }, breakpoints: [] })
    await lisp.client.expectSuccess('continue', { threadId: stop.threadId ?? 0 })
    expect(await lisp.exitCode()).toBe(0)
    expect(
      lisp
        .output('stdout')
        .toLowerCase()
        .replace(/\{[0-9a-f]+\}/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ).toContain(printed)
    expect(lisp.client.violations).toEqual([])
  })

  test('all at once: every line is hit, each breakpoint is verified where it was asked for', async () => {
    const lines = places.map(({ mark }) => lineOf(file, mark))
    const lisp = await Lisp.launch(file, { breakpoints: { [file]: lines } })
    const hit = new Set<number>()
    const end = lisp.exitCode()
    for (;;) {
      const stop = await Promise.race([lisp.stop(), end])
      if (typeof stop === 'number') break
      hit.add((await lisp.top(stop.threadId ?? 0)).line)
      await lisp.client.expectSuccess('continue', { threadId: stop.threadId ?? 0 })
    }
    expect([...hit].sort((a, b) => a - b)).toEqual([...lines].sort((a, b) => a - b))
    const latest = new Map(lisp.client.events('breakpoint').map(({ body }) => [body.breakpoint.id, body.breakpoint]))
    expect([...latest.values()].map(({ line, verified }) => ({ line, verified }))).toEqual(
      lines.map((line) => ({ line, verified: true })),
    )
  })
})
