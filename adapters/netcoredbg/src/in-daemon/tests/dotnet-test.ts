import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toolError, type TestCase, type TestFramework, type TestSuite, type TestTarget } from '@dapplex/protocol'
import { buildProject } from '../launch/build-project.js'
import { testsIn } from './list-tests.js'
import { testProjects } from './test-project.js'

/** Run with xunit 2.9 and Microsoft.NET.Test.Sdk 18 under netcoredbg 3.1. */
export const dotnetTest: TestFramework = {
  id: 'dotnet-test',
  adapter: 'netcoredbg',
  looksFor: 'a project file that refers to Microsoft.NET.Test.Sdk',
  async find(target) {
    const projects = await testProjects(target)
    return projects.length === 0 ? undefined : suite(target, projects)
  },
}

const fail = (reason: string): Error => toolError('TESTS_UNREADABLE', { framework: 'dotnet-test', reason })

function suite(target: TestTarget, projects: readonly string[]): TestSuite {
  const [first = target.path] = projects
  const root = projects.length === 1 ? dirname(first) : target.path
  const list = async (): Promise<TestCase[]> => {
    const own = target.files.filter(
      (file) => file.endsWith('.cs') && projects.some((one) => isBelow(file, dirname(one))),
    )
    return (await Promise.all(own.map(testsIn))).flat()
  }
  return {
    root,
    why: first,
    list,
    run: async ({ tests, args, folder }) => {
      const project = projectOf(tests, projects)
      const assembly = await buildProject(project)
      if (!existsSync(join(dirname(assembly), 'testhost.dll')))
        throw fail(`${project} has no test host beside its assembly: it needs the package Microsoft.NET.Test.Sdk`)
      const all = tests === undefined && (target.isFolder || projects.includes(target.path))
      const cases = tests ?? (await list())
      const names = all ? [] : cases.map(({ name }) => name)
      const progress = join(folder, 'progress.ndjson')
      const filter = filterFor(names, args)
      const asked = { progress, ...(filter === undefined ? {} : { filter }) }
      return {
        spec: {
          program: assembly,
          args: [],
          cwd: dirname(project),
          env: {},
          stopAtEntry: false,
          adapterArgs: { tests: asked },
        },
        // The runtime knows at the throw that nothing in the user's code handles it, but not where a method is async.
        stops: ASSERTIONS.map((type) => ({
          exception: { type, firstChance: true, secondChance: false, subtypes: true },
        })),
        assertions: FAILED,
        cases,
        progress,
      }
    },
  }
}

/** What the assertions of xunit, NUnit and MSTest throw. */
const ASSERTIONS = [
  'Xunit.Sdk.XunitException',
  'NUnit.Framework.AssertionException',
  'Microsoft.VisualStudio.TestTools.UnitTesting.UnitTestAssertException',
]

/** The types of xunit that mean a failed comparison; NUnit and MSTest have one. */
const FAILED = [
  ...[
    'All',
    'Collection',
    'Contains',
    'DoesNotContain',
    'DoesNotMatch',
    'Empty',
    'EndsWith',
    'Equal',
    'Equivalent',
    'Fail',
  ],
  ...['False', 'InRange', 'IsAssignableFrom', 'IsNotType', 'IsType', 'Matches', 'Multiple', 'NotEmpty', 'NotEqual'],
  ...['NotInRange', 'NotNull', 'NotSame', 'NotStrictEqual', 'Null', 'Same', 'Single', 'StartsWith', 'StrictEqual'],
  ...['Subset', 'Superset', 'Throws', 'ThrowsAny', 'True', 'Xunit', 'Assertion', 'AssertFailed'],
].map((name) => `${name}Exception`)

function projectOf(tests: readonly TestCase[] | undefined, projects: readonly string[]): string {
  const wanted = projects.filter((project) => tests?.some(({ file = '' }) => isBelow(file, dirname(project))) ?? true)
  const [only, ...others] = wanted
  if (only !== undefined && others.length === 0) return only
  throw fail(`these tests are of several projects: give one of ${wanted.join(', ')} as the target`)
}

const isBelow = (file: string, folder: string): boolean => file.startsWith(join(folder, '/'))

/** Further arguments are filters of `dotnet test --filter`. A parenthesis of a name is escaped. */
function filterFor(names: readonly string[], args: readonly string[]): string | undefined {
  const escaped = names.map((name) => `FullyQualifiedName=${name.replace(/[\\()&|=!~]/g, '\\$&')}`)
  const parts = [escaped.join('|'), ...args].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join('&')
}
