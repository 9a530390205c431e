import { toolError, type InspectedElement, type JsonObject, type ToolResult } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import { countIn, flagIn, listIn, textIn } from '../dap/decode.js'
import { present } from '../result/present.js'
import { issueObject } from '../variables/issue-object.js'
import { decodeVariable } from '../variables/variable.js'
import type { FoundObject } from './find-object.js'
import type { TreeLimits } from './read-tree.js'
import { withOwnIds } from './with-own-ids.js'

type Result = ToolResult<'inspect_object'>

/** Names an object in a `dapplex_…` request: by the adapter's own number, else by reference. */
export function objectArguments({ entry }: FoundObject): Readonly<Record<string, number>> {
  const { adapterObject: object, reference } = entry
  return object === undefined ? { variablesReference: reference } : { object }
}

/**
 * `dapplex_inspectObject {object | variablesReference, maxDepth, maxElements, start}` →
 * `{kind, description, typeName, elements, totalElements}`; an element is a DAP variable (`name`, `value`, `type`, `variablesReference`,
 * `dapplexObject`) with `elements`, `totalElements`, `circular` and `truncated` where they apply.
 */
export async function servedObject(found: FoundObject, { depth, page, membersEach }: TreeLimits): Promise<Result> {
  const { on } = found
  const args = { ...objectArguments(found), maxDepth: depth, maxElements: membersEach, start: page.start }
  const answer = on.ask('dapplex_inspectObject', args, (reason) => toolError('VARIABLES_FAILED', { reason }))
  const body = await withOwnIds([found.entry], answer)
  const elements = listIn(body, 'elements').map((element) => servedElement(on, element))
  const total = countIn(body, 'totalElements') ?? elements.length
  const isCut = (element: InspectedElement): boolean =>
    element.truncated === true || (element.elements ?? []).some(isCut)
  return present({
    type: 'OBJECT' as const,
    kind: textIn(body, 'kind') ?? 'object',
    description: textIn(body, 'description') ?? '',
    type_name: textIn(body, 'typeName') ?? found.entry.typeName,
    elements,
    total_elements: total,
    truncated: page.start + elements.length < total || elements.some(isCut) ? (true as const) : undefined,
  })
}

function servedElement(on: SessionCall, element: JsonObject): InspectedElement {
  const variable = decodeVariable(element)
  const inner = Array.isArray(element['elements']) ? listIn(element, 'elements') : undefined
  return present({
    name: variable.name,
    value: variable.value,
    object_id: issueObject(on, variable, 'evaluate'),
    type_name: variable.type,
    elements: inner?.map((one) => servedElement(on, one)),
    total_elements: countIn(element, 'totalElements'),
    circular: flagIn(element, 'circular') ? (true as const) : undefined,
    truncated: flagIn(element, 'truncated') ? (true as const) : undefined,
  })
}
