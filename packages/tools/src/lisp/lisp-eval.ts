import { surface, type RequestResult } from '@dapplex/protocol'
import { askServed, demandServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { issueNumbered } from '../variables/issue-object.js'

const LISP_EVAL = {
  command: 'dapplex_lispEval',
  capability: 'lispEval',
  reason: 'its program is not a Lisp image; use evaluate with an expression of its language',
} as const

export const lispEval = implement(surface.lisp_eval, async (params, call) => {
  const on = call.on(params.session_id)
  const { code, package: packageName } = params
  const inFrame = params.frame_index !== undefined || params.thread_id !== undefined
  const frame = inFrame ? (await findFrame(on, params)).frame : undefined
  demandServed(on, LISP_EVAL)
  const answer = await askServed(on, LISP_EVAL, { code, package: packageName, frameId: frame?.id })
  return answer.debug === true ? answer : evaluated(on, answer)
})

type Evaluated = Extract<RequestResult<'dapplex_lispEval'>, { values: unknown }>

const evaluated = (on: SessionCall, { values, output, package: packageName }: Evaluated) => ({
  debug: false,
  values: values.map((one) => present({ value: one.value, type: one.type, object_id: issueNumbered(on, one) })),
  output,
  package: packageName,
})
