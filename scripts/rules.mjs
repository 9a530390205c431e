// `npm run rules`: the 29 rules of one session with many clients, each with the tests that cite it (`mux N` in the name)
// in the latest whole run, and the adapters they ran against. Exit code 1 when a rule has no test that passed.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Short names of the rules; their text is in docs/rules.md. */
const rules = [
  'breakpoints are merged',
  'each client hears of its own breakpoints',
  'a leaving client takes its breakpoints along',
  'function, data, instruction and exception breakpoints',
  'ids are the multiplexer’s own, stale ones fail',
  'exactly one `continued`',
  'late join',
  'per-client conventions',
  'capabilities',
  'one initialize, launch, configurationDone',
  'lifecycle is honest',
  'cancel and progress',
  'reverse requests',
  'child sessions',
  'adapter death',
  'a slow client harms nobody',
  'races between resumes',
  'attribution',
  'control',
  'one response to each request',
  'unknown events and fields pass',
  'order',
  'framing limits',
  'what dapplex originates is valid DAP',
  'nothing unsupported reaches an adapter',
  'a silent adapter is noticed',
  'end of the daemon',
  'writes are seen by all',
  'nobody stays stuck',
]
const adapters = ['node', 'debugpy', 'swank', 'netcoredbg', 'lldb', 'delve', 'js-debug', 'replay', 'scripted']

/** Numbers cited by a test's name: `mux 6`, `mux 1, 4`, `mux 1–3`. */
export function citedRules(name) {
  return [...name.matchAll(/\bmux (\d+(?:\s*[,–-]\s*\d+)*)/g)].flatMap(([, list]) =>
    list.split(',').flatMap((part) => {
      const [from, to = from] = part.split(/[–-]/).map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    }),
  )
}

export function ruleTable(tests) {
  return rules.map((title, at) => {
    const cited = tests.filter((test) => test.state === 'passed' && citedRules(test.name).includes(at + 1))
    const text = cited
      .map((test) => `${test.file} ${test.name}`)
      .join('\n')
      .toLowerCase()
    return {
      rule: at + 1,
      title,
      tests: cited,
      adapters: adapters.filter((adapter) => new RegExp(`\\b${adapter}\\b`).test(text)),
    }
  })
}

export function readTests() {
  try {
    return JSON.parse(readFileSync('reports/tests.json', 'utf8'))
  } catch {
    console.error('no report of a test run; run npm test first')
    return []
  }
}

export function uncitedRules() {
  return ruleTable(readTests()).filter((row) => row.tests.length === 0)
}

function print() {
  const table = ruleTable(readTests())
  for (const row of table) {
    console.log(`mux ${String(row.rule).padEnd(3)}${row.title}`)
    console.log(`       ${row.tests.length} tests; adapters: ${row.adapters.join(', ') || 'the core alone'}`)
    if (process.argv.includes('--tests')) for (const test of row.tests) console.log(`       - ${test.name}`)
  }
  const missing = table.filter((row) => row.tests.length === 0)
  for (const row of missing) console.error(`rule ${row.rule} (${row.title}) has no test that passed`)
  process.exit(missing.length === 0 ? 0 : 1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) print()
