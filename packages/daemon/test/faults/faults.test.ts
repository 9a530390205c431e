import { missing } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { faultsOf, longRun, type FaultRun } from './plan.js'
import { Growth } from './growth.js'
import { playFault } from './play.js'
import { faultSubjects, type FaultSubject } from './subjects.js'
import { FaultWorld } from './world.js'

/** Played by `npm test`: a seed that has found a fault replaces one that has not. */
const SHORT: FaultRun = { count: 40, seed: 1 }
/** After so many faults of a long run the sessions end, and what the daemon holds is compared. */
const REST_EVERY = 100
const HOURS_MS = 12 * 3_600_000

const long = longRun()
const present = faultSubjects.filter(({ needs }) => missing(...needs) === undefined)
const cheap = present.filter(({ adapter }) => adapter === 'node' || adapter === 'debugpy')

interface Played {
  readonly problems: readonly string[]
  readonly growth: Growth
}

async function playRun(
  run: FaultRun,
  subjects: readonly FaultSubject[],
  tell: (line: string) => void,
): Promise<Played> {
  const world = await FaultWorld.open(subjects)
  const growth = new Growth()
  const started = performance.now()
  const costs = new Map<string, { count: number; ms: number }>()
  try {
    for (const [at, fault] of faultsOf(run, subjects).entries()) {
      const from = performance.now()
      const before = world.problems.length
      const what = `fault ${at} (seed ${run.seed}): ${fault.kind.name} [${fault.subject.adapter}, ${fault.n}]`
      try {
        await playFault(world, fault)
      } catch (error) {
        world.problem(error instanceof Error ? (error.stack ?? error.message) : String(error))
      }
      const { count, ms } = costs.get(fault.kind.name) ?? { count: 0, ms: 0 }
      costs.set(fault.kind.name, { count: count + 1, ms: ms + performance.now() - from })
      for (const problem of world.problems.slice(before)) tell(`${what}: ${problem}`)
      if (performance.now() - from > SLOW_MS) tell(`${what}: took ${((performance.now() - from) / 1000).toFixed(1)} s`)
      if (world.problems.length > before) {
        tell(`the daemon: ${world.daemon.trail()}`)
        if (run === SHORT || world.problems.length >= MOST_PROBLEMS) break
        await world.beginAnew()
      }
      if ((at + 1) % REST_EVERY === 0) {
        const rest = await world.atRest(growth.firstDescriptors)
        growth.add(rest)
        const seconds = (performance.now() - started) / 1000
        tell(
          `seed ${run.seed}: ${at + 1} faults, ${seconds.toFixed(0)} s, ${world.records.total} records: ${growth.last()}`,
        )
      }
    }
  } finally {
    for (const [name, { count, ms }] of [...costs].sort(([, a], [, b]) => b.ms - a.ms))
      tell(`  ${count} × ${name}: ${(ms / count).toFixed(0)} ms each`)
    await world.close()
  }
  return { problems: world.problems, growth }
}

const SLOW_MS = 15_000
/** A long run goes on after a problem, so that it finds others too. */
const MOST_PROBLEMS = 10

const WHAT = 'one answer each, no process left, no record lost, the daemon alive, the next session works'

describe.skipIf(process.platform !== 'linux')('faults of adapters, clients and the machine', () => {
  if (long === undefined)
    test(`mux 15, 16, 20, 26, 27: ${WHAT}: ${SHORT.count} faults, seed ${SHORT.seed}`, async () => {
      const { problems } = await playRun(SHORT, cheap, () => undefined)
      expect(problems).toEqual([])
    })
  else
    test(`${long.count} faults, seed ${long.seed}: ${WHAT}, nothing grows`, { timeout: HOURS_MS }, async () => {
      const subjects = present.filter(({ adapter }) => (long.adapter ?? adapter) === adapter)
      const { problems, growth } = await playRun(long, subjects, (line) => console.log(line))
      expect([...problems, ...growth.problems()]).toEqual([])
    })
})
