import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { breakOn, digestParams, firstBreakpoint, timeoutMs } from '../shapes/parameters.js'
import { testCase } from '../shapes/rows.js'
import { debugLaunch } from './sessions.js'

const target = z
  .string()
  .min(1)
  .optional()
  .describe('Absolute path of a file with tests, or of the folder of a project (default: the folder of the caller)')

const framework = z
  .string()
  .min(1)
  .optional()
  .describe(
    'pytest, unittest, node-test, vitest, go-test, dotnet-test, fiveam, parachute, asdf (default: found by the files of the target)',
  )

export const testRun = defineTool({
  name: 'test_run',
  group: 'tests',
  title: 'Run tests under the debugger',
  description:
    'Run one test by its name, or all of a file or folder. A failing assertion stops the program in the frame of the test, with its values.',
  notes:
    'The answer is that stop, or what became of the tests: passed, failed, skipped, failures. After a stop, debug_continue {wait: true} runs on to the next failure or to the end, which tells the same. tests_list tells the names. The last part of a name is enough; all tests that have it are run.',
  params: z.strictObject({
    target,
    name: z.string().min(1).optional().describe('Which test, as in tests_list, or the last part of that'),
    framework,
    args: z.array(z.string()).default([]).describe('Further arguments for the test framework'),
    breakpoints: z
      .array(firstBreakpoint)
      .default([])
      .describe('Breakpoints of the session, set before the first test runs; members as in breakpoint_set'),
    break_on: breakOn.describe(
      'What stops: failing assertions and errors that fail a test (uncaught), all exceptions that are thrown, or none',
    ),
    timeout_ms: timeoutMs(60_000, 'Longest wait for the first stop or the end'),
    ...digestParams,
  }),
  result: debugLaunch.result.extend({ framework: z.string() }),
  errors: [
    'NO_TEST_FRAMEWORK',
    'TEST_FRAMEWORK_AMBIGUOUS',
    'TEST_NOT_FOUND',
    'TESTS_UNREADABLE',
    'INVALID_PATH',
    'LAUNCH_FAILED',
    'ADAPTER_NOT_FOUND',
    'ADAPTER_CRASHED',
    'PERMISSION_DENIED',
    'TIMEOUT',
  ],
  annotations: ANNOTATIONS.starts,
  role: 'owner',
  session: 'none',
  aliases: { test: 'name', path: 'target', file: 'target', folder: 'target' },
  jsonText: ['args', 'breakpoints'],
  timeoutMs: 60_000,
  waits: true,
  examples: [
    { why: 'why does this test fail?', params: { target: '/app/tests/test_cart.py', name: 'test_total' } },
    { why: 'all tests of a project, up to the first failure', params: { target: '/app' } },
  ],
})

export const testsList = defineTool({
  name: 'tests_list',
  group: 'tests',
  title: 'The tests of a project',
  description: 'List the tests of a file or folder, with the place of each.',
  notes: 'Frameworks of Python and JavaScript load the files of the tests to find out, which runs their top level.',
  params: z.strictObject({
    target,
    framework,
    max_tests: integer({ min: 1, max: 10_000 }).default(100).describe('Most tests to list'),
    timeout_ms: timeoutMs(60_000, 'Longest wait for the list'),
  }),
  result: z.strictObject({
    framework: z.string(),
    root: z.string().describe('The folder where they are run'),
    found_by: z.string().describe('By what the framework was recognized'),
    total: z.int(),
    tests: z.array(testCase),
    truncated: z.literal(true).optional().describe('There are more: narrow the target, or give a larger max_tests'),
  }),
  errors: ['NO_TEST_FRAMEWORK', 'TEST_FRAMEWORK_AMBIGUOUS', 'TESTS_UNREADABLE', 'INVALID_PATH', 'TIMEOUT'],
  annotations: ANNOTATIONS.starts,
  role: 'owner',
  session: 'none',
  aliases: { path: 'target', file: 'target', folder: 'target' },
  timeoutMs: 60_000,
  examples: [{ why: 'what is there to run?', params: { target: '/app/tests' } }],
})
