// The long form of a test that `npm test` runs in short: faults, fuzzing, the soak.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The whole number that an option holds. A wrong one ends the process: `wrong` says which options need one. */
export function wholeNumber(text, { otherwise, least = 0, wrong }) {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isInteger(value) && value >= least) return value
  console.error(wrong)
  process.exit(2)
}

/** Runs a test file, which takes what is wanted of it from a variable, and ends as it ends: as each of several side by side does. */
export async function runLong(file, variable, ...wanted) {
  const statuses = await Promise.all(wanted.map((one) => statusOf(file, variable, one)))
  process.exit(statuses.find((status) => status !== 0) ?? 0)
}

async function statusOf(file, variable, wanted) {
  const args = ['run', '--project', 'real', '--disableConsoleIntercept', file]
  const child = spawn('node_modules/.bin/vitest', args, {
    stdio: 'inherit',
    env: { ...process.env, [variable]: JSON.stringify(wanted) },
  })
  const [status] = await once(child, 'exit')
  return status ?? 1
}
