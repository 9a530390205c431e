// Counts the tests of a run, names every skip with its reason, and lists the slowest files. A skip without a reason is a
// failure: nobody can tell whether it was meant.
import { mkdirSync, writeFileSync } from 'node:fs'

export default class SummaryReporter {
  onTestRunEnd(modules, errors) {
    const lengths = lengthsOf(modules)
    const summary = {
      passed: 0,
      failed: errors.length,
      skipped: 0,
      skips: {},
      unexplained: [],
      slowest: lengths.slice(0, 10),
    }
    for (const module of modules) {
      summary.failed += module.errors().length
      for (const test of module.children.allTests()) count(test, module, summary)
    }
    mkdirSync('reports', { recursive: true })
    writeFileSync('reports/summary.json', JSON.stringify(summary, null, 2))
    writeFileSync('reports/test-lengths.json', JSON.stringify(worthRecording(lengths), null, 2))
    writeFileSync('reports/tests.json', JSON.stringify(modules.flatMap(listTests), null, 2))
  }
}

function count(test, module, summary) {
  const result = test.result()
  if (result.state === 'passed') summary.passed++
  else if (result.state === 'failed' || result.state === 'pending') summary.failed++
  else {
    summary.skipped++
    const name = `${module.relativeModuleId}: ${test.fullName}`
    if (result.note === undefined || result.note === '') summary.unexplained.push(name)
    else (summary.skips[result.note] ??= []).push(name)
  }
}

/** The files with the time that they took, and took to load; the longest first. */
function lengthsOf(modules) {
  const timed = modules.map((module) => {
    const { duration, collectDuration } = module.diagnostic()
    return { file: module.relativeModuleId, seconds: (duration + collectDuration) / 1000 }
  })
  return timed.sort((one, other) => other.seconds - one.seconds)
}

/** What `scripts/test-lengths.json` has, in s. The order of short files makes no difference. */
function worthRecording(lengths) {
  return Object.fromEntries(
    lengths.filter(({ seconds }) => seconds >= 8).map(({ file, seconds }) => [file, Math.round(seconds)]),
  )
}

/** The tests that ran, for the rule table (`npm run rules`). */
function listTests(module) {
  return [...module.children.allTests()].map((test) => ({
    file: module.relativeModuleId,
    name: test.fullName,
    state: test.result().state,
  }))
}
