// `npm run soak -- [--rounds N] [--sessions N]`: sessions begin, are used by three clients each and end, round after round, in one
// daemon; then a day passes for it. Resident memory after the last round is compared with that after round 5.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { rounds: { type: 'string' }, sessions: { type: 'string' } } })

function number(text, otherwise) {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isInteger(value) && value > 0) return value
  console.error('--rounds and --sessions need a whole number')
  process.exit(2)
}

const soak = { rounds: number(values.rounds, 20), sessions: number(values.sessions, 50) }
const args = ['run', '--project', 'real', '--disableConsoleIntercept', 'packages/daemon/test/soak/soak.test.ts']
const child = spawn('node_modules/.bin/vitest', args, {
  stdio: 'inherit',
  env: { ...process.env, DAPPLEX_SOAK: JSON.stringify(soak) },
})
const [status] = await once(child, 'exit')
process.exit(status ?? 1)
