import { describe, expect, test } from 'vitest'
import { needs } from '../../rules/support/subjects.js'
import { longWalk, type LongWalk } from '../plan.js'
import { playAgent, type AgentWalkResult } from './play-agent.js'
import { stepsOf } from './steps.js'
import { trapSubjects, type TrapSubject } from './traps.js'

const long = longWalk('agent')

const WHAT = 'results keep to their size and have _meta, and no code of the program runs unasked'

/** Walks that `npm test` plays, by adapter: the same each time. A seed that has found a fault replaces one that has not. */
const SHORT: Readonly<Record<string, { readonly seed: number; readonly calls: number }>> = {
  node: { seed: 1, calls: 60 },
  debugpy: { seed: 2, calls: 60 },
  delve: { seed: 3, calls: 60 },
  swank: { seed: 100, calls: 50 },
  netcoredbg: { seed: 101, calls: 50 },
}

const shown = ({ problems, history }: AgentWalkResult): string =>
  problems.length === 0 ? 'held' : `${problems.join('\n')}\n\n${history}`

/** Walks one after the other. Each one that fails is printed with its seed. */
async function walkOn(subject: TrapSubject, { rounds, seed, walks = 40 }: LongWalk): Promise<number[]> {
  const failed: number[] = []
  const refusals = new Map<string, number>()
  let calls = 0
  for (let played = 0; played < walks; played += 1) {
    const result = await playAgent(stepsOf(seed + played, rounds), subject)
    calls += result.calls
    if (result.problems.length > 0) {
      failed.push(seed + played)
      console.log(`${subject.adapter} seed ${seed + played}: ${shown(result)}`)
    }
    for (const [what, count] of result.refusals) refusals.set(what, (refusals.get(what) ?? 0) + count)
  }
  console.log(`${subject.adapter}: ${walks} walks, ${calls} calls, ${failed.length} broken (${failed.join()})`)
  for (const [what, count] of [...refusals].sort(([, a], [, b]) => b - a)) console.log(`  ${count} × ${what}`)
  return failed
}

const subjects = trapSubjects.filter(({ adapter }) => (long?.adapter ?? adapter) === adapter)

describe.each(subjects)('a walk of an agent over the tools', (subject) => {
  const short = SHORT[subject.adapter]
  if (long === undefined && short !== undefined)
    test(`${WHAT}: seed ${short.seed} [${subject.adapter}]`, { timeout: 300_000 }, async (context) => {
      needs(context, subject)
      expect(shown(await playAgent(stepsOf(short.seed, short.calls), subject))).toBe('held')
    })
  if (long !== undefined)
    test(`so many walks as are asked for [${subject.adapter}]`, { timeout: 4 * 3_600_000 }, async (context) => {
      needs(context, subject)
      expect(await walkOn(subject, long)).toEqual([])
    })
})
