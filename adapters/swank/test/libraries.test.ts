import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fixture, Lisp } from './lisp-program.js'

const program = fixture('libraries.lisp')
const folder = '/usr/share/common-lisp/source'

/** Debian's libraries with their own tests. `result` is what they print without a debugger. */
const libraries = [
  {
    name: 'alexandria',
    stopIn: 'alexandria:flatten',
    file: 'alexandria/alexandria-1/lists.lisp',
    result: 'alexandria: (249 nil)',
  },
  { name: 'cl-ppcre', stopIn: 'cl-ppcre:parse-string', file: 'cl-ppcre/parser.lisp', result: 'cl-ppcre: t' },
  {
    name: 'flexi-streams',
    stopIn: 'flexi-streams:string-to-octets',
    file: 'cl-flexi-streams/strings.lisp',
    result: 'flexi-streams: ((20 22 44) t)',
  },
]

const lineIn = (file: string, text: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

describe('libraries that nobody wrote for this', () => {
  test.each(libraries)(
    '$name: same results as without, and a breakpoint inside it is hit',
    { timeout: 240_000 },
    async ({ name, stopIn, file, result }) => {
      const source = `${folder}/${file}`
      expect(existsSync(source), `${source} (Debian package cl-${name})`).toBe(true)
      const lisp = await Lisp.launch(program, {
        launch: { args: [name] },
        functionBreakpoints: [{ name: stopIn }],
      })
      const stopped = await lisp.client.waitForEvent('stopped')
      expect(stopped.body.reason).toBe('function breakpoint')
      const frame = await lisp.top(stopped.body.threadId ?? 0)
      expect(frame.source?.path?.startsWith(folder)).toBe(true)
      // Every line of the file that was stopped in: none of them disturbs the library.
      await lisp.client.expectSuccess('setFunctionBreakpoints', { breakpoints: [] })
      await lisp.client.expectSuccess('setBreakpoints', {
        source: { path: source },
        breakpoints: Array.from({ length: 60 }, (_, index) => ({ line: 20 + index, condition: 'nil' })),
      })
      await lisp.client.expectSuccess('continue', { threadId: stopped.body.threadId ?? 0 })
      const exited = await lisp.client.waitForEvent('exited')
      expect(exited.body.exitCode).toBe(0)
      expect(lisp.output('stdout').toLowerCase()).toContain(result)
    },
  )

  test(
    'a list of what is instrumented: what is in it has lines, the rest stays as it is',
    { timeout: 240_000 },
    async () => {
      const source = `${folder}/alexandria/alexandria-1/lists.lisp`
      const lisp = await Lisp.launch(program, {
        launch: { args: ['alexandria'], cwd: folder, instrument: ['alexandria/alexandria-1'] },
        breakpoints: { [source]: [lineIn(source, '(defun flatten')], [program]: [lineIn(program, 'quietly (lambda')] },
      })
      const stop = await lisp.client.waitForEvent('stopped')
      expect((await lisp.top(stop.body.threadId ?? 0)).source?.path).toBe(source)
      const told = lisp.client.events('breakpoint').map(({ body }) => body.breakpoint)
      expect(told.filter(({ verified }) => verified).map(({ source: at }) => at?.path)).toEqual([source])
    },
  )

  test('code without sites: a function breakpoint stops at the definition, a line says how it is had', async () => {
    const source = `${folder}/alexandria/alexandria-1/lists.lisp`
    const lisp = await Lisp.launch(program, {
      launch: { args: ['alexandria'], instrument: false },
      functionBreakpoints: [{ name: 'alexandria:flatten', condition: '(consp tree)' }],
      breakpoints: { [source]: [20] },
    })
    const stop = await lisp.client.waitForEvent('stopped')
    const top = await lisp.top(stop.body.threadId ?? 0)
    expect(top).toMatchObject({ name: 'flatten', source: { path: source } })
    expect(readFileSync(source, 'utf8').split('\n')[top.line - 1]).toContain('(defun flatten')
    expect(await lisp.variables(top.id)).toMatchObject({ tree: expect.stringMatching(/^\(/) })
    const told = lisp.client.events('breakpoint').map(({ body }) => body.breakpoint)
    expect(told.find(({ id }) => id === lisp.breakpoints[source]?.[0]?.id)).toMatchObject({
      verified: false,
      message: expect.stringContaining('recompile'),
    })
    const { breakpoints } = await lisp.client.expectSuccess('setFunctionBreakpoints', {
      breakpoints: [{ name: 'alexandria:length=' }],
    })
    expect(breakpoints[0]?.message).toContain('not instrumented')
  })
})
