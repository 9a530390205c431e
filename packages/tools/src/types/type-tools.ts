import { surface, toolError, type JsonObject } from '@dapplex/protocol'
import { demandServed } from '../call/ask-served.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import type { Body, SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import { booleanIn, countIn, flagIn, listIn, textIn } from '../dap/decode.js'
import { findObject } from '../objects/find-object.js'
import { objectArguments } from '../objects/served-object.js'
import { withOwnIds } from '../objects/with-own-ids.js'
import { present } from '../result/present.js'
import { demandPaused } from '../stop/paused-thread.js'

const reason = 'it cannot list the types of its program; try inspect_class or evaluate'

/** Asks what the runtime knows about its types. The program must be paused. */
async function search(on: SessionCall, command: string, args: Body): Promise<Body> {
  demandPaused(on)
  const capability = command.replace('dapplex_', '')
  demandServed(on, { command, capability, reason })
  const adapter = on.session.adapter.title
  return on.ask(command, args, (why) => toolError('UNSUPPORTED', { capability, adapter, reason: why }))
}

/** `truncated` and `total` of an answer. The adapter has already cut the answer to the page. */
const pageOf = (body: JsonObject, rows: readonly object[]) => ({
  total: countIn(body, 'total') ?? rows.length,
  truncated: flagIn(body, 'truncated') ? (true as const) : undefined,
})

/** `dapplex_modulesSearch {pattern, kind, module?, start, max}` → `{matches, total, truncated}`. */
export const modulesSearch = implement(surface.modules_search, async (params, call) => {
  const on = call.on(params.session_id)
  const { pattern, kind, module, start, count: max } = params
  const body = await search(on, 'dapplex_modulesSearch', present({ pattern, kind, module, start, max }))
  const matches = listIn(body, 'matches').map((match) =>
    present({
      kind: textIn(match, 'kind') ?? '',
      name: textIn(match, 'name') ?? '',
      module: textIn(match, 'module'),
      type: textIn(match, 'type'),
      path: textIn(match, 'path'),
    }),
  )
  return present({ matches, ...pageOf(body, matches) })
})

/** `dapplex_types {module?, namespace?, pattern?, start, max}` → `{types, total, truncated}`. */
export const typesGet = implement(surface.types_get, async (params, call) => {
  const on = call.on(params.session_id)
  const { module, namespace, pattern, start, count: max } = params
  const body = await search(on, 'dapplex_types', present({ module, namespace, pattern, start, max }))
  const types = listIn(body, 'types').map((type) =>
    present({
      name: textIn(type, 'name') ?? '',
      kind: textIn(type, 'kind') ?? '',
      namespace: textIn(type, 'namespace'),
      module: textIn(type, 'module'),
      base_type: textIn(type, 'base_type'),
      accessibility: textIn(type, 'accessibility'),
    }),
  )
  return present({ types, ...pageOf(body, types) })
})

/** `dapplex_members {type, kinds?, start, max}` → `{type, members, total, truncated}`. */
export const membersGet = implement(surface.members_get, async (params, call) => {
  const on = call.on(params.session_id)
  const { type, kinds, start, count: max } = params
  const body = await search(on, 'dapplex_members', present({ type, kinds, start, max }))
  const members = listIn(body, 'members').map(memberRow)
  return present({ type: textIn(body, 'type') ?? type, members, ...pageOf(body, members) })
})

const memberRow = (member: JsonObject) =>
  present({
    name: textIn(member, 'name') ?? '',
    kind: textIn(member, 'kind') ?? '',
    type: textIn(member, 'type'),
    declaring_type: textIn(member, 'declaring_type'),
    accessibility: textIn(member, 'accessibility'),
    static: booleanIn(member, 'static'),
    signature: textIn(member, 'signature'),
    direct: flagIn(member, 'direct'),
  })

/** `dapplex_layout {type | object}` → `{type, kind, total_size, header_size, fields}`. */
export const layoutGet = implement(surface.layout_get, async (params, call) => {
  const { type, object_id: id } = params
  if ((type === undefined) === (id === undefined))
    throw invalidParameter({ field: 'type', says: "Give either 'type' or 'object_id'", value: type })
  const found = id === undefined ? undefined : findObject(call, id)
  const on = found?.on ?? call.on(params.session_id)
  const answer = search(on, 'dapplex_layout', found === undefined ? { type } : objectArguments(found))
  const body = await withOwnIds(found === undefined ? [] : [found.entry], answer)
  return present({
    type: textIn(body, 'type') ?? type ?? '',
    kind: textIn(body, 'kind'),
    total_size: countIn(body, 'total_size'),
    header_size: countIn(body, 'header_size'),
    fields: listIn(body, 'fields').map((field) =>
      present({
        name: textIn(field, 'name') ?? '',
        type: textIn(field, 'type') ?? '',
        offset: countIn(field, 'offset'),
        size: countIn(field, 'size') ?? 0,
        padding: countIn(field, 'padding'),
        declaring_type: textIn(field, 'declaring_type'),
      }),
    ),
    layout: textIn(body, 'layout') === 'unavailable' ? ('unavailable' as const) : undefined,
  })
})
