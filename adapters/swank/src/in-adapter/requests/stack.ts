import { basename } from 'node:path'
import type { Handlers, Shim } from '../session/shim.js'

export interface FrameFacts {
  readonly index: number
  readonly name: string
  readonly path?: string
  readonly line?: number
  readonly column?: number
  readonly end_line?: number
  readonly end_column?: number
  readonly package?: string
  /** The function whose frame this one has taken over. */
  readonly tail_call_of?: string
  readonly system: boolean
  readonly restartable: boolean
}
interface StackFacts {
  readonly total: number
  readonly frames: readonly FrameFacts[]
}

/** Frames asked for at once when the client names no number. */
const allFrames = 1_000_000

export function stackHandlers(shim: Shim): Handlers {
  return {
    stackTrace: async (args) => {
      const thread = args.int('threadId')
      const { level } = shim.stops.of(thread)
      const count = args.intOr('levels') || allFrames
      const stack = await shim.helper.call<StackFacts>('frames', [level, args.intOr('startFrame') ?? 0, count], thread)
      return {
        totalFrames: stack.total,
        stackFrames: stack.frames.map((frame) => ({
          id: shim.references.frameId({ thread, level, index: frame.index }),
          name: frame.tail_call_of === undefined ? frame.name : `${frame.name} [tail call of ${frame.tail_call_of}]`,
          ...placeOf(shim, frame),
          ...(frame.system ? { presentationHint: 'subtle' } : {}),
          canRestart: frame.restartable,
        })),
      }
    },
  }
}

/** Source, line and column in the client's conventions; line 0 where the source is not known. */
function placeOf(shim: Shim, frame: FrameFacts): Record<string, unknown> {
  if (frame.path === undefined || frame.line === undefined) return { line: 0, column: 0 }
  return {
    source: { name: basename(frame.path), path: frame.path },
    line: shim.lineOut(frame.line),
    column: shim.columnOut(frame.column ?? 1),
    ...(frame.end_line === undefined ? {} : { endLine: shim.lineOut(frame.end_line) }),
    ...(frame.end_column === undefined ? {} : { endColumn: shim.columnOut(frame.end_column) }),
  }
}
