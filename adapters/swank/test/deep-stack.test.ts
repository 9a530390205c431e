import { describe, expect, test } from 'vitest'
import { launchText } from './lisp-program.js'
import type { Lisp } from './lisp-program.js'

const rounds = 3
const program = `(defun deep (n) (+ 1 (deep (1+ n))))
(defun try (n) (with-simple-restart (give-up "Give up") (deep 0)) (format t "round ~d~%" n))
(dotimes (i ${rounds}) (try i))`

/** What a person does at the stop: pages of the stack, a variable, an evaluation, the restarts. */
async function lookAround(lisp: Lisp, threadId: number): Promise<void> {
  const { totalFrames = 0, stackFrames } = await lisp.client.expectSuccess('stackTrace', { threadId, levels: 20 })
  expect(totalFrames).toBeGreaterThan(20_000)
  for (const startFrame of [Math.floor(totalFrames / 2), totalFrames - 1000]) {
    const page = await lisp.client.expectSuccess('stackTrace', { threadId, startFrame, levels: 1000 })
    expect(page.stackFrames.length).toBe(1000)
  }
  const frame = stackFrames.find(({ name }) => name === 'deep')
  const { n } = await lisp.variables(frame?.id ?? 0)
  expect(Number(n)).toBeGreaterThan(20_000)
  expect(await lisp.evaluate('(let ((a n)) (- a n))', frame?.id)).toBe('0')
  await lisp.client.expectSuccess('exceptionInfo', { threadId })
}

describe('endless recursion stops the thread and leaves the image whole', () => {
  test('an uncaught overflow is looked at and given up, again and again', async () => {
    const lisp = await launchText(program)
    for (let round = 0; round < rounds; round++) {
      const { threadId = 0, description } = await lisp.stop()
      expect(description).toContain('control-stack-exhausted')
      await lookAround(lisp, threadId)
      await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'give-up' })
    }
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('round 0\nround 1\nround 2')
  })

  test('a value is given for the recursion, and going on ends the program as without a debugger', async () => {
    const lisp = await launchText(
      '(defun deep (n) (+ 1 (deep (1+ n))))\n(print (restart-case (deep 0) (use-value (v) v)))\n(deep 0)',
    )
    const { threadId = 0 } = await lisp.stop()
    await lisp.client.expectSuccess('dapplex_restartInvoke', {
      threadId,
      name: 'use-value',
      args: ['(- 99999999 0)'],
    })
    await lisp.stop()
    await lisp.client.expectSuccess('continue', { threadId })
    expect(await lisp.exitCode()).toBe(1)
    expect(lisp.output('stdout')).toContain('99999999')
    expect(lisp.output('stderr')).toContain('Unhandled sb-kernel::control-stack-exhausted')
  })

  test('by lisp_eval and by evaluate, again and again', async () => {
    const lisp = await launchText('(defun deep (n) (+ 1 (deep (1+ n))))\n(defun here (x) (list x))\n(here 1)\n', {
      functionBreakpoints: [{ name: 'here' }],
    })
    const { threadId = 0 } = await lisp.stop()
    const { id: frameId } = await lisp.top(threadId)
    for (let round = 0; round < rounds; round++) {
      const failed = await lisp.client.expectFailure('evaluate', { expression: '(deep 0)', frameId })
      expect(failed.message).toContain('Control stack exhausted')
      const entered = await lisp.enterDebugger({ code: '(deep 0)' })
      expect(entered.condition.type).toContain('control-stack-exhausted')
      await lookAround(lisp, entered.thread)
      await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId: entered.thread, name: 'abort' })
    }
    await lisp.client.expectSuccess('continue', { threadId })
    expect(await lisp.exitCode()).toBe(0)
  })
})
