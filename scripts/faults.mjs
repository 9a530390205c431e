// `npm run faults -- [--count N] [--seed N] [--adapter NAME] [--kind TEXT]`: faults of adapters, clients and the machine, one
// after the other, in a daemon with real debuggers. The same seed gives the same faults. `--kind` is a part of the kind's name.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    adapter: { type: 'string' },
    kind: { type: 'string' },
  },
})

function number(text, otherwise) {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  console.error('--count and --seed need a whole number')
  process.exit(2)
}

const run = {
  count: number(values.count, 1000),
  seed: number(values.seed, randomInt(1_000_000_000)),
  ...(values.adapter === undefined ? {} : { adapter: values.adapter }),
  ...(values.kind === undefined ? {} : { kind: values.kind }),
}
console.log(`${run.count} faults, the seed is ${run.seed}`)
const args = ['run', '--project', 'real', '--disableConsoleIntercept', 'packages/daemon/test/faults/faults.test.ts']
const child = spawn('node_modules/.bin/vitest', args, {
  stdio: 'inherit',
  env: { ...process.env, DAPPLEX_FAULTS_RUN: JSON.stringify(run) },
})
const [status] = await once(child, 'exit')
process.exit(status ?? 1)
