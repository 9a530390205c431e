import { surface, type JsonObject, type ToolResult } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import { implement } from '../call/tool.js'
import { countIn, listIn, objectIn, textIn } from '../dap/decode.js'
import { present } from '../result/present.js'
import { demandPaused } from '../stop/paused-thread.js'

type Row = ToolResult<'threads_waiting'>['threads'][number]

/** `dapplex_threadsWaiting` → `{threads}`. */
export const threadsWaiting = implement(surface.threads_waiting, async (params, call) => {
  const on = call.on(params.session_id)
  demandPaused(on)
  const reason = 'it cannot tell what a thread waits for; stacktrace_get shows where each thread is'
  const body = await askServed(on, { command: 'dapplex_threadsWaiting', capability: 'threadsWaiting', reason }, {})
  return { threads: listIn(body, 'threads').map(waitingRow) }
})

function waitingRow(row: JsonObject): Row {
  const held = objectIn(row, 'held_by')
  const at = objectIn(row, 'location')
  const [file, line] = at === undefined ? [] : [textIn(at, 'file'), countIn(at, 'line')]
  const location =
    file === undefined || line === undefined
      ? undefined
      : present({ file, line, function: textIn(at ?? {}, 'function') })
  return present({
    thread_id: countIn(row, 'thread_id') ?? 0,
    name: textIn(row, 'name') ?? '',
    waits_for: textIn(row, 'waits_for') ?? '',
    method: textIn(row, 'method'),
    expression: textIn(row, 'expression'),
    location,
    held_by:
      held === undefined ? undefined : { thread_id: countIn(held, 'thread_id') ?? 0, name: textIn(held, 'name') ?? '' },
  })
}
