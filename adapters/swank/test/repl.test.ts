import { describe, expect, test } from 'vitest'
import { fixture, launchText, Lisp } from './lisp-program.js'

const trouble = fixture('trouble.lisp')

describe('code that invokes a restart worked, and the thread went on', () => {
  test.each([
    { command: 'evaluate', args: { expression: "(invoke-restart 'use-value 5)", context: 'repl' } },
    { command: 'evaluate', args: { expression: "(invoke-restart 'use-value 5)" } },
    { command: 'setExpression', args: { expression: 'wanted', value: "(invoke-restart 'use-value 5)" } },
    { command: 'dapplex_lispEval', args: { code: "(invoke-restart 'use-value 5)" } },
  ])('$command $args', async ({ command, args }) => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['shopping'] } })
    const { threadId = 0 } = await lisp.stop()
    const frame = await lisp.top(threadId)
    await lisp.client.expectSuccess(command, { ...args, frameId: frame.id })
    await lisp.client.waitForEvent('continued', ({ body }) => body.threadId === threadId)
    expect(await lisp.exitCode()).toBe(0)
    expect(lisp.output('stdout')).toContain('took 15')
  })

  test('a request that the thread did not answer since it went on says so', async () => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['shopping'] } })
    const { threadId = 0 } = await lisp.stop()
    const frame = await lisp.top(threadId)
    const asked = lisp.client.post('dapplex_objectId', { expression: "(invoke-restart 'give-up)", frameId: frame.id })
    expect(await lisp.client.response(asked)).toMatchObject({
      success: false,
      body: { error: { variables: { type: 'NOT_PAUSED' } } },
    })
  })
})

test.each([
  { expression: ')', kind: 'syntax', says: 'unmatched close parenthesis' },
  { expression: '(car', kind: 'syntax', says: 'a parenthesis or quote is missing' },
  { expression: '1 2', kind: 'syntax', says: 'more than one form' },
  { expression: '#<foo>', kind: 'unreadable', says: 'Cannot read' },
  { expression: 'nopackage:x', kind: 'syntax', says: 'NOPACKAGE' },
])('text that is no form, $expression: $kind', async ({ expression, kind, says }) => {
  const lisp = await launchText('(car 1)')
  await lisp.stop()
  const { message, body } = await lisp.client.expectFailure('evaluate', { expression })
  expect(message).toContain(says)
  expect(message?.replace(expression, '')).not.toContain('#<')
  expect(body).toMatchObject({ error: { variables: { kind } } })
})

test('a package is found by the nickname that the package of the frame has for it', async () => {
  const lisp = await launchText(
    `(defpackage :long-name (:use :cl) (:export #:thing))
(defpackage :user-of-it (:use :cl) (:local-nicknames (:u :long-name)))
(in-package :user-of-it)
(defun here (x) (list x))
(here 1)`,
    { functionBreakpoints: [{ name: 'here' }] },
  )
  const { threadId = 0 } = await lisp.stop()
  const { id: frameId } = await lisp.top(threadId)
  for (const asked of [{ frameId }, { package: 'user-of-it' }])
    expect(await lisp.client.expectSuccess('dapplex_inspectPackage', { package_name: 'u', ...asked })).toMatchObject({
      package_name: 'LONG-NAME',
      total_symbols: 1,
    })
  await lisp.client.expectFailure('dapplex_inspectPackage', { package_name: 'u' })
  const { targets } = await lisp.client.expectSuccess('completions', {
    text: '(u',
    column: 3,
    package: 'user-of-it',
  } as never)
  expect(targets.map(({ label }) => label)).toContain('u:')
})
