import type { SessionCall } from '../call/call.js'
import { pastCall } from '../past/at-stop.js'
import { recorded } from '../past/top-values.js'
import type { Activation } from '../port/digest-memory.js'
import { isSameActivation } from '../port/digest-memory.js'
import { activationOf, readTop } from './digest-stack.js'
import { frameValues } from './frame-values.js'

/** Whether a session shows this stop of a recording. */
export const isInRecording = ({ view }: SessionCall, stopId: number): boolean =>
  view.stop?.stopId === stopId && view.stop.recorded !== undefined

/**
 * The values of the same call of a function at the recorded stop before the one that a replay stands at, whichever way it has come
 * there; undefined where that call did not stand there, or its variables were not recorded.
 */
export async function recordedBefore(
  on: SessionCall,
  activation: Activation,
): Promise<ReadonlyMap<string, string> | undefined> {
  const past = await on.session.past()
  const here = past?.stopIds.indexOf(on.view.stop?.recorded?.stopId ?? 0) ?? -1
  const stop = past?.stop(past.stopIds[here - 1] ?? 0)
  if (stop?.threadId === undefined) return undefined
  const there = pastCall(on, stop)
  const stack = await recorded(readTop(there, stop.threadId))
  const frames = stack?.frames ?? []
  const at = frames.findIndex(
    (_, index) => stack !== undefined && isSameActivation(activationOf(stack, index), activation),
  )
  const frame = frames[at]
  if (frame === undefined || !stop.frames.includes(at)) return undefined
  return (await recorded(frameValues(there, { frame, withMembers: false })))?.texts
}
