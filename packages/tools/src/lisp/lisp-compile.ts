import { surface } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import { implement } from '../call/tool.js'

const LISP_COMPILE = {
  command: 'dapplex_lispCompile',
  capability: 'lispCompile',
  reason: 'it cannot compile into the running program; build it, then debug_restart',
} as const

export const lispCompile = implement(surface.lisp_compile, async (params, call) => {
  const { file, code, load, package: packageName } = params
  if ((file === undefined) === (code === undefined))
    throw invalidParameter({ field: 'file', says: "Give either 'file' or 'code'", value: file })
  return askServed(call.on(params.session_id), LISP_COMPILE, { file, code, load, package: packageName })
})
