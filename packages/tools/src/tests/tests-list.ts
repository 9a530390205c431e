import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { findSuite } from './find-suite.js'
import { testTarget } from './test-target.js'

export const testsList = implement(surface.tests_list, async (params, call) => {
  const target = await testTarget(params.target, call)
  const { framework, suite } = await findSuite(target, params.framework, call)
  const tests = await suite.list(call.rest())
  const { max_tests: most } = params
  return {
    framework: framework.id,
    root: suite.root,
    found_by: suite.why,
    total: tests.length,
    tests: tests.slice(0, most),
    ...(tests.length > most ? { truncated: true as const } : {}),
  }
})
