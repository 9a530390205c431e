import { toolError, type InspectedElement, type ServedElement, type ToolResult } from '@dapplex/protocol'
import { sendServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'
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

/** By the adapter's own request: each element is a DAP variable. */
export async function servedObject(found: FoundObject, { depth, page, membersEach }: TreeLimits): Promise<Result> {
  const { on } = found
  const args = { ...objectArguments(found), maxDepth: depth, maxElements: membersEach, start: page.start }
  const answer = sendServed(on, { command: 'dapplex_inspectObject', args }, (reason) =>
    toolError('VARIABLES_FAILED', { reason }),
  )
  const { kind, description, typeName, totalElements: total, ...body } = await withOwnIds([found.entry], answer)
  const elements = body.elements.map((element) => servedElement(on, element))
  const isCut = (element: InspectedElement): boolean =>
    element.truncated === true || (element.elements ?? []).some(isCut)
  return present({
    type: 'OBJECT' as const,
    kind,
    description,
    type_name: typeName,
    elements,
    total_elements: total,
    truncated: page.start + elements.length < total || elements.some(isCut) ? (true as const) : undefined,
  })
}

function servedElement(on: SessionCall, element: ServedElement): InspectedElement {
  const variable = decodeVariable(element)
  return present({
    name: variable.name,
    value: variable.value,
    object_id: issueObject(on, variable, 'evaluate'),
    type_name: variable.type,
    elements: element.elements?.map((one) => servedElement(on, one)),
    total_elements: element.totalElements,
    circular: element.circular === true ? (true as const) : undefined,
    truncated: element.truncated === true ? (true as const) : undefined,
  })
}
