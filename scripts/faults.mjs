// `npm run faults -- [--count N] [--seed N] [--daemons N] [--adapter NAME] [--kind TEXT]`: faults of adapters, clients and the
// machine, one after the other, in a daemon with real debuggers. The same seed gives the same faults. With `--daemons` several
// daemons share them, each in a state folder of its own; the second has the next seed, and so on. `--kind` is a part of the kind's name.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runLong, wholeNumber } from './long-run.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    daemons: { type: 'string' },
    adapter: { type: 'string' },
    kind: { type: 'string' },
  },
})

const number = (text, otherwise) =>
  wholeNumber(text, { otherwise, wrong: '--count, --seed and --daemons need a whole number' })

const count = number(values.count, 1000)
const seed = number(values.seed, randomInt(1_000_000_000))
const daemons = Math.max(1, number(values.daemons, 1))
const chosen = {
  ...(values.adapter === undefined ? {} : { adapter: values.adapter }),
  ...(values.kind === undefined ? {} : { kind: values.kind }),
}
console.log(`${count} faults in ${daemons} ${daemons === 1 ? 'daemon' : 'daemons'}, the seed is ${seed}`)
const runs = Array.from({ length: daemons }, (_, at) => ({
  ...chosen,
  count: Math.ceil(count / daemons),
  seed: seed + at,
}))
await runLong('packages/daemon/test/faults/faults.test.ts', 'DAPPLEX_FAULTS_RUN', ...runs)
