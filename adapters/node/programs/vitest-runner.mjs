// The runner of vitest, with tests that nothing guards.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unguarded } from './unguarded.mjs'

const { resolve } = createRequire(join(process.cwd(), 'package.json'))
const own = (name) => import(pathToFileURL(resolve(name)).href)
const { TestRunner, VitestTestRunner = TestRunner } = await own('vitest/runners')
const { getFn } = await own('vitest/suite')

export default class UnguardedRunner extends VitestTestRunner {
  runTask(test) {
    return unguarded(getFn(test))
  }
}
