import { countIn, type JsonObject } from '@dapplex/protocol'
import type { Debuggee } from '../debuggee/debuggee.js'
import { placeOfTop } from '../debuggee/line-steps.js'
import { ShimError } from '../errors/shim-error.js'
import { LineRows } from './line-rows.js'

/** `dapplex_stepLines`: the next `next` goes over many lines. */
export async function stepLines(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const frameId = countIn(args, 'frameId') ?? -1
  const threadId = debuggee.stop.frames.get(frameId)?.threadId
  const from = threadId === undefined ? undefined : await placeOfTop(debuggee, threadId)
  if (threadId === undefined || from === undefined || from.frame.id !== frameId)
    throw new ShimError('INVALID_PARAMETER', 'Lines are stepped in the top frame of a thread: give its frameId', {
      parameter: 'frameId',
    })
  const bounds = { most: countIn(args, 'most') ?? 1, timeoutMs: countIn(args, 'timeoutMs') ?? 0 }
  const rows = new LineRows(debuggee)
  const read: LineRows['read'] = (id, ran) => rows.read(id, ran)
  debuggee.beginLineSteps({ threadId, from, rows: await rows.read(frameId), ...bounds, read })
  return {}
}

/** `dapplex_steppedLines` */
export function steppedLines(_args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  return Promise.resolve({ lines: debuggee.lineSteps?.take() ?? [] })
}
