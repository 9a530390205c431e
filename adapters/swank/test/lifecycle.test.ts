import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { errorVariables, openSession } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { fixture, gone, launchText, Lisp, lineOf, startAdapter } from './lisp-program.js'

const tour = fixture('tour.lisp')
const trouble = fixture('trouble.lisp')

async function imagePid(lisp: Lisp): Promise<number> {
  const { body } = await lisp.client.waitForEvent('process')
  return body.systemProcessId ?? 0
}

describe('launch', () => {
  test('a whole session: stack, variables, exit code, order of the last events', async () => {
    const lisp = await Lisp.launch(tour, { launch: { args: ['3'] }, breakpoints: { [tour]: [lineOf(tour, 'body')] } })
    const { threadId = 0 } = await lisp.stop()
    const frames = await lisp.frames(threadId)
    expect(frames.map(({ name }) => name)).toEqual(['total', 'run', 'top level'])
    expect(frames.map(({ line }) => line)).toEqual([
      lineOf(tour, 'body'),
      lineOf(tour, 'call'),
      lineOf(tour, 'top level'),
    ])
    expect(await lisp.variables(frames[0]?.id ?? 0, 'Locals')).toMatchObject({
      sum: '3',
      label: '"order 0"',
      prices: '(1 2 0)',
    })
    expect(await lisp.variables(frames[0]?.id ?? 0, 'Arguments')).toMatchObject({ bonus: '10' })
    expect(await lisp.variables(frames[1]?.id ?? 0)).toMatchObject({ rounds: '5', grand: '0', i: '0' })
    await lisp.client.expectSuccess('setBreakpoints', { source: { path: tour }, breakpoints: [] })
    await lisp.client.expectSuccess('continue', { threadId })
    expect(await lisp.exitCode()).toBe(3)
    expect(lisp.output('stdout')).toContain('grand total 75')
    const last = lisp.client.timeline.entries.map(({ message }) => ('event' in message ? message.event : ''))
    expect(last.indexOf('exited')).toBeLessThan(last.indexOf('terminated'))
    expect(lisp.client.violations).toEqual([])
  })

  test('forms and systems; environment, arguments and folder reach the program', async () => {
    const { client, adapter } = await startAdapter()
    const form =
      '(progn (format t "~a ~a ~a~%" (sb-ext:posix-getenv "GREETING") (rest sb-ext:*posix-argv*) (probe-file "marker")) (sb-ext:exit :code 4))'
    const cwd = mkdtempSync(join(tmpdir(), 'dapplex-lisp-'))
    writeFileSync(join(cwd, 'marker'), '')
    await openSession(client, {
      request: 'launch',
      arguments: { form, args: ['one'], env: { GREETING: 'hello' }, cwd, userInit: false },
    })
    const lisp = new Lisp(client, adapter, {})
    expect(await lisp.exitCode()).toBe(4)
    expect(lisp.output('stdout')).toContain(`hello (one) ${cwd}/marker`)
  })

  test('a system, and a form that is run with it', async () => {
    const { client, adapter } = await startAdapter()
    const form = '(format t "~a~%" (alexandria:flatten (list 1 (list 2 (list 3)))))'
    await openSession(client, { request: 'launch', arguments: { system: 'alexandria', form, userInit: false } })
    const lisp = new Lisp(client, adapter, {})
    const exited = await client.waitForEvent('exited')
    expect(exited.body.exitCode).toBe(0)
    expect(lisp.output('stdout')).toContain('(1 2 3)')
  })

  test.each([
    { args: { program: '/nowhere/x.lisp' }, type: 'INVALID_PATH' },
    { args: { program: tour, sbcl: 'no-such-sbcl' }, type: 'LAUNCH_FAILED' },
    { args: { program: tour, swankPath: '/nowhere' }, type: 'LAUNCH_FAILED' },
    { args: {}, type: 'INVALID_PARAMETER' },
  ])('a launch that cannot work says why: $type', async ({ args, type }) => {
    const { client } = await startAdapter()
    await client.expectSuccess('initialize', { adapterID: 'swank' })
    const refused = await client.expectFailure('launch', args)
    expect(errorVariables(refused)['type']).toBe(type)
  })

  test('a core that must be made first is told as progress, which ends also where it cannot be made', async () => {
    const { client } = await startAdapter()
    await client.expectSuccess('initialize', { adapterID: 'swank', supportsProgressReporting: true })
    await client.expectFailure('launch', { program: tour, sbcl: '/bin/false' })
    const title = 'Preparing a Lisp core'
    expect(client.events('progressStart').map(({ body }) => body)).toMatchObject([{ progressId: 'lisp-core', title }])
    expect(client.events('progressEnd').map(({ body }) => body)).toEqual([{ progressId: 'lisp-core' }])
    expect(client.violations).toEqual([])
  })

  test.each(['/dev/null/no-folder', '/proc/nope'])('a cache that cannot be: %s', async (folder) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'dapplex-tmp-'))
    symlinkSync('/proc', join(elsewhere, `dapplex-${userInfo().uid}`))
    const { client, adapter } = await startAdapter({ DAPPLEX_CACHE: folder, TMPDIR: elsewhere })
    await openSession(client, { request: 'launch', arguments: { program: tour, userInit: false } })
    const lisp = new Lisp(client, adapter, {})
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('important')).toContain('the image starts from sources')
  })

  test('standard input goes to the program, which says when it waits', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['ask'] } })
    await lisp.client.waitForEvent('dapplex_inputRequested')
    await lisp.client.expectSuccess('evaluate', { expression: 'Ada Lovelace', context: 'repl' })
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('hello Ada Lovelace')
  })
})

test('the end of the standard input ends what the program reads; nothing can follow it', async () => {
  const lisp = await launchText(
    '(loop for line = (read-line *standard-input* nil) while line do (format t "got ~a~%" line) (finish-output))\n(format t "the end~%")\n(finish-output)\n(sleep 60)',
  )
  await lisp.client.waitForEvent('dapplex_inputRequested')
  await lisp.client.expectSuccess('dapplex_input', { text: 'one\ntwo\n' })
  await lisp.client.expectSuccess('dapplex_input', { text: 'three', eof: true })
  await lisp.client.waitForEvent('output', ({ body }) => body.output.includes('the end'))
  expect(lisp.output('stdout')).toContain('got one\ngot two\ngot three\n')
  expect(await lisp.client.expectFailure('dapplex_input', { text: 'four' })).toMatchObject({
    body: { error: { variables: { type: 'UNSUPPORTED', capability: 'input' } } },
  })
})

test('a program that asks at *query-io* is answered too', async () => {
  const lisp = await Lisp.launch(trouble, { launch: { args: ['query'] } })
  for (const [index, answer] of ['y\n', 'swordfish\n'].entries()) {
    await lisp.client.waitForEvent(
      'dapplex_inputRequested',
      () => lisp.client.events('dapplex_inputRequested').length > index,
    )
    await lisp.client.expectSuccess('dapplex_input', { text: answer })
  }
  expect(await lisp.exitCode()).toBe(0)
  expect(lisp.output('stdout')).toMatch(/Go on\?.*word\? .*word swordfish/s)
})

describe('the end', () => {
  test('disconnect ends the image, even a busy one', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['spin'] } })
    const pid = await imagePid(lisp)
    await lisp.client.expectSuccess('disconnect', {})
    await gone(pid)
    expect(await lisp.adapter.exited).toBe(0)
  })

  test('a thread that exits ends the program with its code, while another is stopped', async () => {
    const workers = fixture('workers.lisp')
    const lisp = await Lisp.launch(workers, { breakpoints: { [workers]: [lineOf(workers, 'work')] } })
    // Exit waits up to a minute for a thread that is being made: all four are there before it.
    for (let stopped = 0; stopped < 4; stopped++) await lisp.stop()
    lisp.client.post('evaluate', { expression: '(sb-thread:make-thread (lambda () (sb-ext:exit :code 7)))' })
    expect(await lisp.exitCode()).toBe(7)
  })

  test('terminate ends the program and the session', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['spin'] } })
    const pid = await imagePid(lisp)
    await lisp.client.expectSuccess('terminate', {})
    await lisp.client.waitForEvent('terminated')
    await gone(pid)
  })

  test('an adapter that is killed leaves no image and no child of it', async () => {
    const { client, adapter } = await startAdapter()
    const form =
      '(let ((p (sb-ext:run-program "/bin/sleep" (list "60") :wait nil))) (format t "~d~%" (sb-ext:process-pid p)) (loop (sleep 1)))'
    await openSession(client, { request: 'launch', arguments: { form, userInit: false } })
    const lisp = new Lisp(client, adapter, {})
    const pid = await imagePid(lisp)
    const { body } = await client.waitForEvent('output', (event) => /^\d+$/.test(event.body.output.trim()))
    process.kill(adapter.pid, 'SIGKILL')
    await gone(pid)
    await gone(Number(body.output))
  })

  test('an image that is killed: the reason, the code, terminated', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['spin'] } })
    process.kill(await imagePid(lisp), 'SIGKILL')
    expect(await lisp.exitCode()).toBe(137)
    expect(lisp.output('important')).toContain('killed by SIGKILL')
  })
})
