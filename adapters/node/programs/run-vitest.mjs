// Lists or runs tests with the vitest of a project, all of it in this one process, where a debugger sees it. The argument is a JSON
// object: `files`, `args`; for a run also `progress` (a file), and `names` of the tests or null for all.
import { EventEmitter } from 'node:events'
import { openSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { linesInPlace } from './lines-in-place.mjs'
import { withUnguardedTests } from './unguarded-vitest.mjs'

/** vitest forbids the tests to call it, and they are in this process. */
const exit = process.exit.bind(process)
const asked = JSON.parse(process.argv[2])
const root = process.cwd()
// Who reads the output reads text; vitest takes CI for a terminal with colours.
if (process.env.FORCE_COLOR === undefined) process.env.NO_COLOR = '1'
const { resolve } = createRequire(join(root, 'package.json'))
const own = (name) => import(pathToFileURL(resolve(name)).href)

const { createVitest, parseCLI } = await own('vitest/node')
const { init, runBaseTests, setupEnvironment } = await own('vitest/worker')
const { parseAst } = await import(pathToFileURL(createRequire(resolve('vitest/node')).resolve('vite')).href)

const runInThisContext = vm.runInThisContext
let mapsStacks
// The modules of a test are run by this function (vitest 4, `VitestModuleEvaluator`).
vm.runInThisContext = (code, options) => {
  const placed = linesInPlace(code, parseAst)
  if (placed === undefined) return runInThisContext(code, options)
  // Vite maps the lines of stacks. Lines that are in place must not be mapped once more.
  mapsStacks ??= Error.prepareStackTrace
  if (Error.prepareStackTrace === mapsStacks) Error.prepareStackTrace = undefined
  return withUnguardedTests(runInThisContext(placed, options))
}

/** A worker of vitest that is no other process or thread (vitest 4, "Custom Pool"). Messages are copied as between threads. */
const here = {
  name: 'here',
  createPoolWorker() {
    const toWorker = new EventEmitter()
    const toPool = new EventEmitter()
    const send = (emitter, message) => queueMicrotask(() => emitter.emit('message', message))
    return {
      name: 'here',
      on: (event, listener) => toPool.on(event, listener),
      off: (event, listener) => toPool.off(event, listener),
      send: (message) => send(toWorker, structuredClone(message)),
      deserialize: (data) => data,
      canReuse: () => true,
      start: async () =>
        init({
          post: (response) => send(toPool, structuredClone(response)),
          on: (listener) => toWorker.on('message', listener),
          off: (listener) => toWorker.off('message', listener),
          teardown: () => toWorker.removeAllListeners(),
          runTests: (state, traces) => runBaseTests('run', state, traces),
          collectTests: (state, traces) => runBaseTests('collect', state, traces),
          setup: setupEnvironment,
        }),
      stop: async () => toWorker.removeAllListeners(),
    }
  },
}

const { options: given } = parseCLI(['vitest', 'run', ...(asked.args ?? [])])
const options = {
  ...given,
  root,
  watch: false,
  pool: here,
  isolate: false,
  fileParallelism: false,
  includeTaskLocation: true,
  // Somebody may look at a stop for a long time.
  testTimeout: 0,
  hookTimeout: 0,
  coverage: { enabled: false },
  api: false,
}

/** The same name for a test in the list and in a run. */
const nameOf = (test) => `${relative(root, test.module.moduleId)} > ${test.fullName}`
const placeOf = (test) => ({
  name: nameOf(test),
  file: test.module.moduleId,
  ...(test.location === undefined ? {} : { line: test.location.line }),
})

async function list() {
  const vitest = await createVitest('test', { ...options, reporters: [{}] })
  const { testModules, unhandledErrors } = await vitest.collect(asked.files)
  const tests = testModules.flatMap((module) => [...module.children.allTests()].map(placeOf))
  const problems = [...testModules.flatMap((module) => module.errors()), ...unhandledErrors]
  process.stdout.write(
    `\ndapplex-tests:${JSON.stringify({ tests, problems: problems.map(({ message }) => message) })}\n`,
  )
  await vitest.close()
}

class Reporter {
  #file = openSync(asked.progress, 'w')

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    const isLeftOut = asked.names !== null && !asked.names.includes(nameOf(test))
    if (isLeftOut || state === 'pending') return
    const [error] = errors
    const failed = state === 'failed' ? { message: error?.message ?? '', ...failedAt(test, error) } : {}
    this.#tell({ ...placeOf(test), ...failed }, state)
  }

  onTestModuleEnd(module) {
    for (const { message } of module.errors())
      this.#tell({ name: relative(root, module.moduleId), file: module.moduleId, message }, 'failed')
  }

  #tell(test, outcome) {
    writeSync(this.#file, `${JSON.stringify({ event: 'end', ...test, outcome })}\n`)
  }
}

/** The line of the test's own file, also where a helper in another file has failed. */
function failedAt(test, error) {
  const row = (error?.stacks ?? []).findLast(({ file }) => file === test.module.moduleId)
  return row === undefined ? {} : { line: row.line }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

async function run() {
  const chosen = asked.titles?.map((title) => escaped(title.split(' > ').join(' ')))
  const pattern = chosen === undefined ? {} : { testNamePattern: new RegExp(String.raw`^\s*(?:${chosen.join('|')})$`) }
  const vitest = await createVitest('test', { ...options, ...pattern, reporters: ['default', new Reporter()] })
  await vitest.start(asked.files)
  await vitest.close()
}

await (asked.progress === undefined ? list() : run())
exit()
