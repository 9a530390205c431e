import type { JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Place } from './active-breakpoints.js'

type StoppedEvent = Dap.StoppedEvent

/** What is asked about a step that has ended. */
export interface ArrivalPort {
  readonly ask: (command: string, args: unknown) => Promise<Dap.Response | undefined>
  /** What netcoredbg has in a line. */
  readonly breakpointsAt: (place: Place) => readonly JsonObject[]
  /** Where no breakpoint of a line is hit, none is. */
  readonly isSure: boolean
  /** The first column with code of the line where a frame stands. Undefined where no symbols tell it. */
  readonly lineColumn: (frame: Dap.StackFrame) => Promise<number | undefined>
  /** Where the step before it ended, per thread. */
  readonly before: Map<number | undefined, Depth>
}

/** The frame that has called the one where a step has ended, and how many frames there are. */
export interface Depth {
  readonly caller: Dap.StackFrame | undefined
  readonly total: number | undefined
}

/**
 * netcoredbg says `step` where a step arrives at a breakpoint (3.1.3; the runtime tells both at once, and it takes the first). A
 * breakpoint on a line is at the first place of it that has code: in `for (i = 0; i < n; i++)` the two others are passed in each round
 * and are no breakpoint. So the place of the thread decides. A step that comes back into the line that had called stands in the middle
 * of it, and is at no breakpoint either. `hitBreakpointIds: []` says that it has been looked at.
 */
export async function judgeArrival(event: StoppedEvent, port: ArrivalPort): Promise<StoppedEvent> {
  const { threadId } = event.body
  const response = await port.ask('stackTrace', { threadId, startFrame: 0, levels: 2 })
  if (response?.success !== true) return event
  const { stackFrames, totalFrames: total } = (response as Dap.StackTraceResponse).body
  const [top, caller] = stackFrames
  if (top === undefined) return event
  const before = port.before.get(threadId)
  port.before.set(threadId, { caller, total })
  const entries = port.breakpointsAt({ path: top.source?.path ?? '', line: top.line })
  const elsewhere = port.isSure ? atNone(event) : event
  if (entries.length === 0 || isBackIn(top, total, before)) return elsewhere
  const column = await port.lineColumn(top)
  if (column === undefined) return event
  if (column !== top.column || !(await isAnyMet(entries, top.id, port))) return elsewhere
  return { ...event, body: { ...event.body, reason: 'breakpoint' } }
}

/** Whether a frame is the one that had called. In a recursion the number of frames tells. */
function isBackIn(top: Dap.StackFrame, total: number | undefined, before: Depth | undefined): boolean {
  const { caller } = before ?? {}
  if (caller?.line !== top.line || caller.source?.path !== top.source?.path) return false
  return total === undefined || before?.total === undefined || total < before.total
}

const atNone = (event: StoppedEvent): StoppedEvent => ({ ...event, body: { ...event.body, hitBreakpointIds: [] } })

/** Whether a breakpoint has no condition, or one that is true here. */
async function isAnyMet(entries: readonly JsonObject[], frameId: number, { ask }: ArrivalPort): Promise<boolean> {
  for (const { condition } of entries) {
    if (typeof condition !== 'string' || condition === '') return true
    const response = await ask('evaluate', { expression: condition, frameId })
    if (response?.success === true && (response as Dap.EvaluateResponse).body.result === 'true') return true
  }
  return false
}
