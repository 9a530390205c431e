import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { cut } from '../text/cut.js'
import { issueObject, isObject, type Origin } from './issue-object.js'
import { collectionText } from './collection-text.js'
import { childCount, type Variable } from './variable.js'

/** What applies to all rows of a listing. */
export interface Listing {
  readonly origin: Origin
  readonly maxValueLength: number
  readonly parent?: string
}
export interface RowPlace {
  readonly scope?: 'local' | 'argument'
  readonly scopeName?: string
}

/** One variable as the tools show it (seed 001). */
export async function variableRow(on: SessionCall, variable: Variable, listing: Listing & RowPlace) {
  const shown = cut(await collectionText(on, variable), listing.maxValueLength)
  const hasChildren = isObject(variable)
  return present({
    name: variable.name,
    type: variable.type,
    value: shown.text,
    has_children: hasChildren,
    children_count: hasChildren ? childCount(variable) : undefined,
    scope: listing.scope,
    scope_name: listing.scopeName,
    parent: listing.parent,
    object_id: issueObject(on, variable, listing.origin),
    evaluate_name: variable.evaluateName,
    truncated: shown.isCut || variable.isTruncated ? (true as const) : undefined,
  })
}

export type VariableRow = Awaited<ReturnType<typeof variableRow>>

/** Makes the rows one after the other, since each may need its own request. */
export async function variableRows(
  on: SessionCall,
  variables: readonly Variable[],
  listing: Listing & RowPlace,
): Promise<VariableRow[]> {
  const rows: VariableRow[] = []
  for (const variable of variables) rows.push(await variableRow(on, variable, listing))
  return rows
}
