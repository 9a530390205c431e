import { describe, expect, test } from 'vitest'
import { needs } from '../rules/support/subjects.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { longWalk, SHORT, type LongWalk } from './plan.js'
import { playWalk, type WalkResult } from './play.js'
import { walkSubjects, type WalkSubject } from './subjects.js'
import { walkOf } from './turn.js'

const { processes } = tagProcesses()
const long = longWalk()

const WHAT = 'one answer each, results of one stop, no stop missed, nobody frozen, no process left'

const shown = ({ problems, history }: WalkResult): string =>
  problems.length === 0 ? 'held' : `${problems.join('\n')}\n\n${history}`

/** Walks until the time is over. Each one that fails is printed with its seed. */
async function walkOn(subject: WalkSubject, { minutes, rounds, seed, walks }: LongWalk): Promise<number[]> {
  const failed: number[] = []
  const refusals = new Map<string, number>()
  const started = performance.now()
  const isOver = (played: number) =>
    walks === undefined ? performance.now() - started > minutes * 60_000 : played >= walks
  let played = 0
  for (; !isOver(played); played += 1) {
    const from = performance.now()
    const result = await playWalk(walkOf(seed + played, rounds), subject, processes)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    console.log(`${subject.adapter} seed ${seed + played}: ${rounds} rounds, ${seconds} s, ${shown(result)}`)
    if (result.problems.length > 0) failed.push(seed + played)
    for (const [what, count] of result.refusals) refusals.set(what, (refusals.get(what) ?? 0) + count)
  }
  console.log(`${subject.adapter}: ${played} walks, ${failed.length} broken (${failed.join()})`)
  for (const [what, count] of [...refusals].sort(([, a], [, b]) => b - a)) console.log(`  ${count} × ${what}`)
  return failed
}

const subjects = walkSubjects.filter(({ adapter }) => (long?.adapter ?? adapter) === adapter)

describe.each(subjects)('a walk of three editors and an agent', (subject) => {
  const short = SHORT[subject.adapter]
  if (long === undefined && short !== undefined)
    test(
      `mux 6, 17, 20, 29: ${WHAT}: seed ${short.seed} [${subject.adapter}]`,
      { timeout: 300_000 },
      async (context) => {
        needs(context, subject)
        expect(shown(await playWalk(walkOf(short.seed, short.rounds), subject, processes))).toBe('held')
      },
    )
  if (long !== undefined)
    test(`walks until the time is over [${subject.adapter}]`, { timeout: 4 * 3_600_000 }, async (context) => {
      needs(context, subject)
      expect(await walkOn(subject, long)).toEqual([])
    })
})
