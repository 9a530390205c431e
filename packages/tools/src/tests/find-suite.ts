import { nearestName, toolError, type TestFramework, type TestSuite, type TestTarget } from '@dapplex/protocol'
import type { Call } from '../call/call.js'
import { invalidParameter } from '../call/invalid-parameter.js'

export interface FoundSuite {
  readonly framework: TestFramework
  readonly suite: TestSuite
}

/**
 * The tests of a target, by the framework that the caller has named, else by the only one that recognizes them.
 * @throws ToolError NO_TEST_FRAMEWORK, TEST_FRAMEWORK_AMBIGUOUS, INVALID_PARAMETER for an unknown framework
 */
export async function findSuite(
  target: TestTarget,
  asked: string | undefined,
  { sessions }: Call,
): Promise<FoundSuite> {
  const all = sessions.testFrameworks
  const tried = asked === undefined ? all : [named(asked, all)]
  const found = (
    await Promise.all(
      tried.map(async (framework) => {
        const suite = await framework.find(target, asked !== undefined)
        return suite === undefined ? [] : [{ framework, suite }]
      }),
    )
  ).flat()
  const [first, ...others] = found
  const { path } = target
  if (first === undefined) {
    const looked = tried.map(({ id, looksFor }) => `${id}: ${looksFor}`)
    const says = `No test framework fits '${path}'. Looked for: ${looked.join('; ')}`
    throw toolError('NO_TEST_FRAMEWORK', { target: path, looked_for: looked }, says)
  }
  if (others.length === 0) return first
  const names = found.map(({ framework, suite }) => `${framework.id} (${suite.why})`)
  throw toolError('TEST_FRAMEWORK_AMBIGUOUS', { target: path, found: names })
}

function named(asked: string, all: readonly TestFramework[]): TestFramework {
  const framework = all.find(({ id }) => id === asked)
  if (framework !== undefined) return framework
  const ids = all.map(({ id }) => id)
  const says = `There is no test framework '${asked}'; dapplex knows ${ids.join(', ')}`
  throw invalidParameter({
    field: 'framework',
    says,
    value: asked,
    allowed: ids,
    nearest: nearestName(asked, ids),
  })
}
