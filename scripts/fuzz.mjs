// `npm run fuzz -- [--inputs N] [--seed N] [--target NAME]`: spoiled inputs for everything that reads what others have written,
// guided by the code that they reach. N is for a target of text; framing gets ten times as many, a reader of files fewer.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runLong, wholeNumber } from './long-run.mjs'

const { values } = parseArgs({
  options: { inputs: { type: 'string' }, seed: { type: 'string' }, target: { type: 'string' } },
})

const number = (text, otherwise) => wholeNumber(text, { otherwise, wrong: '--inputs and --seed need a whole number' })

const run = {
  inputs: number(values.inputs, 1_000_000),
  seed: number(values.seed, randomInt(1_000_000_000)),
  ...(values.target === undefined ? {} : { target: values.target }),
}
console.log(`${run.inputs} inputs for each target, the seed is ${run.seed}`)
await runLong('packages/daemon/test/fuzz/fuzz.test.ts', 'DAPPLEX_FUZZ', run)
