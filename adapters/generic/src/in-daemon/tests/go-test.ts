import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toolError, type TestCase, type TestFramework, type TestSuite, type TestTarget } from '@dapplex/protocol'
import { lastGoLog, readGoOutput } from './go-output.js'

/** Every way to tell a failure calls it, once for the test and once for each test around it: the last has no parent. */
const FAIL = 'testing.(*common).Fail'
/** A test that has panicked fails too, but the panic itself stops the program. */
const CONDITION = 'c.parent == nil && runtime.curg._panic == nil'

/** Run with Go 1.19 under Delve 1.20. */
export const goTest: TestFramework = {
  id: 'go-test',
  adapter: 'delve',
  looksFor: '*_test.go',
  find(target, isAsked) {
    const files = target.files.filter((file) => file.endsWith('_test.go'))
    return Promise.resolve(files.length > 0 || isAsked ? suite(target, files) : undefined)
  },
}

function suite(target: TestTarget, files: readonly string[]): TestSuite {
  const packages = [...new Set(files.map((file) => dirname(file)))]
  const root = packages.length === 1 && packages[0] !== undefined ? packages[0] : folderOf(target)
  const fail = (reason: string) => toolError('TESTS_UNREADABLE', { framework: 'go-test', reason })
  return {
    root,
    why: files[0] ?? 'framework',
    list: async () => (await Promise.all(files.map(testsIn))).flat(),
    run: async ({ tests, args, folder }) => {
      const chosen = tests ?? (await Promise.all(files.map(testsIn))).flat()
      const own = [...new Set(chosen.flatMap(({ file }) => (file === undefined ? [] : [dirname(file)])))]
      const [where] = own
      if (where === undefined) throw fail(`no *_test.go below ${target.path} has a test`)
      if (own.length > 1) throw fail(`these tests are of several packages: give one of ${own.join(', ')} as the target`)
      const all = tests === undefined && target.isFolder
      const names = [...new Set(chosen.map(({ name }) => name))].join('|')
      return {
        spec: {
          program: where,
          args: ['-test.v', ...(all ? [] : ['-test.run', `^(${names})$`]), ...args],
          cwd: where,
          env: {},
          stopAtEntry: false,
          adapterArgs: { mode: 'test', output: join(folder, 'tests') },
        },
        stops: [{ function: FAIL, condition: CONDITION }],
        assertions: ['Error', 'Errorf', 'Fatal', 'Fatalf', 'Fail', 'FailNow'],
        cases: chosen,
        readOutput: (output) => readGoOutput(output, where),
        readFailure: lastGoLog,
      }
    },
  }
}

const folderOf = ({ path, isFolder }: TestTarget): string => (isFolder ? path : dirname(path))

const TEST = /^func ((?:Test|Fuzz)(?![a-z])\w*)\(\w+ \*testing\.[TF]\)/

async function testsIn(file: string): Promise<TestCase[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.flatMap((text, index) => {
    const [, name] = TEST.exec(text) ?? []
    return name === undefined ? [] : [{ name, file, line: index + 1 }]
  })
}
