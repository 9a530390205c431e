import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markerLine, missing } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import { raisedAt } from '../support/raised-at.js'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { compiledFrameworks } from './compiled-frameworks.js'
import { frameworks } from './frameworks.js'

let host: TestDaemon
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon()
  agent = await host.agent()
})
afterEach(() => endSessions(host))
afterAll(async () => {
  await agent.close()
  await host.stop()
})

/** A busy machine may be slow; the answer comes as soon as the program stops or ends. */
const PATIENT = { timeout_ms: 100_000 }

const namesAndValues = (rows: readonly { readonly name: string; readonly value: string }[] = []) =>
  Object.fromEntries(rows.map(({ name, value }) => [name, value]))

describe.each([...frameworks, ...compiledFrameworks])(
  '$framework',
  { timeout: 240_000 },
  ({ framework, file, needs, ...tests }) => {
    const lacks = missing(...needs)
    beforeEach((context) => {
      if (lacks !== undefined) context.skip(lacks)
    })

    test.each([tests.failing, tests.helped])(
      'test_run {name: $name} stops at the line of the test, with its values',
      async ({ name, full, marker, type, message, values }) => {
        const line = markerLine(file, marker)
        const stop = await agent.call('test_run', { target: file, name, ...PATIENT })
        expect(stop).toMatchObject({ framework, state: 'stopped', reason: 'exception' })
        expect(stop.test).toMatchObject({ name: full, file })
        expect(stop.exception).toMatchObject({
          type,
          message: expect.stringMatching(message),
          raised_at: { line },
        })
        expect(raisedAt(stop)).toMatchObject({ file, line })
        // Also where the library of assertions throws it, whose code may have no file.
        expect(stop.location).toMatchObject({ file: expect.any(String) })
        expect(stop.source_lines).toContainEqual(expect.stringMatching(`^${line}> `))
        expect(namesAndValues(stop.values)).toMatchObject(values)
        expect(Object.keys(namesAndValues(stop.values)).filter((one) => one.startsWith('@'))).toEqual([])
        expect(stop.stack?.filter((frame) => /run_|programs\/|node_modules/.test(frame))).toEqual([])
        expect(stop._meta.bytes).toBeLessThanOrEqual(3000)

        const end = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
        expect(end).toMatchObject({ state: 'exited', failed: 1, skipped: 0 })
        expect(end.failures).toEqual([{ name: full, file, line, message: expect.stringMatching(message) }])
      },
    )

    const crashing = tests.crashing === undefined ? [] : [tests.crashing]
    test.each(crashing)(
      'an error that fails the test stops where it is raised; one that the test handles does not',
      async (crash) => {
        const { name, full, marker, type, message, values } = crash
        const line = markerLine(file, marker)
        const stop = await agent.call('test_run', { target: file, name, ...PATIENT })
        expect(stop).toMatchObject({ state: 'stopped', reason: 'exception', test: { name: full } })
        expect(stop.exception).toMatchObject({
          type,
          message: expect.stringMatching(message),
          raised_at: { line },
        })
        expect(raisedAt(stop)).toMatchObject({ file, line })
        expect(namesAndValues(stop.values)).toMatchObject(values)
        const end = await agent.call('debug_continue', { wait: true, timeout_ms: 100_000 })
        expect(end).toMatchObject({ state: 'exited', passed: 0, failed: 1 })
      },
    )

    test('a passing test says that it passed, and nothing stops it', async () => {
      const result = await agent.call('test_run', { target: file, name: tests.passing, ...PATIENT })
      expect(result).toMatchObject({ state: 'exited', passed: 1, failed: 0, skipped: 0, failures: [], exit_code: 0 })
    })

    test('a name that no test has lists the nearest', async () => {
      const { name, nearest } = tests.mistyped
      const { message, data } = await agent.failure('test_run', { target: file, name, ...PATIENT })
      expect(data).toMatchObject({ type: 'TEST_NOT_FOUND', name })
      expect(data?.['nearest']).toHaveProperty('0', nearest)
      expect(message).toContain(nearest)
    })

    test('break_on none: all tests of the folder run to the end, and each failure is told with its line', async () => {
      const folder = dirname(file)
      const result = await agent.call('test_run', { target: folder, break_on: 'none', ...PATIENT })
      expect(result).toMatchObject({ state: 'exited', ...tests.all })
      for (const { full, marker, message } of [tests.failing, tests.helped])
        expect(result.failures).toContainEqual(
          expect.objectContaining({
            name: full,
            file,
            line: markerLine(file, marker),
            message: expect.stringMatching(message),
          }),
        )
    })

    test('a breakpoint stops in a passing test, and the stop says in which', async () => {
      const listed = await agent.call('tests_list', { target: file, ...PATIENT })
      const own = listed.tests.find(({ name }) => name.endsWith(tests.passing))
      const line = markerLine(file, 'BREAK: passing')
      const breakpoints = [{ file, line }]
      const stop = await agent.call('test_run', { target: file, name: tests.passing, breakpoints, ...PATIENT })
      expect(stop).toMatchObject({ state: 'stopped', reason: 'breakpoint', location: { file, line } })
      expect(stop.test).toMatchObject(own ?? {})
    })

    test('tests_list names every test with its file and line', async () => {
      const { total, tests: rows, ...found } = await agent.call('tests_list', { target: dirname(file), ...PATIENT })
      expect(found).toMatchObject({ framework, root: dirname(file) })
      const { passed, failed, skipped } = tests.all
      expect(total).toBe(passed + failed + skipped)
      expect(rows).toHaveLength(total)
      for (const row of rows) expect(row).toMatchObject({ file, line: expect.any(Number) })
    })
  },
)
