import { countIn, listIn } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { evaluateData } from '../objects/evaluate-data.js'
import { decodeFrame } from '../stop/frame.js'
import type { Stack } from '../stop/read-stack.js'
import { frameIndexOf, type Watched } from './watched-value.js'
import type { Ran } from './written-places.js'

interface Wanted {
  readonly watched: Watched
  readonly stack: Stack
  /** The object is held, so that the value is seen when its call has returned. */
  readonly isHeld: boolean
  /** Most steps. */
  readonly most: number
  readonly folders: readonly string[]
}

/** What the program has done in one move. */
interface SteppedInside extends Ran {
  readonly steps: number
}

/**
 * Lets the next `stepIn` be many, which the program makes by itself until the value may differ (`traits.evaluation.watching`).
 * @returns whether it does
 */
export async function stepInside(on: SessionCall, wanted: Wanted): Promise<boolean> {
  const { watching } = on.traits.evaluation
  const { watched, stack, isHeld, most, folders } = wanted
  const frame = stack.frames[frameIndexOf(watched, stack)]
  const isSeen = frame !== undefined && frame.name === watched.function
  const frameId = (isSeen ? frame : stack.frames[0])?.id
  if (watching === undefined || frameId === undefined) return false
  const below = folders.map((folder) => (folder.endsWith('/') ? folder : `${folder}/`))
  const expression = watching.begin
    .replaceAll('{{path}}', () => JSON.stringify(watched.expression))
    .replaceAll('{{isSeen}}', isSeen ? '1' : '0')
    .replaceAll('{{isHeld}}', isHeld ? '1' : '0')
    .replaceAll('{{most}}', String(most))
    .replaceAll('{{folders}}', () => JSON.stringify(below))
  const { watches } = await evaluateData(on, { expression, frameId, context: watching.context })
  return watches === true
}

/** What the program has done since then. Undefined where it does not say: it has made one step. */
export async function steppedInside(on: SessionCall, { frames: [top] }: Stack): Promise<SteppedInside | undefined> {
  const { watching } = on.traits.evaluation
  if (watching === undefined || top === undefined) return undefined
  const { take: expression, context } = watching
  const told = await evaluateData(on, { expression, frameId: top.id, context })
  const [steps, returned] = [countIn(told, 'steps'), countIn(told, 'returned')]
  if (steps === undefined || steps === 0 || returned === undefined) return undefined
  return { steps, returned, frames: listIn(told, 'stackFrames').map(decodeFrame) }
}
