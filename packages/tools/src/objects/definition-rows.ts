import type { RequestResult, ToolResult } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { issueObject } from '../variables/issue-object.js'
import { decodeVariable } from '../variables/variable.js'

type Described = {
  readonly class: RequestResult<'dapplex_inspectClass'>
  readonly function: RequestResult<'dapplex_inspectFunction'>
  readonly package: RequestResult<'dapplex_inspectPackage'>
}

export const classRow = (on: SessionCall, body: Described['class']): ToolResult<'inspect_class'> =>
  present({
    ...body,
    slots: body.slots.map((slot) =>
      present({ ...slot, computed: slot.computed === true ? (true as const) : undefined }),
    ),
    object_id: definitionId(on, body.object_id, body.class_name),
  })

export const functionRow = (on: SessionCall, body: Described['function']): ToolResult<'inspect_function'> =>
  present({ ...body, object_id: definitionId(on, body.object_id, body.symbol) })

/** A page of the symbols of a package. */
export function packageRow(
  on: SessionCall,
  body: Described['package'],
  { start, count }: { readonly start: number; readonly count: number },
): ToolResult<'inspect_package'> {
  const symbols = body.symbols.slice(0, count)
  return present({
    ...body,
    symbols,
    truncated: start + symbols.length < body.total_symbols ? (true as const) : undefined,
    object_id: definitionId(on, body.object_id, body.package_name),
  })
}

/** A class, function or package is an object too, where the adapter numbers it. */
const definitionId = (on: SessionCall, dapplexObject: number | undefined, value: string): number | undefined =>
  issueObject(on, decodeVariable({ dapplexObject, value }), 'evaluate')
