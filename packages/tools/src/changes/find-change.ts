import type { SessionCall } from '../call/call.js'
import type { Job, JobStep } from '../experiments/job.js'
import type { Location } from '../stop/location.js'
import { readStack, type Stack } from '../stop/read-stack.js'
import { isOwn } from '../stop/own-code.js'
import { isStopped } from '../stop/threads.js'
import { stepInside, steppedInside } from './step-inside.js'
import { holdOfSteps, ValueWatch } from './value-watch.js'
import { heightOf, type Reading, type Watched } from './watched-value.js'
import { linesOfStep } from './written-places.js'

export interface Search {
  readonly watched: Watched
  readonly stack: Stack
  readonly maxSteps: number
  /** Folders of the program's own code: the search does not look into functions from elsewhere. */
  readonly folders: readonly string[]
}

/** How a change is found: by what the adapter watches itself, by a helper in the program, or by steps. */
export type FoundBy = 'data_breakpoint' | 'helper' | 'steps'

export type Outcome = { readonly steps: number } & (
  | {
      readonly kind: 'changed'
      readonly by: FoundBy
      readonly old: Reading
      readonly now: Reading
      /** Lines of which one has written the value, the innermost first. */
      readonly ran: readonly Location[]
    }
  | { readonly kind: 'max_steps' | 'out_of_scope' | 'stopped' | 'exited' | 'timeout'; readonly old: Reading }
)

/** Frames that are read at each step. A deeper stack is counted, where the adapter tells its height. */
export const MOST_FRAMES = 64

/** Steps through the program's own code until the value differs. */
export async function findBySteps(on: SessionCall, job: Job, search: Search): Promise<Outcome> {
  const { maxSteps, folders } = search
  const { threadId } = search.stack
  const watch = await ValueWatch.begin(on, search, holdOfSteps(search))
  let steps = 0
  const ends = (kind: Exclude<Outcome['kind'], 'changed'>): Outcome => ({ kind, steps, old: watch.old })
  let before = search.stack
  let after = before
  try {
    while (steps < maxSteps) {
      const { isHeld } = watch
      const isOurs = goesInto(before, folders)
      const isInside = isOurs && (await stepInside(on, { ...search, stack: before, isHeld, most: maxSteps - steps }))
      // Of many steps each may come to a breakpoint in a caller anew.
      const step = await job.move(isOurs ? 'stepIn' : 'stepOut', threadId, isInside ? [] : before.frames.slice(1))
      steps += 1
      if (step.state === 'ended' && !isStopped(on, threadId)) return ends(whyEnded(step))
      after = await readStack(on, { threadId, start: 0, count: MOST_FRAMES })
      const inside = isInside ? await steppedInside(on, after) : undefined
      if (inside !== undefined) steps += inside.steps - 1
      const look = await watch.look(after)
      if (look.kind === 'changed') {
        const ran = inside ?? { frames: before.frames, returned: Math.max(0, heightOf(before) - heightOf(after)) }
        const by = inside === undefined ? 'steps' : 'helper'
        return { ...look, by, steps, ran: linesOfStep(on, ran, folders) }
      }
      if (step.state === 'ended') return ends(whyEnded(step))
      if (look.kind === 'gone') return ends('out_of_scope')
      before = after
    }
    return ends('max_steps')
  } finally {
    await watch.release(after)
  }
}

/** A pause, a breakpoint or an exception on the way is a stop for all. */
export const whyEnded = ({ why }: JobStep): 'exited' | 'timeout' | 'stopped' =>
  why === 'exited' || why === 'timeout' ? why : 'stopped'

/** A function from elsewhere, such as a library, is left at once. */
const goesInto = ({ frames: [top] }: Stack, folders: readonly string[]): boolean =>
  top !== undefined && isOwn(top, folders)
