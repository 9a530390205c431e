import { surface, type RequestResult } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import { implement } from '../call/tool.js'
import { findObject } from '../objects/find-object.js'
import { objectArguments } from '../objects/served-object.js'
import { withOwnIds } from '../objects/with-own-ids.js'
import { present } from '../result/present.js'
import { demandPaused } from '../stop/paused-thread.js'
import { issueNumbered } from '../variables/issue-object.js'

type Walk = Pick<RequestResult<'dapplex_references'>, 'total' | 'truncated' | 'complete' | 'searched' | 'visited'>

/** How far the walk over the objects came. */
const walkOf = ({ total, truncated, complete, searched, visited }: Walk) => ({
  total,
  truncated: truncated === true ? (true as const) : undefined,
  complete,
  searched,
  visited,
})

export const referencesGet = implement(surface.references_get, async (params, call) => {
  const found = findObject(call, params.object_id)
  const { on } = found
  const { direction, max } = params
  demandPaused(on)
  const request = {
    command: 'dapplex_references',
    capability: `references ${direction}`,
    reason: 'its runtime cannot tell which objects refer to which; inspect_object shows what an object holds',
  } as const
  const answer = askServed(on, request, { ...objectArguments(found), direction, max })
  const body = await withOwnIds([found.entry], answer)
  const references = body.references.map((reference) => {
    const { field, type, value } = reference
    const isStatic = reference.static === true ? (true as const) : undefined
    return present({ field, object_id: issueNumbered(on, reference), type, value, static: isStatic })
  })
  return present({ object_id: params.object_id, direction, references, ...walkOf(body) })
})

const INSTANCES = {
  command: 'dapplex_instances',
  capability: 'instances',
  reason: 'its runtime cannot list the objects of a type',
} as const

export const instancesGet = implement(surface.instances_get, async (params, call) => {
  const on = call.on(params.session_id)
  const { type, max } = params
  demandPaused(on)
  const body = await askServed(on, INSTANCES, { type, max })
  const instances = body.instances.flatMap((instance) => {
    const id = issueNumbered(on, instance)
    const { type, value, address, size } = instance
    return id === undefined ? [] : [present({ object_id: id, type, value, address, size })]
  })
  return present({ type: body.type, instances, ...walkOf(body) })
})
