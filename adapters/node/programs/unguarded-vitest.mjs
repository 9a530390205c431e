// `test` and `it` of vitest, for tests that nothing guards. vitest itself calls each test inside functions that catch all errors.
import { unguarded } from './unguarded.mjs'

const proxies = new WeakMap()

/** `test`, and what it gives: `test.skip`, `test.each(…)`, `test.extend(…)`. */
function unguardedTest(test) {
  const known = proxies.get(test)
  if (known !== undefined) return known
  const proxy = new Proxy(test, {
    // A function behind the name is the test's own.
    apply: (target, self, [name, ...rest]) => wrapped(Reflect.apply(target, self, [name, ...rest.map(asTest)])),
    get: (target, property) => wrapped(Reflect.get(target, property)),
  })
  proxies.set(test, proxy)
  proxies.set(proxy, proxy)
  return proxy
}

const wrapped = (value) => (typeof value === 'function' ? unguardedTest(value) : value)

/** vitest reads the text of a test's function to find the fixtures that it uses. */
function asTest(value) {
  if (typeof value !== 'function') return value
  const test = function test(...args) {
    return unguarded(() => Reflect.apply(value, this, args))
  }
  return Object.assign(test, { toString: () => value.toString() })
}

/** What a file gets that imports vitest, by what it would get. */
const modules = new WeakMap()

function unguardedModule(module) {
  const isVitest = ['vi', 'test', 'it', 'expect', 'describe'].every((name) => name in module)
  if (!isVitest) return module
  const own = modules.get(module) ?? { ...module, test: unguardedTest(module.test), it: unguardedTest(module.it) }
  modules.set(module, own)
  return own
}

/** The module function that Vite has made of a file, with an import of vitest that gives these tests. */
export function withUnguardedTests(run) {
  for (const name of ['test', 'it'])
    if (typeof globalThis[name] === 'function') globalThis[name] = unguardedTest(globalThis[name])
  return (exports, meta, load, ...others) =>
    run(exports, meta, async (...asked) => unguardedModule(await load(...asked)), ...others)
}
