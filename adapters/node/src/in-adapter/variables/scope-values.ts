import type { PausedCallFrame, Runtime } from '../inspector/methods.js'
import { OBJECT_GROUP, ownProperties, type ObjectReader } from './object-reader.js'
import { isIdentifier } from './path.js'

export interface ScopeOfCall {
  readonly call: PausedCallFrame
  readonly scopeNumber: number
}

/** The scopes of the global object and of `with` are the objects themselves. V8 copies every other scope. */
export const isRealObject = ({ call, scopeNumber }: ScopeOfCall): boolean =>
  ['global', 'with'].includes(call.scopeChain[scopeNumber]?.type ?? '')

/**
 * The current values of some variables of a scope. V8's scope objects are copies from the time it paused and do not show later
 * changes, so the variables are evaluated. Variables that are hidden by an inner scope, or not declared yet, are left out.
 */
export async function currentValues(
  reader: ObjectReader,
  { call, scopeNumber }: ScopeOfCall,
  names: readonly string[],
): Promise<ReadonlyMap<string, Runtime.RemoteObject>> {
  const hidden = await innerNames(reader, { call, scopeNumber })
  const asked = names.filter((name) => isIdentifier(name) && name !== 'arguments' && !hidden.has(name))
  const { result, exceptionDetails } = await reader.connection.send('Debugger.evaluateOnCallFrame', {
    callFrameId: call.callFrameId,
    expression: valuesExpression(asked),
    objectGroup: OBJECT_GROUP,
    silent: true,
  })
  if (exceptionDetails !== undefined || result.objectId === undefined) return new Map()
  const { result: found } = await ownProperties(reader, result.objectId)
  return new Map(found.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])))
}

/** The name of the object in the expression. No variable of the program has this name. */
const VALUES = '__dapplexValues'

/** An expression for an object with those of the variables that have a value. */
export function valuesExpression(names: readonly string[]): string {
  const reads = names.map((name) => `try { ${VALUES}[${JSON.stringify(name)}] = ${name} } catch {}`)
  return `((${VALUES}) => { ${reads.join('; ')}; return ${VALUES} })({ __proto__: null })`
}

async function innerNames(reader: ObjectReader, { call, scopeNumber }: ScopeOfCall): Promise<ReadonlySet<string>> {
  const inner = call.scopeChain.slice(0, scopeNumber)
  const lists = await Promise.all(inner.map(({ object }) => ownProperties(reader, object.objectId ?? '')))
  return new Set(lists.flatMap(({ result }) => result.map(({ name }) => name)))
}
