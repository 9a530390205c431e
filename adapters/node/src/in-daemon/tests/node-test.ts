import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  readTestEvents,
  toolError,
  type LaunchSpec,
  type TestCase,
  type TestFramework,
  type TestLimits,
  type TestSuite,
} from '@dapplex/protocol'
import { filesUsing, packageOf, scriptsOf } from './javascript-files.js'
import { lastLines, runNode } from './run-node.js'

const program = (name: string) => new URL(`../../../programs/${name}`, import.meta.url).href

/** Node's own framework. Run with Node 20.20. */
export const nodeTest: TestFramework = {
  id: 'node-test',
  adapter: 'node',
  looksFor: 'files that import `node:test`',
  async find(target, isAsked) {
    const using = await filesUsing('node-test', target)
    const files = using.length === 0 && isAsked ? scriptsOf(target) : using
    const [first] = files
    if (first === undefined) return undefined
    const { root } = await packageOf(target)
    return suite(root, files)
  },
}

function suite(root: string, files: readonly string[]): TestSuite {
  const list = (limits: TestLimits) => listTests(root, files, limits)
  return {
    root,
    why: files[0] ?? root,
    list,
    run: async ({ tests, args, folder }, limits) => {
      const progress = join(folder, 'progress.ndjson')
      const cases = tests ?? (await list(limits))
      const chosen = tests === undefined ? files : filesOf(tests, files)
      const patterns = (tests ?? []).map(({ name }) => `--test-name-pattern=${patternFor(name)}`)
      const runtimeArgs = [`--import=${program('node-test-preload.mjs')}`, ...reporting(progress), ...patterns, ...args]
      return {
        spec: launchSpec(root, chosen, runtimeArgs),
        // Nothing guards a test, so what it does not handle stops as an uncaught exception.
        stops: [],
        assertions: ['AssertionError'],
        cases,
        progress,
      }
    },
  }
}

const filesOf = (tests: readonly TestCase[], all: readonly string[]): readonly string[] => {
  const used = new Set(tests.map(({ file }) => file))
  return all.filter((file) => used.has(file))
}

/**
 * A run in one process, which the debugger sees: the first file is the program, and the others are loaded before it. The tests
 * of all files are run by the same process (Node, "Test runner": importing `node:test` starts them).
 */
function launchSpec(root: string, [first = '', ...others]: readonly string[], options: readonly string[]): LaunchSpec {
  const runtimeArgs = [...options, ...others.map((file) => `--import=${pathToFileURL(file).href}`)]
  return { program: first, args: [], cwd: root, env: {}, stopAtEntry: false, adapterArgs: { runtimeArgs } }
}

const reporting = (progress: string): string[] => [
  `--test-reporter=${program('node-test-reporter.mjs')}`,
  `--test-reporter-destination=${progress}`,
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
]

/** Node 20 compares a pattern with a test's own title, Node 22 with all titles around it too, between blanks. */
function patternFor(name: string): string {
  const titles = name.split(' > ').slice(1)
  const own = titles.at(-1) ?? name
  return `/^(?:${escaped(titles.join(' '))}|${escaped(own)})$/`
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Loads the files, and leaves out every test because of its name. @throws ToolError TESTS_UNREADABLE */
async function listTests(root: string, files: readonly string[], { timeoutMs }: TestLimits): Promise<TestCase[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dapplex-tests-'))
  try {
    const progress = join(folder, 'progress.ndjson')
    const [first = '', ...others] = files
    const more = others.map((file) => `--import=${pathToFileURL(file).href}`)
    const args = [...reporting(progress), '--test-name-pattern=/(?!)/', ...more, first]
    const { stdout, stderr } = await runNode({ args, cwd: root, env: { DAPPLEX_TESTS: 'list' }, timeoutMs })
    const told = readTestEvents(await readFile(progress, 'utf8').catch(() => ''))
    const tests = told.flatMap(({ event, name, file, line }) =>
      event === 'end' && file !== undefined && line !== undefined ? [{ name, file, line }] : [],
    )
    if (tests.length > 0) return tests
    const reason = lastLines(stderr === '' ? stdout : stderr, 5)
    throw toolError('TESTS_UNREADABLE', { framework: 'node-test', reason })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
