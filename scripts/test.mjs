// `npm test`: prepares the machine, builds, checks, runs every test and ends with the line `N passed, N failed, N skipped`.
// Arguments are handed to vitest (a file, a name with -t …) and then only the tests run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { constants, devNull, setPriority } from 'node:os'
import { has as onPath, prepare } from './prepare.mjs'
import { uncitedRules } from './rules.mjs'

const bin = (name) => `node_modules/.bin/${name}`
/** Needs nothing that is built, so it runs beside the build, which uses one core. */
const format = { what: 'format', command: bin('prettier'), args: ['--check', '--log-level', 'warn', '.'] }
const builds = [
  { what: 'build', command: bin('tsc'), args: ['-b'] },
  { what: 'bundles', command: process.execPath, args: ['scripts/bundle.mjs'] },
  { what: 'extension for VS Code', command: process.execPath, args: ['packages/vscode/scripts/bundle.mjs'] },
]
const checks = [
  { what: 'types of the tests', command: bin('tsc'), args: ['-p', 'tsconfig.tests.json'] },
  {
    what: 'layering',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', 'packages', 'adapters'],
  },
  { what: 'unused code', command: bin('knip'), args: [] },
  { what: 'lint', command: bin('eslint'), args: ['.'] },
]

/**
 * Runs the checks one after the other beside the tests, which leave a core idle while they wait for debuggers. The tests
 * come first: the checks get what is left. Gives what failed.
 */
async function failuresOfChecks(isFormatted) {
  const failed = (await isFormatted) ? [] : [format.what]
  for (const check of checks) if (!(await runBeside(check))) failed.push(check.what)
  return failed
}

async function runBeside({ what, command, args }) {
  const started = Date.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  lowerPriority(child.pid)
  const output = []
  child.stdout.on('data', (bytes) => output.push(bytes))
  child.stderr.on('data', (bytes) => output.push(bytes))
  const [status] = await once(child, 'close')
  // In one piece: the lines of the tests come in between otherwise.
  console.log(`${Buffer.concat(output).toString()}${outcome(what, status, started)}`)
  return status === 0
}

function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system does not allow it: then it runs like the rest.
  }
}

async function run({ what, command, args, cwd }) {
  const started = Date.now()
  const [status] = await once(spawn(command, args, { stdio: 'inherit', cwd }), 'exit')
  console.log(outcome(what, status, started))
  return status === 0
}

function outcome(what, status, started) {
  return `${status === 0 ? 'ok    ' : 'FAILED'} ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)`
}

const filters = process.argv.slice(2)
prepare()
const isFormatted = filters.length > 0 ? true : runBeside(format)
for (const build of builds)
  if (!(await run(build))) {
    console.log('0 passed, 1 failed, 0 skipped')
    process.exit(1)
  }
// Ahead of the tests, so that no test waits for it. With a full cache this takes no time.
if (onPath('go'))
  await run({
    what: 'Go library without optimization',
    command: 'go',
    args: ['build', '-gcflags=all=-N -l', '-o', devNull, '.'],
    cwd: 'fixtures/programs/go/orders',
  })
rmSync('reports/summary.json', { force: true })
const reporters = ['--reporter=default', '--reporter=./scripts/summary-reporter.mjs']
// The project `vscode` has its own command: `npm run test:vscode`.
const projects = filters.some((one) => one.startsWith('--project')) ? [] : ['--project=unit', '--project=real']
const [brokenChecks] = await Promise.all([
  filters.length > 0 ? [] : failuresOfChecks(isFormatted),
  run({ what: 'tests', command: bin('vitest'), args: ['run', ...projects, ...reporters, ...filters] }),
])
if (filters.length === 0)
  for (const { rule, title } of uncitedRules()) brokenChecks.push(`rule ${rule} (${title}) has no test that passed`)
report(readSummary())

function readSummary() {
  try {
    return JSON.parse(readFileSync('reports/summary.json', 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, skips: {}, unexplained: ['the test run wrote no summary'], slowest: [] }
  }
}

function report({ passed, failed, skipped, skips, unexplained, slowest }) {
  console.log('\nthe slowest files:')
  for (const { file, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
  for (const [reason, tests] of Object.entries(skips)) {
    console.log(`\nskipped, ${reason}:`)
    for (const test of tests) console.log(`  ${test}`)
  }
  for (const test of unexplained) console.log(`skipped without a reason (counts as failed): ${test}`)
  for (const check of brokenChecks) console.log(`check failed: ${check}`)
  const allFailed = failed + unexplained.length + brokenChecks.length
  console.log(
    `\n${passed} passed, ${allFailed} failed, ${skipped - unexplained.length > 0 ? skipped - unexplained.length : 0} skipped`,
  )
  process.exit(allFailed === 0 && passed > 0 ? 0 : 1)
}
