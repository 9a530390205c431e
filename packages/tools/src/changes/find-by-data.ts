import { parsePath, textIn, ToolError } from '@dapplex/protocol'
import { canWatch, named } from '../breakpoints/data-breakpoint-set.js'
import type { SessionCall } from '../call/call.js'
import type { Job } from '../experiments/job.js'
import { readStack } from '../stop/read-stack.js'
import { isStopped } from '../stop/threads.js'
import { isGlobal } from '../variables/resolve-path.js'
import { MOST_FRAMES, whyEnded, type Outcome, type Search } from './find-change.js'
import { linesOfStop } from './lines-of-stop.js'
import { ValueWatch, type Hold } from './value-watch.js'
import { frameIndexOf, type Watched } from './watched-value.js'

/**
 * Runs to the next stop at a data breakpoint of the job, until the value differs. Any thread may be the one that writes.
 * @returns undefined where the adapter cannot watch this value: the program has not moved then
 */
export async function findByData(on: SessionCall, job: Job, search: Search): Promise<Outcome | undefined> {
  const { maxSteps, folders } = search
  const hold = await watchData(on, job, search)
  if (hold === undefined) return undefined
  const watch = await ValueWatch.begin(on, search, hold)
  const ends = (kind: Exclude<Outcome['kind'], 'changed'>, steps: number): Outcome => ({ kind, steps, old: watch.old })
  let { stack } = search
  try {
    for (let steps = 1; steps <= maxSteps; steps += 1) {
      const step = await job.move('continue', stack.threadId)
      const threadId = step.threadId ?? on.view.stop?.threadId ?? stack.threadId
      if (step.state === 'ended' && !isStopped(on, threadId)) return ends(whyEnded(step), steps)
      stack = await readStack(on, { threadId, start: 0, count: MOST_FRAMES })
      const look = await watch.look(stack)
      if (look.kind === 'changed') {
        const { by, lines } = await linesOfStop(on, { stack, folders })
        return { ...look, by, steps, ran: lines }
      }
      if (step.state === 'ended') return ends(whyEnded(step), steps)
      if (look.kind === 'gone') return ends('out_of_scope', steps)
    }
    return ends('max_steps', maxSteps)
  } finally {
    await watch.release(stack)
  }
}

/** Sets the data breakpoint, which ends with the job. @returns how the value stays in sight; undefined where it cannot be watched */
async function watchData(on: SessionCall, job: Job, { watched, stack }: Search): Promise<Hold | undefined> {
  const frame = stack.frames[frameIndexOf(watched, stack)]
  if (frame === undefined || !canWatch(on)) return undefined
  try {
    const dataId = await dataIdOf(on, frame.id, watched.expression)
    if (dataId === undefined) return undefined
    const { id, verified } = await job.breakpoint({ dataId, accessType: 'write' })
    if (verified) return await holdOf(on, frame.id, watched)
    await job.remove(id)
    return undefined
  } catch (error) {
    if (error instanceof ToolError && error.type !== 'CANCELLED' && error.type !== 'TIMEOUT') return undefined
    throw error
  }
}

async function dataIdOf(on: SessionCall, frameId: number, expression: string): Promise<string | undefined> {
  const answer = await on.send('dataBreakpointInfo', await named(on, frameId, expression))
  return answer.success ? textIn(answer.body, 'dataId') : undefined
}

/** In C a member of a local variable ends with its function, unless a pointer leads to it. */
async function holdOf(on: SessionCall, frameId: number, { expression }: Watched): Promise<Hold> {
  const { names } = on.traits.presentation
  const [first, ...rest] = parsePath(expression, names) ?? []
  if (first?.kind === 'member' && (await isGlobal(on, frameId, first.name))) return 'global'
  const isBehindPointer = rest.some((step) => step.kind === 'member' && step.after === '->')
  return rest.length > 0 && (names !== 'c' || isBehindPointer) ? 'object' : 'never'
}
