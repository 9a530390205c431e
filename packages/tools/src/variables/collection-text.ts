import type { SessionCall } from '../call/call.js'
import { bracedType, valueText } from './value-text.js'
import { childCount, decodeVariables, type Variable } from './variable.js'

/** How many children are searched for the count of a collection. A collection has few members of its own. */
const MOST_MEMBERS = 64

/**
 * A value as the surface shows it; a collection is `Count = 3`. An adapter that shows objects only as `{Type}` tells the
 * count of a generic collection as its member `Count`: that costs one request for each collection.
 */
export async function collectionText(on: SessionCall, variable: Variable): Promise<string> {
  const { presentation } = on.traits
  const text = valueText(variable, presentation)
  const type = bracedType(variable.value, presentation)
  if (type === undefined || !isGenericCollection(type, variable)) return text
  const answer = await on.send('variables', { variablesReference: variable.reference })
  if (!answer.success) return text
  const count = decodeVariables(answer.body).find(({ name }) => name === 'Count')?.value
  return count !== undefined && /^\d+$/.test(count) ? `Count = ${count}` : text
}

const isGenericCollection = (type: string, variable: Variable): boolean =>
  /^System\.Collections\..*<.*>$/.test(type) && variable.reference > 0 && (childCount(variable) ?? 0) <= MOST_MEMBERS
