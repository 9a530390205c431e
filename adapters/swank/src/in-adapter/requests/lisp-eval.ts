import type { Arguments } from '../dap/arguments.js'
import { RequestFailure } from '../dap/failure.js'
import { leftDebugger } from '../swank/helper.js'
import { listRestarts } from './restarts.js'
import type { Handlers, Shim } from '../session/shim.js'
import type { FrameFacts } from './stack.js'
import type { StopInfo } from '../session/stops.js'
import { frameOf } from './variables.js'

/** Frames told when an evaluation enters the debugger. */
const framesTold = 10

/**
 * Evaluation as at a REPL. One that enters the debugger answers `{debug: true, …}` at once: its thread is then a stopped
 * thread, or one more level of one, like any other.
 */
export function lispEvalHandlers(shim: Shim): Handlers {
  const began = new Map<number, (thread: number) => void>()
  shim.hear((notice) => {
    if (notice.kind !== 'helper' || notice.name !== 'evaluating') return
    const { token, thread } = notice.body as { token: number; thread: number }
    began.get(token)?.(thread)
    began.delete(token)
  })
  return {
    dapplex_lispEval: async (args, { seq: token }) => {
      const thread = new Promise<number>((resolve) => began.set(token, resolve))
      const result = start(shim, args, token)
      const entered = thread.then((id) => shim.stops.next(id).then((info) => ({ thread: id, info })))
      try {
        const first = await Promise.race([
          result.then((value) => ({ kind: 'value', value }) as const),
          entered.then((stop) => ({ kind: 'stop', stop }) as const),
        ])
        if (first.kind === 'value') return first.value
        result.catch(() => undefined)
        return await debuggerEntered(shim, first.stop)
      } finally {
        began.delete(token)
      }
    },
  }
}

async function start(shim: Shim, args: Arguments, token: number): Promise<unknown> {
  const code = args.text('code')
  const frame = frameOf(shim, args)
  try {
    return frame
      ? await shim.helper.call('lisp-eval-in-frame', [frame.level, frame.index, code, token], {
          place: frame.thread,
          timeoutMs: 0,
        })
      : await shim.helper.call('lisp-eval', [code, args.textOr('package') ?? null, token], { timeoutMs: 0 })
  } catch (error) {
    // Code that invokes a restart of its frame has worked. Without a frame there is only the evaluation itself to leave.
    if (frame && leftDebugger(error)) return { values: [], output: '' }
    if (leftDebugger(error))
      throw new RequestFailure('EVAL_FAILED', 'The evaluation was aborted by a restart', { kind: 'aborted' })
    throw error
  }
}

async function debuggerEntered(shim: Shim, { thread, info }: { thread: number; info: StopInfo }): Promise<unknown> {
  const { restarts } = await listRestarts(shim, thread)
  const stack = await shim.helper.call<{ frames: FrameFacts[] }>('frames', [info.level, 0, framesTold], thread)
  return {
    debug: true,
    thread,
    level: info.level,
    condition: { type: info.condition?.type ?? info.reason, message: info.condition?.message ?? info.text ?? '' },
    restarts,
    frames: stack.frames.map(({ index, name, path, line, column }) => ({
      index,
      function: name,
      file: path,
      line,
      column,
    })),
  }
}
