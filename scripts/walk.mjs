// `npm run walk -- [--minutes N] [--seed N] [--walks N] [--rounds N] [--language NAME]`: random walks of three editors and an
// agent through a real program, with real debuggers. `--seed N` alone replays one walk.
// `npm run walk -- --agent`: 200 walks of one agent over all tools, 40 in each language; `--walks N` is for each language.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'

const LANGUAGES = {
  javascript: 'node',
  python: 'debugpy',
  go: 'delve',
  lisp: 'swank',
  csharp: 'netcoredbg',
}

function fail(why) {
  console.error(why)
  process.exit(2)
}

const isAgent = process.argv.includes('--agent')
const words = process.argv.slice(2).filter((word) => word !== '--agent')
const given = new Map()
for (let at = 0; at < words.length; at += 2) given.set(words[at], words[at + 1])
for (const name of given.keys())
  if (!['--minutes', '--seed', '--walks', '--rounds', '--language'].includes(name)) fail(`there is no option ${name}`)

function number(name, otherwise) {
  const text = given.get(`--${name}`)
  const value = text === undefined ? otherwise : Number(text)
  if (value !== undefined && !(value >= 0)) fail(`--${name} needs a number`)
  return value
}

const language = given.get('--language')
const adapters = Object.values(LANGUAGES)
const adapter = language === undefined ? undefined : (LANGUAGES[language] ?? language)
if (adapter !== undefined && !adapters.includes(adapter))
  fail(`--language is one of ${Object.keys(LANGUAGES).join(', ')}, or the adapter's name`)

const seed = number('seed', undefined)
const walk = {
  who: isAgent ? 'agent' : 'all',
  // 20 minutes in all, unless said otherwise.
  minutes: number('minutes', 20) / (adapter === undefined ? adapters.length : 1),
  rounds: number('rounds', 40),
  seed: seed ?? randomInt(1_000_000_000),
  walks: number('walks', seed === undefined || given.has('--minutes') ? (isAgent ? 40 : undefined) : 1),
  adapter,
}
console.log(`the first seed is ${walk.seed}`)
const test = isAgent ? 'agent/agent-walk' : 'walk'
const args = ['run', '--project', 'real', '--disableConsoleIntercept', `packages/daemon/test/walk/${test}.test.ts`]
const child = spawn('node_modules/.bin/vitest', args, {
  stdio: 'inherit',
  env: { ...process.env, DAPPLEX_WALK: JSON.stringify(walk) },
})
const [status] = await once(child, 'exit')
process.exit(status ?? 1)
