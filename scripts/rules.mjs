// `npm run rules`: the 29 rules of one session with many clients and the 40 of the workflow tree, each with the tests that
// cite it (`mux N`, `workflow N` in the name) in the latest whole run, and the adapters they ran against. Exit code 1 when a
// rule has no test that passed.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Short names of the rules; their text is in docs/rules.md. */
const muxRules = [
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
/** Their text is in docs/workflow.md. */
const workflowRules = [
  'states of a node',
  'the state of the program stands beside',
  'the root',
  'life of an investigation',
  'life of a session',
  'child sessions and restarts',
  'what ends with its parent',
  'how long what has ended stays',
  'where a call stands',
  'where the command line stands',
  'what can be seen',
  'inspect_current_node',
  'read_ancestor_chain',
  'list_siblings_children',
  'inspect_prior_outputs',
  'inspect_cache_status',
  'request_spawn_workflow',
  'the methods that make them live',
  'what leaves a record',
  'where it is filed',
  'limits of records',
  'keys of the cache',
  'what is kept',
  'what moves the epoch',
  'what is never kept',
  '_meta.cache',
  'limits of the cache',
  'policy of spawning',
  'asking',
  'limits of spawning',
  'named configurations only',
  'limits of child sessions',
  'names',
  'hidden whole',
  'sensitive keys',
  'sensitive values',
  'everything that is stored',
  'form of the journal',
  'synced before the answer',
  'recovery',
]
const books = { mux: muxRules, workflow: workflowRules }
const adapters = ['node', 'debugpy', 'swank', 'netcoredbg', 'lldb', 'delve', 'js-debug', 'replay', 'scripted']

/** Numbers cited by a test's name: `mux 6`, `mux 1, 4`, `mux 1–3`. */
export function citedRules(name, book = 'mux') {
  return [...name.matchAll(new RegExp(`\\b${book} (\\d+(?:\\s*[,–-]\\s*\\d+)*)`, 'g'))].flatMap(([, list]) =>
    list.split(',').flatMap((part) => {
      const [from, to = from] = part.split(/[–-]/).map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    }),
  )
}

export function ruleTable(tests) {
  return Object.entries(books).flatMap(([book, rules]) => rules.map((title, at) => ruleRow(tests, { book, title, at })))
}

function ruleRow(tests, { book, title, at }) {
  const cited = tests.filter((test) => test.state === 'passed' && citedRules(test.name, book).includes(at + 1))
  const text = cited
    .map((test) => `${test.file} ${test.name}`)
    .join('\n')
    .toLowerCase()
  return {
    rule: `${book} ${at + 1}`,
    title,
    tests: cited,
    adapters: adapters.filter((adapter) => new RegExp(`\\b${adapter}\\b`).test(text)),
  }
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
    console.log(`${row.rule.padEnd(13)}${row.title}`)
    console.log(
      `       ${row.tests.length} tests; adapters: ${row.adapters.join(', ') || (row.rule.startsWith('mux') ? 'the core alone' : 'none')}`,
    )
    if (process.argv.includes('--tests')) for (const test of row.tests) console.log(`       - ${test.name}`)
  }
  const missing = table.filter((row) => row.tests.length === 0)
  for (const row of missing) console.error(`rule ${row.rule} (${row.title}) has no test that passed`)
  process.exit(missing.length === 0 ? 0 : 1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) print()
