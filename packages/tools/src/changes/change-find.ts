import { parsePath, surface, toolError } from '@dapplex/protocol'
import type { z } from 'zod'
import type { SessionCall } from '../call/call.js'
import { describeEnd } from '../digest/describe-end.js'
import { describeStop } from '../digest/describe-stop.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { report } from '../execution/move.js'
import { expectedOf, threadToMove } from '../execution/thread-to-move.js'
import { present } from '../result/present.js'
import { ownFolders } from '../stop/own-code.js'
import { chosenFrame } from '../stop/paused-thread.js'
import { readStack } from '../stop/read-stack.js'
import { cut } from '../text/cut.js'
import { findChange, MOST_FRAMES, type Outcome } from './find-change.js'
import { stepper } from './mover.js'
import { demandPath, readWatched, watchedFrom, type Reading } from './watched-value.js'
import { writtenPlaces } from './written-places.js'

type Params = z.output<typeof surface.change_find.params>

/** Time for reading where the program stands after the search. */
const READING_MS = 5_000
const LONGEST_VALUE = 400

export const changeFind = implementFitting(surface.change_find, async (params, call) => {
  const on = call.on(params.session_id)
  demandPath(on, params.expression)
  const threadId = await threadToMove(on, params)
  const stack = await readStack(on, { threadId, start: 0, count: MOST_FRAMES })
  const index = params.frame_index ?? chosenFrame(on, threadId)
  const frame = stack.frames[index]
  if (frame === undefined) throw toolError('INVALID_FRAME', { frame_index: index, total_frames: stack.total })
  const watched = watchedFrom(stack, index, params.expression)
  const first = await readWatched(on, watched, stack)
  if (first.kind !== 'value') throw unreadable(params.expression, first)
  const folders = ownFolders(on, frame)
  const outcome = await findChange(on, stepper(on), { watched, stack, maxSteps: params.max_steps, folders })
  call.extend(READING_MS)
  return { ...(await standing(on, params)), ...(await told(on, outcome, { params, folders })) }
})

const unreadable = (expression: string, reading: Reading) =>
  toolError('INVALID_REFERENCE', {
    reference: expression,
    reason: reading.kind === 'unreadable' ? reading.reason : 'it names nothing here',
  })

/** Where the program stands after the search. */
async function standing(on: SessionCall, { detail }: Params) {
  const { phase, stop } = on.view
  if (phase === 'ended') return report(on, await describeEnd(on))
  if (stop === undefined || phase !== 'stopped') return report(on, undefined)
  return report(on, await describeStop(on, stop, detail))
}

interface Asked {
  readonly params: Params
  readonly folders: readonly string[]
}

async function told(on: SessionCall, outcome: Outcome, { params, folders }: Asked) {
  const { expression, max_steps: most } = params
  const { kind, steps, old } = outcome
  const known = { expression, steps, ended: kind, old: textOf(old) }
  if (outcome.kind !== 'changed') return present({ found: false, ...known, message: WHY[outcome.kind](most) })
  const name = lastName(on, expression)
  const { at, others } = await writtenPlaces(on, { ...outcome, folders }, name)
  return present({
    found: true,
    ...known,
    new: textOf(outcome.now),
    by: 'steps' as const,
    written_at: at,
    also_possible: others.length === 0 ? undefined : [...others],
  })
}

const textOf = (reading: Reading): string | undefined =>
  reading.kind === 'value' ? cut(reading.text, LONGEST_VALUE).text : undefined

function lastName(on: SessionCall, expression: string): string {
  const steps = parsePath(expression, on.traits.presentation.names) ?? []
  return steps.reduce((name, step) => (step.kind === 'member' ? step.name : name), expression)
}

const WHY: Readonly<Record<Exclude<Outcome['kind'], 'changed'>, (most: number) => string>> = {
  max_steps: (most) => `The value did not change in ${most} steps; change_find goes on from here`,
  out_of_scope: () => 'The function that the expression is seen from has returned; the value did not change until then',
  stopped: () => 'The program was stopped on the way; the value did not change until then',
  exited: () => 'The program ended; the value did not change',
  timeout: () => 'The value did not change in the time; change_find goes on from here',
}
