import type { PausedCallFrame, Runtime } from '../inspector/methods.js'
import type { Child } from './container.js'
import { memberPath } from './path.js'

/** The object that has the member. */
export interface Owner {
  readonly objectId: string
  readonly path: string | undefined
  readonly call: PausedCallFrame | undefined
}

type Descriptor = Pick<Runtime.PropertyDescriptor, 'name' | 'value' | 'get' | 'symbol' | 'writable'>

/** One property. A getter is not run: it becomes a variable that is computed when the client asks for it. */
export function memberOf({ name, value, get, symbol, writable }: Descriptor, owner: Owner): Child {
  const path = symbol === undefined ? memberPath(owner.path, name) : undefined
  const base = { name, ...(path === undefined ? {} : { path }) }
  const hint = name.startsWith('#') ? ({ visibility: 'private' } as const) : {}
  if (value !== undefined) {
    const attributes = writable === false ? { attributes: ['readOnly'] } : {}
    const isHinted = name.startsWith('#') || writable === false
    return { ...base, content: { kind: 'value', value }, ...(isHinted ? { hint: { ...hint, ...attributes } } : {}) }
  }
  if (get?.objectId !== undefined) {
    const getter = { name, receiverId: owner.objectId, getterId: get.objectId, call: owner.call }
    return { ...base, content: { kind: 'getter', getter }, hint }
  }
  // A variable whose declaration has not run yet, or a property with only a setter.
  return { ...base, content: { kind: 'text', text: '<no value>' } }
}

/** One of V8's own rows: `[[Prototype]]`, `[[PromiseResult]]`. */
export function internalRow(name: string, value: Runtime.RemoteObject, owner: Owner): Child {
  const path = name === '[[Prototype]]' && owner.path !== undefined ? `Object.getPrototypeOf(${owner.path})` : undefined
  return {
    name,
    content: { kind: 'value', value },
    ...(path === undefined ? {} : { path }),
    hint: { kind: 'virtual', visibility: 'internal', attributes: ['readOnly'] },
  }
}

/** How many elements a map or set has. It is not an own property, but it is what users look for first. */
export function sizeRow(size: number, owner: Owner): Child {
  const path = memberPath(owner.path, 'size')
  return {
    name: 'size',
    content: { kind: 'value', value: { type: 'number', value: size, description: String(size) } },
    ...(path === undefined ? {} : { path }),
    hint: { attributes: ['readOnly'] },
  }
}
