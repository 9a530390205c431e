import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { countIn, type JsonObject } from '@dapplex/protocol'
import type { Debuggee } from '../debuggee.js'
import { entryOf, isStateMachine, waitingCallers } from '../waiting-frames.js'

/** A frame with what DAP has no member for: whether a state machine is that of an async method. */
type ShimFrame = Dap.StackFrame & { readonly dapplexAsync?: boolean }

/**
 * `stackTrace`: netcoredbg's frames, under the same ids for the whole stop, and behind them the async callers that are on no
 * stack.
 */
export async function stackTrace(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const threadId = countIn(args, 'threadId') ?? 0
  const start = countIn(args, 'startFrame') ?? 0
  const levels = countIn(args, 'levels') ?? 0
  const body = await debuggee.channel.body<Dap.StackTraceResponse['body']>('stackTrace', args)
  const own = debuggee.rememberFrames({ threadId, start }, body.stackFrames)
  const total = body.totalFrames ?? start + own.length
  if (start === 0 && !own.some(isStateMachine)) return { ...body, stackFrames: own }
  const callers = debuggee.options.inspector ? await waitingCallers(debuggee, threadId) : []
  const from = Math.max(0, start - total)
  const room = levels === 0 ? callers.length : Math.max(0, levels - own.length)
  const shown = start + own.length < total ? [] : callers.slice(from, from + room)
  const frames = [...own.map((frame, index) => marked(frame, own[index + 1])), ...shown.map(async)]
  return { ...body, stackFrames: frames, totalFrames: total + callers.length }
}

const async = (frame: Dap.StackFrame): ShimFrame => ({ ...frame, dapplexAsync: true })

/** The last frame of a page is left as it is: what called it is not known. */
function marked(frame: Dap.StackFrame, caller: Dap.StackFrame | undefined): ShimFrame {
  if (!isStateMachine(frame) || caller === undefined) return frame
  return { ...frame, dapplexAsync: entryOf(caller) !== 'iterated' }
}
