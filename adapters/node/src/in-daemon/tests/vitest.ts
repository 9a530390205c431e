import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  readTestList,
  toolError,
  type TestCase,
  type TestFramework,
  type TestLimits,
  type TestSuite,
} from '@dapplex/protocol'
import { filesUsing, packageOf, scriptsOf } from './javascript-files.js'
import { lastLines, runNode } from './run-node.js'

const runner = fileURLToPath(new URL('../../../programs/run-vitest.mjs', import.meta.url))
const CONFIGURATION = /^vitest\.config\.[cm]?[jt]s$/

/** Run with vitest 4.1: all of it in one process, where the debugger sees the tests. */
export const vitest: TestFramework = {
  id: 'vitest',
  adapter: 'node',
  looksFor:
    'files that import `vitest`; vitest.config.*, or a package.json that depends on vitest, above files that are called like tests',
  async find(target, isAsked) {
    const { root, needs } = await packageOf(target)
    const using = await filesUsing('vitest', target)
    const [first] = using
    if (first !== undefined) return suite(root, first, using)
    const isConfigured = needs.includes('vitest') || target.files.some((file) => CONFIGURATION.test(basename(file)))
    const others = new Set(await filesUsing('node-test', target))
    const files = isConfigured || isAsked ? scriptsOf(target).filter((file) => !others.has(file)) : []
    return files.length === 0 ? undefined : suite(root, isConfigured ? 'package.json' : 'framework', files)
  },
}

function suite(root: string, why: string, files: readonly string[]): TestSuite {
  const list = (limits: TestLimits) => listTests(root, files, limits)
  return {
    root,
    why,
    list,
    run: async ({ tests, args, folder }, limits) => {
      demandVitest(root)
      const progress = join(folder, 'progress.ndjson')
      const used = new Set(tests?.map(({ file }) => file))
      const asked = {
        files: tests === undefined ? files : files.filter((file) => used.has(file)),
        args,
        progress,
        names: tests?.map(({ name }) => name) ?? null,
        titles: tests?.map(({ name }) => name.split(' > ').slice(1).join(' > ')),
      }
      return {
        spec: {
          program: runner,
          args: [JSON.stringify(asked)],
          cwd: root,
          env: {},
          stopAtEntry: false,
          adapterArgs: {},
        },
        // Nothing guards a test, so what it does not handle stops as an uncaught exception.
        stops: [],
        assertions: ['AssertionError'],
        cases: tests ?? (await list(limits)),
        progress,
      }
    },
  }
}

/** @throws ToolError TESTS_UNREADABLE */
async function listTests(
  root: string,
  files: readonly string[],
  { timeoutMs }: TestLimits,
): Promise<readonly TestCase[]> {
  demandVitest(root)
  const { stdout, stderr } = await runNode({ args: [runner, JSON.stringify({ files })], cwd: root, timeoutMs })
  const list = readTestList(stdout)
  if (list === undefined) throw unreadable(lastLines(stderr === '' ? stdout : stderr, 5))
  if (list.tests.length === 0 && list.problems.length > 0) throw unreadable(list.problems.slice(0, 5).join('\n'))
  return list.tests
}

/** @throws ToolError TESTS_UNREADABLE where the project has no vitest, or one without custom pools */
function demandVitest(root: string): void {
  try {
    createRequire(join(root, 'package.json')).resolve('vitest/worker')
  } catch {
    throw unreadable(`${root} has no vitest 4 or later: install it there (npm install -D vitest)`)
  }
}

const unreadable = (reason: string): Error => toolError('TESTS_UNREADABLE', { framework: 'vitest', reason })
