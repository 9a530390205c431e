import type { ToolResult } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { part } from '../digest/part.js'
import type { Frame } from '../stop/frame.js'
import { isOwn } from '../stop/own-code.js'
import { canReadWaits, readWaits } from '../types/read-waits.js'

/** A thread that waits, as the adapter knows it or as its frames tell. */
export type Wait = ToolResult<'threads_waiting'>['threads'][number]

export type FrameWait = Pick<Wait, 'waits_for' | 'method'>

/** What the adapter itself knows of threads that wait; undefined where it cannot tell. */
export async function knownWaits(on: SessionCall): Promise<readonly Wait[] | undefined> {
  if (!canReadWaits(on)) return undefined
  const read = await part(readWaits(on))
  return read.kind === 'read' ? read.value.threads : undefined
}

/** What a thread waits for, told by the first frames of its stack (`traits.presentation.waits`); undefined where none tells. */
export function waitOf(on: SessionCall, frames: readonly Frame[], folders: readonly string[]): FrameWait | undefined {
  const { waits } = on.traits.presentation
  for (const frame of frames) {
    const found = waits.find(({ frame: pattern }) => new RegExp(pattern).test(frame.name))
    if (found !== undefined) return { waits_for: found.what, method: frame.name }
    // What the program's own code has called has returned.
    if (isOwn(frame, folders)) return undefined
  }
  return undefined
}

/** The threads that wait for each other in a circle. */
export function deadlocks(waits: readonly Wait[]): number[][] {
  const holder = new Map(
    waits.flatMap(({ thread_id: id, held_by: by }) => (by === undefined ? [] : [[id, by.thread_id]])),
  )
  const circles: number[][] = []
  for (const start of holder.keys()) {
    const circle = circleFrom(start, holder)
    // Each circle is told once, from its lowest thread.
    if (circle !== undefined && Math.min(...circle) === start) circles.push(circle)
  }
  return circles
}

function circleFrom(start: number, holder: ReadonlyMap<number, number>): number[] | undefined {
  const circle: number[] = []
  for (let at: number | undefined = start; at !== undefined && !circle.includes(at); at = holder.get(at)) {
    circle.push(at)
    if (holder.get(at) === start) return circle
  }
  return undefined
}
