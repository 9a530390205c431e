import { readdirSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { fixture } from '@dapplex/testkit'
import { ScratchFolder } from '../support/scratch-folder.js'
import { testDaemon } from '../support/test-daemon.js'

const scratch = new ScratchFolder('run-again')
afterAll(() => {
  vi.unstubAllEnvs()
  scratch.remove()
})

const written = () => readdirSync(scratch.path).filter((name) => name.startsWith('dapplex-tests-'))

test('debug_restart runs the same test again, and the end counts that run alone', async () => {
  vi.stubEnv('TMPDIR', scratch.path)
  const host = await testDaemon()
  const agent = await host.agent()
  const target = fixture('programs/tests/node-test/rates.test.mjs')
  const stop = await agent.call('test_run', { target, name: 'of an amount', timeout_ms: 100_000 })
  const again = await agent.call('debug_restart', { timeout_ms: 100_000, wait_ms: 100_000 })
  expect(again).toMatchObject({ state: 'stopped', test: stop.test, exception: stop.exception })
  const end = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
  expect(end).toMatchObject({ state: 'exited', passed: 0, failed: 1 })
  expect(await agent.call('debug_state')).toMatchObject({ state: 'exited', failed: 1, failures: end.failures })
  expect(written()).toHaveLength(1)
  await agent.close()
  await host.stop()
  // What the run has written goes with its session.
  expect(written()).toEqual([])
})
