import { surface, type RequestParams, type RequestResult } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { findObject } from '../objects/find-object.js'
import { objectArguments } from '../objects/served-object.js'
import { withOwnIds } from '../objects/with-own-ids.js'
import { present } from '../result/present.js'
import { demandPaused } from '../stop/paused-thread.js'

const reason = 'it cannot list the types of its program; try inspect_class or evaluate'
type TypeRequest = 'dapplex_modulesSearch' | 'dapplex_types' | 'dapplex_members' | 'dapplex_layout'

/** Asks what the runtime knows about its types. The program must be paused. */
async function search<N extends TypeRequest>(
  on: SessionCall,
  command: N,
  args: { readonly [K in keyof RequestParams<N>]: RequestParams<N>[K] | undefined },
): Promise<RequestResult<N>> {
  demandPaused(on)
  return askServed(on, { command, capability: command.replace('dapplex_', ''), reason }, args)
}

/** `truncated` and `total` of an answer; the adapter has cut it to the page already. */
const pageOf = ({ total, truncated }: { readonly total: number; readonly truncated?: boolean | undefined }) => ({
  total,
  truncated: truncated === true ? (true as const) : undefined,
})

export const modulesSearch = implement(surface.modules_search, async (params, call) => {
  const on = call.on(params.session_id)
  const { pattern, kind, module, start, count: max } = params
  const body = await search(on, 'dapplex_modulesSearch', { pattern, kind, module, start, max })
  return present({ matches: body.matches, ...pageOf(body) })
})

export const typesGet = implement(surface.types_get, async (params, call) => {
  const on = call.on(params.session_id)
  const { module, namespace, pattern, start, count: max } = params
  const body = await search(on, 'dapplex_types', { module, namespace, pattern, start, max })
  return present({ types: body.types, ...pageOf(body) })
})

export const membersGet = implement(surface.members_get, async (params, call) => {
  const on = call.on(params.session_id)
  const { type, kinds, start, count: max } = params
  const body = await search(on, 'dapplex_members', { type, kinds, start, max })
  return present({ type: body.type, members: body.members, ...pageOf(body) })
})

export const layoutGet = implement(surface.layout_get, async (params, call) => {
  const { type, object_id: id } = params
  if ((type === undefined) === (id === undefined))
    throw invalidParameter({ field: 'type', says: "Give either 'type' or 'object_id'", value: type })
  const found = id === undefined ? undefined : findObject(call, id)
  const on = found?.on ?? call.on(params.session_id)
  const answer = search(on, 'dapplex_layout', found === undefined ? { type } : objectArguments(found))
  return withOwnIds(found === undefined ? [] : [found.entry], answer)
})
