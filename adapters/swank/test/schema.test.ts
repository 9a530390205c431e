import { dapSchema } from '@dapplex/testkit'
import { expect, test } from 'vitest'
import { fixture, Lisp, lineOf } from './lisp-program.js'

const tour = fixture('tour.lisp')

test('mux 24: everything the adapter sends in a busy session is valid DAP', async () => {
  const lisp = await Lisp.launch(tour, {
    breakpoints: {
      [tour]: [
        { line: 1 },
        { line: lineOf(tour, 'body'), condition: '(< bonus 100)' },
        { line: lineOf(tour, 'end'), logMessage: 'end' },
      ],
    },
    functionBreakpoints: [{ name: 'run' }, { name: 'nowhere' }],
  })
  const { threadId = 0 } = await lisp.stop()
  await lisp.client.expectSuccess('threads')
  await lisp.move('continue', { threadId })
  const frame = await lisp.top(threadId)
  await lisp.variables(frame.id)
  await lisp.evaluate('order', frame.id)
  await lisp.client.expectSuccess('completions', { text: '(li', column: 4, frameId: frame.id })
  await lisp.client.expectSuccess('breakpointLocations', { source: { path: tour }, line: 1, endLine: 60 })
  await lisp.client.expectFailure('evaluate', { expression: '(car 1)', frameId: frame.id })
  await lisp.client.expectFailure('loadedSources')
  await lisp.move('next', { threadId })
  await lisp.client.expectSuccess('setBreakpoints', { source: { path: tour }, breakpoints: [] })
  await lisp.client.expectSuccess('continue', { threadId })
  await lisp.exitCode()
  await lisp.client.expectSuccess('disconnect', {})
  const problems = lisp.client.timeline.entries
    .filter(({ dir }) => dir === 'in')
    .flatMap(({ message }) => dapSchema().check(message))
  expect(problems).toEqual([])
  expect(lisp.client.violations).toEqual([])
})
