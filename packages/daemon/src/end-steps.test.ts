import { expect, test } from 'vitest'
import { runEndSteps, type EndStep } from './end-steps.js'

test('a step that never ends and one that fails hold up nothing, and the log names them and what is left', async () => {
  const done: string[] = []
  const logged: unknown[] = []
  const steps: EndStep[] = [
    { what: 'sessions', ms: 5, run: () => new Promise(() => undefined), left: () => ['s1 (debugpy, pid 7)'] },
    { what: 'files', ms: 1000, run: () => Promise.reject(new Error('disk full')) },
    { what: 'doors', ms: 1000, run: () => Promise.resolve(done.push('doors')) },
    {
      what: 'lock',
      ms: 1000,
      run: () => {
        throw new Error('gone')
      },
    },
    { what: 'log', ms: 1000, run: () => done.push('log') },
  ]
  await runEndSteps(steps, { error: (about: unknown) => void logged.push(about) })
  expect(done).toEqual(['doors', 'log'])
  expect(logged).toEqual([
    { what: 'sessions', ms: 5, left: ['s1 (debugpy, pid 7)'] },
    { what: 'files', err: new Error('disk full') },
    { what: 'lock', err: new Error('gone') },
  ])
})
