import { surface, toolError } from '@dapplex/protocol'
import { askServed, demandServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import { countIn, listIn, textIn, textsIn } from '../dap/decode.js'
import { present } from '../result/present.js'

const LISP_ONLY = 'its program is not a Lisp image; use completions_get and evaluate instead'
const DESCRIBE = { command: 'dapplex_describe', capability: 'describe', reason: LISP_ONLY }
const APROPOS = { command: 'dapplex_apropos', capability: 'apropos', reason: LISP_ONLY }
const TRACE = {
  command: 'dapplex_trace',
  capability: 'trace',
  reason: 'only Common Lisp has TRACE; use breakpoint_set with function or log_message instead',
}

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
  const on = call.on(params.session_id)
  const { symbol, package: packageName } = params
  const body = await askServed(on, DESCRIBE, present({ symbol, package: packageName }))
  return { symbol: textIn(body, 'symbol') ?? symbol, description: textIn(body, 'description') ?? '' }
})

export const lispApropos = implement(surface.lisp_apropos, async (params, call) => {
  const on = call.on(params.session_id)
  const { pattern, package: packageName, external_only: external, count: limit } = params
  const args = present({ pattern, package: packageName, external_only: external, limit })
  const body = await askServed(on, APROPOS, args)
  const symbols = listIn(body, 'symbols').map((symbol) =>
    present({
      name: textIn(symbol, 'name') ?? '',
      kinds: textsIn(symbol, 'kinds'),
      documentation: textIn(symbol, 'documentation'),
    }),
  )
  const total = countIn(body, 'total') ?? symbols.length
  return present({ symbols, total, truncated: total > symbols.length ? (true as const) : undefined })
})

export const traceSet = implement(surface.trace_set, async (params, call) => {
  const on = call.on(params.session_id)
  const { function: name, enabled, package: packageName } = params
  const traced = await askTrace(on, present({ function: name, enabled, package: packageName }))
  return { success: true as const, traced }
})

export const traceList = implement(surface.trace_list, async (params, call) => {
  return { traced: await askTrace(call.on(params.session_id), {}) }
})

/** `dapplex_trace {function?, enabled?, package?}` → `{traced}`. */
const askTrace = async (on: SessionCall, args: Readonly<Record<string, unknown>>) =>
  textsIn(await askServed(on, TRACE, args), 'traced')
