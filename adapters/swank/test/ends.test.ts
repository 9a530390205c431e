import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { openSession } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { gone, launchText, Lisp, startAdapter } from './lisp-program.js'
import { startServer } from './server-image.js'

const folder = () => mkdtempSync(join(tmpdir(), 'dapplex-mark-'))

/** Stops in `here`; then it would write a mark for the statement that follows, and one for the cleanup. */
const program = (
  marks: string,
) => `(defun mark (name) (with-open-file (out (concatenate 'string "${marks}/" name) :direction :output) (print 1 out)))
(defun here () (list 1))
(defun work () (unwind-protect (progn (here) (mark "next")) (mark "cleanup")))
(push (lambda () (mark "exit-hook")) sb-ext:*exit-hooks*)
(work)`

const marksIn = (marks: string) => ['next', 'cleanup', 'exit-hook'].filter((name) => existsSync(join(marks, name)))

async function imagePid(lisp: Lisp): Promise<number> {
  const { body } = await lisp.client.waitForEvent('process')
  return body.systemProcessId ?? 0
}

interface Way {
  readonly why: string
  readonly end: (lisp: Lisp) => Promise<unknown>
}

const launched: readonly Way[] = [
  { why: 'terminate', end: (lisp) => lisp.client.expectSuccess('terminate', {}) },
  {
    why: 'terminate, then disconnect',
    end: async (lisp) => {
      await lisp.client.expectSuccess('terminate', {})
      await lisp.client.expectSuccess('disconnect', {})
    },
  },
  { why: 'disconnect', end: (lisp) => lisp.client.expectSuccess('disconnect', {}) },
  {
    why: 'disconnect and terminate',
    end: (lisp) => lisp.client.expectSuccess('disconnect', { terminateDebuggee: true }),
  },
  {
    why: 'disconnect and keep, which a launched image cannot',
    end: (lisp) => lisp.client.expectSuccess('disconnect', { terminateDebuggee: false }),
  },
  { why: 'disconnect for a restart', end: (lisp) => lisp.client.expectSuccess('disconnect', { restart: true }) },
  { why: 'the adapter gets SIGTERM', end: (lisp) => Promise.resolve(process.kill(lisp.adapter.pid, 'SIGTERM')) },
  { why: 'the adapter is killed', end: (lisp) => Promise.resolve(process.kill(lisp.adapter.pid, 'SIGKILL')) },
]

describe('a program that is stopped runs no further statement when it is ended', () => {
  test.each(launched)('launched: $why', async ({ end }) => {
    const marks = folder()
    const lisp = await launchText(program(marks), { functionBreakpoints: [{ name: 'here' }] })
    const pid = await imagePid(lisp)
    await lisp.stop()
    await end(lisp)
    await gone(pid)
    expect(marksIn(marks)).toEqual([])
  })

  test('launched: terminate while one thread is stopped and another runs', async () => {
    const marks = folder()
    const lisp = await launchText(
      `${program(marks).replace('(work)', '(sb-thread:make-thread (function work))')}\n(loop (sleep 1))`,
      { functionBreakpoints: [{ name: 'here' }] },
    )
    const pid = await imagePid(lisp)
    await lisp.stop()
    await lisp.client.expectSuccess('terminate', {})
    await gone(pid)
    expect(marksIn(marks)).toEqual([])
  })

  test('attached: disconnect and terminate', async () => {
    const marks = folder()
    const { port, process: image } = await startServer('sbcl')
    const { client, adapter } = await startAdapter()
    const { started } = await openSession(client, { request: 'attach', arguments: { port } })
    expect((await started).success).toBe(true)
    const lisp = new Lisp(client, adapter, {})
    await client.expectSuccess('dapplex_lispEval', { code: program(marks).replace('(work)', '') })
    await client.expectSuccess('setFunctionBreakpoints', { breakpoints: [{ name: 'here' }] })
    await lisp.evaluate('(progn (sb-thread:make-thread (function cl-user::work)) 1)')
    await lisp.stop()
    await client.expectSuccess('disconnect', { terminateDebuggee: true })
    await gone(image.pid ?? 0)
    expect(marksIn(marks)).toEqual([])
  })
})

test('a program that runs gets SIGTERM: its cleanup forms are its way out', async () => {
  const marks = folder()
  const lisp = await launchText(
    program(marks).replace('(list 1)', '(progn (format t "begun~%") (finish-output) (loop (sleep 1)))'),
  )
  const pid = await imagePid(lisp)
  await lisp.client.waitForEvent('output', ({ body }) => body.output.includes('begun'))
  await lisp.client.expectSuccess('terminate', {})
  await gone(pid)
  expect(marksIn(marks)).toEqual(['cleanup', 'exit-hook'])
})

test.runIf(process.platform === 'linux')(
  'an image that cannot end itself takes along what it has started in a session of its own',
  async () => {
    const lisp = await launchText(
      `(format t "started ~d~%" (sb-ext:process-pid (sb-ext:run-program "/bin/sleep" '("600") :wait nil)))
(finish-output)
(loop (sleep 1))`,
    )
    const image = await imagePid(lisp)
    const { body } = await lisp.client.waitForEvent('output', ({ body: { output } }) => /started \d+\n/.test(output))
    const child = Number(/started (\d+)/.exec(body.output)?.[1])
    process.kill(image, 'SIGSTOP')
    await lisp.client.expectSuccess('disconnect', {})
    await gone(image)
    await gone(child)
  },
)
