import { countIn, listIn, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { Frame } from './frame.js'
import { decodeFrame } from './frame.js'

export interface Stack {
  readonly threadId: number
  /** Index of the first of `frames`. */
  readonly start: number
  readonly frames: readonly Frame[]
  readonly total: number
}

export interface StackPart {
  readonly threadId: number
  readonly start: number
  readonly count: number
  /** The caller needs the exact total, although that may cost a request. */
  readonly counts?: true
}

/**
 * Reads a part of a thread's stack. Only an adapter with supportsDelayedStackTraceLoading is asked for a part (DAP, "stackTrace");
 * from any other adapter, all frames up to the end of the part are read, or all frames if it does not tell the total.
 * @throws ToolError STACKTRACE_FAILED
 */
export async function readStack(on: SessionCall, part: StackPart): Promise<Stack> {
  if (on.can('supportsDelayedStackTraceLoading')) return partOfStack(on, part)
  const { start, count } = part
  const upTo = await fetchFrames(on, { ...part, start: 0, count: start + count })
  const complete = upTo.total !== undefined || upTo.frames.length !== start + count
  const { frames, total } = complete ? upTo : await fetchFrames(on, { ...part, start: 0, count: 0 })
  return { ...part, frames: frames.slice(start, start + count), total: total ?? frames.length }
}

async function partOfStack(on: SessionCall, part: StackPart): Promise<Stack> {
  const { frames, total } = await fetchFrames(on, part)
  const { start, count } = part
  // An adapter that ignores the requested part returns all frames.
  const own = frames.length > count ? frames.slice(start, start + count) : frames
  const reached = own.length === 0 ? 0 : start + own.length
  const isOpen = part.counts === true && on.traits.totalFrames === 'estimate' && own.length === count
  return { ...part, frames: own, total: isOpen ? await countFrames(on, part) : Math.max(total ?? 0, reached) }
}

/** How many frames after the part are counted, if only counting tells the total. */
const MOST_COUNTED = 1000

async function countFrames(on: SessionCall, { threadId, start, count }: StackPart): Promise<number> {
  const behind = await fetchFrames(on, { threadId, start: start + count, count: MOST_COUNTED })
  return start + count + behind.frames.length
}

/** `count` 0 is all frames. */
async function fetchFrames(on: SessionCall, { threadId, start, count }: StackPart) {
  const args = { threadId, startFrame: start, levels: count }
  const body = await on.ask('stackTrace', args, (reason) =>
    toolError('STACKTRACE_FAILED', { thread_id: threadId, reason }),
  )
  const isLibrary = anyOf(on.traits.presentation.libraryFrames)
  const frames = listIn(body, 'stackFrames')
    .map(decodeFrame)
    .map((frame) => (isLibrary(frame.name) ? { ...frame, isExternal: true } : frame))
  return { frames, total: countIn(body, 'totalFrames') }
}

function anyOf(patterns: readonly string[]): (text: string) => boolean {
  const expressions = patterns.map((pattern) => new RegExp(pattern))
  return (text) => expressions.some((one) => one.test(text))
}
