// `npm test`: prepares the machine, builds, checks, runs every test and ends with the line `N passed, N failed, N skipped`.
// Arguments are handed to vitest (a file, a name with -t …) and then only the tests run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { prepare } from './prepare.mjs'
import { uncitedRules } from './rules.mjs'

const bin = (name) => `node_modules/.bin/${name}`
const lint = { what: 'lint', command: bin('eslint'), args: ['.'] }
/** They take about as long as the lint together, and run beside it. */
const otherChecks = [
  { what: 'types of the tests', command: bin('tsc'), args: ['-p', 'tsconfig.tests.json'] },
  { what: 'format', command: bin('prettier'), args: ['--check', '--log-level', 'warn', '.'] },
  {
    what: 'layering',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', 'packages', 'adapters'],
  },
  { what: 'unused code', command: bin('knip'), args: [] },
]

/** Runs one after the other; gives what failed. */
async function failuresOf(checks) {
  const failed = []
  for (const check of checks) if (!(await run(check))) failed.push(check.what)
  return failed
}

async function run({ what, command, args }) {
  const started = Date.now()
  const [status] = await once(spawn(command, args, { stdio: 'inherit' }), 'exit')
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

const filters = process.argv.slice(2)
prepare()
if (!(await run({ what: 'build', command: bin('tsc'), args: ['-b'] }))) {
  console.log('0 passed, 1 failed, 0 skipped')
  process.exit(1)
}
const brokenChecks = filters.length > 0 ? [] : (await Promise.all([failuresOf([lint]), failuresOf(otherChecks)])).flat()

rmSync('reports/summary.json', { force: true })
spawnSync(bin('vitest'), ['run', '--reporter=default', '--reporter=./scripts/summary-reporter.mjs', ...filters], {
  stdio: 'inherit',
})
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
