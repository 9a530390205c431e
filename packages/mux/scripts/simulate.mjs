#!/usr/bin/env node
// Plays the simulator: `simulate.mjs [--seed N] [--seeds N] [--steps N] [--clients N]`. Needs `npm run build`.
import { simulate } from '../simulator/dist/run.js'
import { shrink } from '../simulator/dist/shrink.js'

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`)
  const value = at === -1 ? otherwise : Number(process.argv[at + 1])
  if (!Number.isInteger(value) || value < 0) {
    console.error(`--${name} needs a whole number`)
    process.exit(2)
  }
  return value
}
const steps = option('steps', 100_000)
const clients = option('clients', 20)
const first = option('seed', 1)
const seeds = process.argv.includes('--seed') ? option('seeds', 1) : option('seeds', 10)

const started = Date.now()
let broken = 0
for (let seed = first; seed < first + seeds; seed += 1) {
  const from = Date.now()
  const result = simulate({ seed, steps, clients })
  const seconds = ((Date.now() - from) / 1000).toFixed(1)
  if (result.kind === 'held') {
    console.log(`seed ${seed}: ${steps} steps, ${result.inputs} inputs, held, ${seconds} s`)
    continue
  }
  broken += 1
  console.log(`seed ${seed}: broken after ${result.journal.length} decisions: ${result.why}`)
  const { journal, why } = shrink(result.journal, clients)
  console.log(`  shrunk to ${journal.length} decisions: ${why}`)
  for (const decision of journal) console.log(`  ${JSON.stringify(decision)}`)
}
console.log(`${seeds} seeds, ${broken} broken, ${((Date.now() - started) / 1000).toFixed(1)} s`)
process.exit(broken === 0 ? 0 : 1)
