import { listIn, surface, textIn, toolError } from '@dapplex/protocol'
import { askServed, demandServed } from '../call/ask-served.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'

const LISP_ONLY = 'its program is not a Lisp image; use completions_get and evaluate instead'
const DESCRIBE = { command: 'dapplex_describe', capability: 'describe', reason: LISP_ONLY } as const
const APROPOS = { command: 'dapplex_apropos', capability: 'apropos', reason: LISP_ONLY } as const
const TRACE = {
  command: 'dapplex_trace',
  capability: 'trace',
  reason: 'only Common Lisp has TRACE; use breakpoint_set with function or log_message instead',
} as const

/** DAP `completions`. A Lisp also answers it without a frame. */
export const lispCompletions = implement(surface.lisp_completions, async (params, call) => {
  const on = call.on(params.session_id)
  demandServed(on, { ...DESCRIBE, capability: 'lispCompletions' })
  const { prefix: text, count, package: packageName } = params
  const args = present({ text, column: text.length + 1, package: packageName })
  const adapter = on.session.adapter.title
  const body = await on.ask('completions', args, (reason) =>
    toolError('UNSUPPORTED', { capability: 'supportsCompletionsRequest', adapter, reason }, reason),
  )
  const targets = listIn(body, 'targets')
  return present({
    completions: targets
      .slice(0, count)
      .map((target) => present({ label: textIn(target, 'label') ?? '', type: textIn(target, 'type') })),
    truncated: targets.length > count ? (true as const) : undefined,
  })
})

export const lispDescribe = implement(surface.lisp_describe, async (params, call) => {
  const { symbol, package: packageName } = params
  return askServed(call.on(params.session_id), DESCRIBE, { symbol, package: packageName })
})

export const lispApropos = implement(surface.lisp_apropos, async (params, call) => {
  const { pattern, package: packageName, external_only: external, count: limit } = params
  const args = { pattern, package: packageName, external_only: external, limit }
  const { symbols, total } = await askServed(call.on(params.session_id), APROPOS, args)
  return present({ symbols, total, truncated: total > symbols.length ? (true as const) : undefined })
})

export const traceSet = implement(surface.trace_set, async (params, call) => {
  const { function: name, enabled, package: packageName } = params
  const args = { function: name, enabled, package: packageName }
  const { traced } = await askServed(call.on(params.session_id), TRACE, args)
  return { success: true as const, traced }
})

export const traceList = implement(surface.trace_list, (params, call) =>
  askServed(call.on(params.session_id), TRACE, {}),
)
