import type { SessionCall } from '../call/call.js'
import { readStack, type Stack } from '../stop/read-stack.js'
import type { Job } from './job.js'
import { isOwn } from '../stop/own-code.js'
import { isStopped } from '../stop/threads.js'
import { readWatched, type Reading, type Watched } from './watched-value.js'

export interface Search {
  readonly watched: Watched
  readonly stack: Stack
  readonly maxSteps: number
  /** Folders of the program's own code: the search does not look into functions from elsewhere. */
  readonly folders: readonly string[]
}

export type Outcome = { readonly steps: number; readonly old: Reading } & (
  | { readonly kind: 'changed'; readonly now: Reading; readonly before: Stack; readonly after: Stack }
  | { readonly kind: 'max_steps' | 'out_of_scope' | 'stopped' | 'exited' | 'timeout' }
)

/** Frames that are read at each step. A deeper stack is counted, where the adapter tells its height. */
export const MOST_FRAMES = 64
/** The end of the time is looked at before each step; a step takes milliseconds. */
const LEAST_MS = 700

/** Steps through the program's own code until the value differs. */
export async function findChange(on: SessionCall, job: Job, search: Search): Promise<Outcome> {
  const { watched, maxSteps, folders } = search
  const { threadId } = search.stack
  const old = await readWatched(on, watched, search.stack)
  let before = search.stack
  for (let steps = 1; steps <= maxSteps; steps += 1) {
    if (on.call.rest().timeoutMs < LEAST_MS) return { kind: 'timeout', steps: steps - 1, old }
    const step = await job.move(goesInto(before, folders) ? 'stepIn' : 'stepOut', before)
    if (step.kind === 'over' && !isStopped(on, threadId)) return { kind: whyOver(step.why), steps, old }
    const after = await readStack(on, { threadId, start: 0, count: MOST_FRAMES })
    const now = await readWatched(on, watched, after)
    if (now.kind !== 'gone' && isOther(old, now)) return { kind: 'changed', steps, old, now, before, after }
    if (step.kind === 'over') return { kind: whyOver(step.why), steps, old }
    if (now.kind === 'gone') return { kind: 'out_of_scope', steps, old }
    before = after
  }
  return { kind: 'max_steps', steps: maxSteps, old }
}

/** A pause, a breakpoint or an exception on the way is a stop for all. */
export const whyOver = (why: string) => (why === 'exited' || why === 'timeout' ? why : 'stopped')

const isOther = (old: Reading, now: Reading): boolean =>
  old.kind !== now.kind || (old.kind === 'value' && now.kind === 'value' && old.text !== now.text)

/** A function from elsewhere, such as a library, is left at once. */
const goesInto = ({ frames: [top] }: Stack, folders: readonly string[]): boolean =>
  top !== undefined && isOwn(top, folders)
