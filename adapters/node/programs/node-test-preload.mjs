// Is loaded before the files of a run of `node:test`.
import { AsyncResource } from 'node:async_hooks'
import { unguarded } from './unguarded.mjs'

const { runInAsyncScope } = AsyncResource.prototype

// `node:test` runs the function of a test by this method (Node 20, `lib/internal/test_runner/test.js`). A function that takes a
// callback returns before the test has ended, so its errors are uncaught already.
AsyncResource.prototype.runInAsyncScope = function runTest(call, self, ...args) {
  const isTest = this.constructor.name === 'Test' && this.fn === call && args.length <= 1 && call.length < 2
  if (!isTest) return Reflect.apply(runInAsyncScope, this, [call, self, ...args])
  return Reflect.apply(runInAsyncScope, this, [() => unguarded(() => Reflect.apply(call, self, args)), self])
}
