import { surface, type JsonObject } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import { implement } from '../call/tool.js'
import { countIn, flagIn, listIn, textIn } from '../dap/decode.js'
import { findObject } from '../objects/find-object.js'
import { objectArguments } from '../objects/served-object.js'
import { withOwnIds } from '../objects/with-own-ids.js'
import { present } from '../result/present.js'
import { demandPaused } from '../stop/paused-thread.js'
import { issueNumbered } from '../variables/issue-object.js'

/** How far the walk over the objects came. */
const walkOf = (body: JsonObject, rows: readonly object[]) => ({
  total: countIn(body, 'total') ?? rows.length,
  truncated: flagIn(body, 'truncated') ? (true as const) : undefined,
  complete: flagIn(body, 'complete'),
  searched: textIn(body, 'searched'),
  visited: countIn(body, 'visited'),
})

/** `dapplex_references {object, direction, max}` → `{references, total, truncated, complete}`. */
export const referencesGet = implement(surface.references_get, async (params, call) => {
  const found = findObject(call, params.object_id)
  const { on } = found
  const { direction, max } = params
  demandPaused(on)
  const body = await withOwnIds(
    [found.entry],
    askServed(
      on,
      {
        command: 'dapplex_references',
        capability: `references ${direction}`,
        reason: 'its runtime cannot tell which objects refer to which; inspect_object shows what an object holds',
      },
      { ...objectArguments(found), direction, max },
    ),
  )
  const references = listIn(body, 'references').map((reference) =>
    present({
      field: textIn(reference, 'field') ?? '',
      object_id: issueNumbered(on, reference),
      type: textIn(reference, 'type'),
      value: textIn(reference, 'value') ?? '',
      static: flagIn(reference, 'static') ? (true as const) : undefined,
    }),
  )
  return present({ object_id: params.object_id, direction, references, ...walkOf(body, references) })
})

/** `dapplex_instances {type, max}` → `{type, instances, total, truncated, complete}`. */
export const instancesGet = implement(surface.instances_get, async (params, call) => {
  const on = call.on(params.session_id)
  const { type, max } = params
  demandPaused(on)
  const reason = 'its runtime cannot list the objects of a type'
  const body = await askServed(on, { command: 'dapplex_instances', capability: 'instances', reason }, { type, max })
  const instances = listIn(body, 'instances').flatMap((instance) => {
    const id = issueNumbered(on, instance)
    if (id === undefined) return []
    return present({
      object_id: id,
      type: textIn(instance, 'type'),
      value: textIn(instance, 'value') ?? '',
      address: textIn(instance, 'address'),
      size: countIn(instance, 'size'),
    })
  })
  return present({ type: textIn(body, 'type') ?? type, instances, ...walkOf(body, instances) })
})
