// `npm run faults -- [--count N] [--seed N] [--adapter NAME] [--kind TEXT]`: faults of adapters, clients and the machine, one
// after the other, in a daemon with real debuggers. The same seed gives the same faults. `--kind` is a part of the kind's name.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runLong, wholeNumber } from './long-run.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    adapter: { type: 'string' },
    kind: { type: 'string' },
  },
})

const number = (text, otherwise) => wholeNumber(text, { otherwise, wrong: '--count and --seed need a whole number' })

const run = {
  count: number(values.count, 1000),
  seed: number(values.seed, randomInt(1_000_000_000)),
  ...(values.adapter === undefined ? {} : { adapter: values.adapter }),
  ...(values.kind === undefined ? {} : { kind: values.kind }),
}
console.log(`${run.count} faults, the seed is ${run.seed}`)
await runLong('packages/daemon/test/faults/faults.test.ts', 'DAPPLEX_FAULTS_RUN', run)
