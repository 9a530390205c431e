import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { countIn, type JsonObject } from '@dapplex/protocol'
import type { Debuggee } from '../debuggee/debuggee.js'
import { isBuiltElsewhere } from '../symbols/built-elsewhere.js'
import { entryOf, isStateMachine, waitingCallers } from '../debuggee/waiting-frames.js'

/** A DAP frame that tells whether its state machine belongs to an async method. */
type ShimFrame = Dap.StackFrame & { readonly dapplexAsync?: boolean }

/**
 * `stackTrace`: netcoredbg's frames, followed by the async callers, which are on no stack. Each frame keeps its id during the
 * stop.
 */
export async function stackTrace(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const threadId = countIn(args, 'threadId') ?? 0
  const start = countIn(args, 'startFrame') ?? 0
  const levels = countIn(args, 'levels') ?? 0
  const body = await debuggee.channel.body<Dap.StackTraceResponse['body']>('stackTrace', args)
  const onStack = debuggee.rememberFrames({ threadId, start }, body.stackFrames.map(ofPackage))
  const total = body.totalFrames ?? start + onStack.length
  if (start === 0 && !onStack.some(isStateMachine)) return { ...body, stackFrames: onStack }
  const callers = debuggee.hasInspector() ? await waitingCallers(debuggee, threadId) : []
  const from = Math.max(0, start - total)
  const room = levels === 0 ? callers.length : Math.max(0, levels - onStack.length)
  const shown = start + onStack.length < total ? [] : callers.slice(from, from + room)
  const frames = [...onStack.map((frame, index) => marked(frame, onStack[index + 1])), ...shown.map(async)]
  return { ...body, stackFrames: frames, totalFrames: total + callers.length }
}

/** The frames of a package are not the user's code, although they have lines. */
const ofPackage = (frame: Dap.StackFrame): Dap.StackFrame =>
  isBuiltElsewhere(frame.source?.path ?? '') ? { ...frame, presentationHint: 'subtle' } : frame

const async = (frame: Dap.StackFrame): ShimFrame => ({ ...frame, dapplexAsync: true })

/** Marks a state machine. The caller of a page's last frame is unknown, so that frame stays unmarked. */
function marked(frame: Dap.StackFrame, caller: Dap.StackFrame | undefined): ShimFrame {
  if (!isStateMachine(frame) || caller === undefined) return frame
  return { ...frame, dapplexAsync: entryOf(caller) !== 'iterated' }
}
