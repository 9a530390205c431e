import { countIn, type JsonObject, listIn, surface, textIn, toolError } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'

export const completionsGet = implement(surface.completions_get, async (params, call) => {
  const on = call.on(params.session_id)
  const { frame } = await findFrame(on, params)
  const adapter = on.session.adapter.title
  const capability = 'supportsCompletionsRequest'
  if (!on.can(capability, 'completions')) throw toolError('UNSUPPORTED', { capability, adapter })
  const args = { frameId: frame.id, text: params.text, column: params.column ?? params.text.length + 1 }
  const body = await on.ask('completions', args, (reason) => toolError('UNSUPPORTED', { capability, adapter, reason }))
  const targets = listIn(body, 'targets')
  return present({
    completions: targets.slice(0, params.count).map(completionRow),
    total: targets.length,
    truncated: targets.length > params.count ? (true as const) : undefined,
  })
})

function completionRow(target: JsonObject) {
  const label = textIn(target, 'label') ?? ''
  const [start, length] = [countIn(target, 'start'), countIn(target, 'length')]
  return present({ label, text: textIn(target, 'text') ?? label, type: textIn(target, 'type'), start, length })
}
