import { toolError, type ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { programOver } from '../call/dap-failure.js'
import { stateOf } from '../result/session-state.js'
import { demandThread, isStopped, readThreads } from './threads.js'

/** The thread chosen with `thread_select` or `frame_select`. The choice is valid only at the stop where it was made. */
export function chosenThread(on: SessionCall): number | undefined {
  const { selection } = on.session
  return selection.stopId === on.view.stopId ? selection.threadId : undefined
}

/** The frame of this thread that a call uses if it names none. */
export function chosenFrame(on: SessionCall, threadId: number): number {
  const { selection } = on.session
  const counts = selection.stopId === on.view.stopId && (selection.threadId ?? currentThread(on)) === threadId
  return counts ? selection.frameIndex : 0
}

/**
 * The current thread: the chosen one, else the thread of the latest stop; undefined while nothing has stopped. If threads
 * stop one by one and that thread has been resumed, it is the first thread that is still stopped.
 */
export function currentThread(on: SessionCall): number | undefined {
  const { currentThreadId, stop, threads } = on.view
  const chosen = chosenThread(on)
  if (chosen !== undefined) return chosen
  const latest = currentThreadId ?? stop?.threadId
  if (latest === undefined || on.traits.stops === 'all' || isStopped(on, latest)) return latest
  return threads.find((thread) => thread.stopped)?.threadId ?? latest
}

/**
 * The thread of a call, which must be stopped. Checks in the documented order: first the thread, then the paused state.
 * @throws ToolError INVALID_THREAD, NOT_PAUSED
 */
export async function pausedThread(on: SessionCall, asked: number | undefined): Promise<number> {
  if (asked !== undefined) await demandThread(on, asked)
  demandPaused(on)
  const threadId = asked ?? (await threadAtStop(on))
  if (threadId === undefined || !isStopped(on, threadId)) throw notPaused(on, threadId)
  return threadId
}

/** @throws ToolError NOT_PAUSED */
export function demandPaused(on: SessionCall): void {
  if (on.view.phase !== 'stopped') throw notPaused(on, undefined)
}

export function notPaused(on: SessionCall, threadId: number | undefined): ToolError {
  const without = withoutDebugging(on)
  if (without !== undefined) return without
  if (stateOf(on.view) === 'exited') return programOver()
  return toolError('NOT_PAUSED', { current_state: 'running', thread_id: threadId })
}

/** A program that runs without debugging cannot stop: it is no use to wait until it does. */
function withoutDebugging({ view, session }: SessionCall): ToolError | undefined {
  if (view.withoutDebugging !== true) return undefined
  const data = { capability: 'looking into the program', adapter: session.adapter.title }
  return toolError(
    'UNSUPPORTED',
    data,
    'the program runs without debugging (noDebug); launch it without noDebug to debug it',
  )
}

/**
 * The current thread of a stopped program. A stop may name none (DAP allows it; delve does so where all goroutines wait):
 * then it is the first thread that is stopped.
 */
export async function threadAtStop(on: SessionCall): Promise<number | undefined> {
  const current = currentThread(on)
  if (current !== undefined || on.view.phase !== 'stopped') return current
  const threads = await readThreads(on)
  return threads.find(({ id }) => isStopped(on, id))?.id
}
