import { surface, type JsonObject } from '@dapplex/protocol'
import { askServed, demandServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import { countIn, flagIn, listIn, objectIn, textIn } from '../dap/decode.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { issueNumbered } from '../variables/issue-object.js'
import { restartsOf } from './restarts.js'

const LISP_EVAL = {
  command: 'dapplex_lispEval',
  capability: 'lispEval',
  reason: 'its program is not a Lisp image; use evaluate with an expression of its language',
}

/** `dapplex_lispEval {code, package?, frameId?}` → `{values, output, package}`, or `{debug: true, …}` at once. */
export const lispEval = implement(surface.lisp_eval, async (params, call) => {
  const on = call.on(params.session_id)
  const { code, package: packageName } = params
  const inFrame = params.frame_index !== undefined || params.thread_id !== undefined
  const frame = inFrame ? (await findFrame(on, params)).frame : undefined
  demandServed(on, LISP_EVAL)
  const body = await askServed(on, LISP_EVAL, present({ code, package: packageName, frameId: frame?.id }))
  return flagIn(body, 'debug') ? debugging(body) : evaluated(on, body)
})

function evaluated(on: SessionCall, body: JsonObject) {
  const values = listIn(body, 'values').map((value) =>
    present({
      value: textIn(value, 'value') ?? '',
      type: textIn(value, 'type'),
      object_id: issueNumbered(on, value),
    }),
  )
  return present({
    debug: false,
    values,
    output: textIn(body, 'output') ?? '',
    package: textIn(body, 'package'),
  })
}

function debugging(body: JsonObject) {
  const condition = objectIn(body, 'condition') ?? {}
  return present({
    debug: true,
    thread: countIn(body, 'thread'),
    level: countIn(body, 'level'),
    condition: { type: textIn(condition, 'type') ?? '', message: textIn(condition, 'message') ?? '' },
    restarts: restartsOf(body),
    frames: listIn(body, 'frames').map((frame) =>
      present({
        index: countIn(frame, 'index') ?? 0,
        function: textIn(frame, 'function') ?? '',
        file: textIn(frame, 'file'),
        line: countIn(frame, 'line'),
        column: countIn(frame, 'column'),
      }),
    ),
  })
}
