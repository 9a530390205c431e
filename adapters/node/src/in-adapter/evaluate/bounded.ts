import type { InspectorConnection } from '../inspector/connection.js'
import type { Runtime } from '../inspector/methods.js'
import { TEXT_LIMIT } from '../variables/preview.js'
import { isScript } from './expression.js'

/** Marks the box in which a long string comes. */
const TEXT = 'dapplexText'

const boxFor = (limit: number) => `((value) => typeof value !== 'string' || value.length <= ${limit} ? value
  : { __proto__: null, ${TEXT}: value.slice(0, ${limit}), length: value.length })`

/**
 * The expression, with a long string as its value cut inside the program: V8 would send it whole, and 40 MB take seconds. Text
 * that is no expression, but statements, stays as it is.
 */
export function bounded(expression: string, limit = TEXT_LIMIT): string {
  const wrapped = `(${expression}\n)`
  return isScript(expression) && isScript(wrapped) ? `${boxFor(limit)}(${wrapped})` : expression
}

/** The value of a bounded expression: of a long string the beginning, with the length of the whole. */
export async function unboxed(
  connection: Pick<InspectorConnection, 'send'>,
  value: Runtime.RemoteObject,
): Promise<Runtime.RemoteObject> {
  const { objectId, preview } = value
  const names = preview?.properties.map(({ name }) => name).join()
  if (objectId === undefined || names !== `${TEXT},length`) return value
  const { result } = await connection.send('Runtime.getProperties', { objectId, ownProperties: true })
  const member = (name: string) => result.find((one) => one.name === name)?.value
  const text = member(TEXT)
  return text === undefined ? value : Object.assign({ ...text }, { length: member('length')?.value as unknown })
}
