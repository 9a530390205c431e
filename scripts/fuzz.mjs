// `npm run fuzz -- [--inputs N] [--seed N] [--target NAME]`: spoiled inputs for everything that reads what others have written,
// guided by the code that they reach. N is for a target of text; framing gets ten times as many, a reader of files fewer.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { inputs: { type: 'string' }, seed: { type: 'string' }, target: { type: 'string' } },
})

function number(text, otherwise) {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  console.error('--inputs and --seed need a whole number')
  process.exit(2)
}

const run = {
  inputs: number(values.inputs, 1_000_000),
  seed: number(values.seed, randomInt(1_000_000_000)),
  ...(values.target === undefined ? {} : { target: values.target }),
}
console.log(`${run.inputs} inputs for each target, the seed is ${run.seed}`)
const args = ['run', '--project', 'real', '--disableConsoleIntercept', 'packages/daemon/test/fuzz/fuzz.test.ts']
const child = spawn('node_modules/.bin/vitest', args, {
  stdio: 'inherit',
  env: { ...process.env, DAPPLEX_FUZZ: JSON.stringify(run) },
})
const [status] = await once(child, 'exit')
process.exit(status ?? 1)
