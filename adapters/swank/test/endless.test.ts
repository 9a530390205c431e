import { jsonObject } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const trouble = fixture('trouble.lisp')

/** Requests that evaluate what the client gives, each with an expression that never ends, at a stop with restarts. */
const endless = [
  { command: 'evaluate', args: { expression: '(loop)' }, place: 'no frame' },
  { command: 'evaluate', args: { expression: '(loop)' }, place: 'frame' },
  {
    command: 'evaluate',
    args: { expression: '(loop (handler-case (loop) (serious-condition () 1)))' },
    place: 'frame',
  },
  { command: 'dapplex_lispEval', args: { code: '(loop)' }, place: 'no frame' },
  { command: 'dapplex_lispEval', args: { code: '(loop)' }, place: 'frame' },
  { command: 'dapplex_lispCompile', args: { code: '(eval-when (:compile-toplevel) (loop))' }, place: 'no frame' },
  { command: 'setExpression', args: { expression: 'wanted', value: '(loop)' }, place: 'frame' },
  { command: 'dapplex_objectId', args: { expression: '(loop)' }, place: 'no frame' },
  { command: 'dapplex_restartInvoke', args: { name: 'use-value', args: ['(loop)'] }, place: 'no frame' },
  { command: 'dapplex_frameReturn', args: { index: 1, value: '(loop)' }, place: 'no frame' },
] as const

describe('an endless evaluation is cancelled: it fails, stops nobody, and its thread serves on', () => {
  test.each(endless)('$command $args ($place)', async ({ command, args, place }) => {
    const lisp = await Lisp.launch(trouble, { launch: { args: ['shopping'] } })
    const { threadId = 0 } = await lisp.stop()
    const frame = await lisp.top(threadId)
    const seq = lisp.client.post(command, { ...args, ...(place === 'frame' ? { frameId: frame.id } : {}) })
    // The request is on its way before its cancellation: the image answers both.
    await lisp.client.expectSuccess('threads')
    await lisp.client.expectSuccess('cancel', { requestId: seq })
    expect(await lisp.client.response(seq)).toMatchObject({
      success: false,
      body: { error: { variables: { type: 'EVAL_FAILED', kind: 'cancelled' } } },
    })
    expect(await lisp.evaluate('wanted', frame.id)).toBe('3')
    expect(await lisp.client.expectSuccess('dapplex_restarts', { threadId })).toMatchObject({ level: 1 })
    expect(lisp.client.events('stopped').length).toBe(1)
    await lisp.client.expectSuccess('dapplex_restartInvoke', { threadId, name: 'give-up' })
    expect(await lisp.exitCode()).toBe(0)
  })

  test('what has stopped in the debugger meanwhile is not cancelled', async () => {
    const file = fixture('orders.lisp')
    const lisp = await Lisp.launch(file, { breakpoints: { [file]: [lineOf(file, 'body')] } })
    await lisp.stop()
    const seq = lisp.client.post('dapplex_lispEval', { code: '(error "mine")' })
    const answer = await lisp.client.response(seq)
    const { thread } = jsonObject(answer.body)
    await lisp.client.expectSuccess('cancel', { requestId: seq })
    expect(await lisp.client.expectSuccess('dapplex_restarts', { threadId: thread })).toMatchObject({ level: 1 })
  })
})
