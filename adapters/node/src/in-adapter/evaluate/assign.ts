import type { Evaluator } from './evaluator.js'
import { asArgument } from './evaluator.js'
import { InspectorError } from '../inspector/connection.js'
import type { PausedCallFrame, Runtime } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import type { Container, ObjectContainer } from '../variables/container.js'
import { callWithLimit, ownProperties, type ObjectReader } from '../variables/object-reader.js'
import { currentValues, isRealObject } from '../variables/scope-values.js'

export interface Assignment {
  readonly container: Container
  readonly name: string
  /** An expression. */
  readonly value: string
  /** The call in which it is evaluated. */
  readonly call: PausedCallFrame | undefined
}

export interface AssignmentParts extends ObjectReader {
  readonly evaluator: Evaluator
}

const SET_MEMBER = `function (name, value) {
  if (!Reflect.set(this, name, value)) throw new TypeError(String(name) + ' is read-only')
  return this[name]
}`

const SET_ENTRY = `function (key, value) { return Map.prototype.set.call(this, key, value).get(key) }`

/**
 * Sets a variable, a member, an element or the value of a map's entry. Returns the value read back.
 * @throws RequestFailure if it cannot be set, or the expression throws
 */
export async function assign(parts: AssignmentParts, assignment: Assignment): Promise<Runtime.RemoteObject> {
  const { container, name, value, call } = assignment
  const place = call === undefined ? ({ kind: 'global' } as const) : ({ kind: 'call', call } as const)
  const evaluate = () => parts.evaluator.evaluate(`(${value}\n)`, place)
  switch (container.kind) {
    case 'object':
      return setMember(parts, { object: container, name, value: await evaluate() })
    case 'range':
      return setMember(parts, { object: container.of, name, value: await evaluate() })
    case 'scope':
      return setScopeVariable(parts, { container, name, value: await evaluate() })
    case 'entry':
      return setEntry(parts, { container, name, value: await evaluate() })
    case 'getter':
      return setMember(parts, { object: receiverOf(container), name, value: await evaluate() })
    case 'list':
      throw readOnly(name)
  }
}

/** The program's own code may run: a setter, or the getter by which the value is read back. */
const setterOf = (name: string) => ({ as: `the setter of ${name}`, ifRefused: '' })

const readOnly = (name: string) => new RequestFailure(`${name} cannot be set`)

interface MemberValue {
  readonly object: Pick<ObjectContainer, 'objectId' | 'shape' | 'path' | 'call'>
  readonly name: string
  readonly value: Runtime.RemoteObject
}

async function setMember(parts: AssignmentParts, { object, name, value }: MemberValue): Promise<Runtime.RemoteObject> {
  if (name.startsWith('[[') || object.shape === 'map' || object.shape === 'set') throw readOnly(name)
  if (name.startsWith('#')) return setPrivate(parts, { object, name, value })
  const { result } = await ownProperties(parts, object.objectId)
  const symbol = result.find((one) => one.name === name)?.symbol
  const key = symbol === undefined ? { value: name } : asArgument(symbol)
  const args = [key, asArgument(value)]
  return callWithLimit(parts, { objectId: object.objectId, functionDeclaration: SET_MEMBER, args }, setterOf(name))
}

/** Private fields are set by an evaluation inside a method of the class: no function outside can reach them. */
async function setPrivate(
  { evaluator }: AssignmentParts,
  { object, name, value }: MemberValue,
): Promise<Runtime.RemoteObject> {
  const { path, call } = object
  const literal = literalOf(value)
  if (path === undefined || call === undefined || literal === undefined) {
    throw new RequestFailure(`${name} is private: set it by evaluating an assignment in a method of its class`)
  }
  return evaluator.evaluate(`${path}.${name} = ${literal}`, { kind: 'call', call })
}

function literalOf({ type, subtype, unserializableValue, value }: Runtime.RemoteObject): string | undefined {
  if (unserializableValue !== undefined) return unserializableValue
  if (type === 'undefined' || subtype === 'null') return subtype ?? type
  return type === 'object' || type === 'function' || type === 'symbol' ? undefined : JSON.stringify(value)
}

type Scoped<K extends Container['kind']> = {
  readonly container: Extract<Container, { kind: K }>
  readonly name: string
  readonly value: Runtime.RemoteObject
}

async function setScopeVariable(
  parts: AssignmentParts,
  { container: { call, scope, scopeNumber, extra }, name, value }: Scoped<'scope'>,
): Promise<Runtime.RemoteObject> {
  if (extra.some((one) => one.name === name)) throw readOnly(name)
  const { result } = await ownProperties(parts, scope.objectId)
  if (!result.some((one) => one.name === name)) throw new RequestFailure(`there is no variable ${name} in this scope`)
  if (isRealObject({ call, scopeNumber })) return setMember(parts, { object: scope, name, value })
  try {
    await parts.connection.send('Debugger.setVariableValue', {
      callFrameId: call.callFrameId,
      scopeNumber,
      variableName: name,
      newValue: asArgument(value),
    })
  } catch (error) {
    if (!(error instanceof InspectorError)) throw error
    throw new RequestFailure(`${name} cannot be set: V8 says "${error.message}"`)
  }
  return (await currentValues(parts, { call, scopeNumber }, [name])).get(name) ?? value
}

async function setEntry(
  parts: AssignmentParts,
  { container: { map, entry }, name, value }: Scoped<'entry'>,
): Promise<Runtime.RemoteObject> {
  if (name !== 'value') throw readOnly(name)
  const { result } = await ownProperties(parts, entry.objectId)
  const key = result.find((one) => one.name === 'key')?.value
  if (key === undefined) throw readOnly(name)
  const args = [asArgument(key), asArgument(value)]
  return callWithLimit(parts, { objectId: map.objectId, functionDeclaration: SET_ENTRY, args }, setterOf(name))
}

const receiverOf = ({ getter, child }: Extract<Container, { kind: 'getter' }>): MemberValue['object'] => ({
  objectId: getter.receiverId,
  shape: 'plain',
  path: child.path,
  call: getter.call,
})
