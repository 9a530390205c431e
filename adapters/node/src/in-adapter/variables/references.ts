import { Handles } from '../dap/handles.js'
import type { Runtime } from '../inspector/methods.js'
import type { Container, ReferenceTable } from './container.js'

/** Gives each object a number, the same object the same one. Undefined where it cannot. */
export type Identify = (objectIds: readonly string[]) => Promise<readonly number[] | undefined>

/**
 * The variablesReferences of a stop. The same object has the same one, so that clients see cycles: V8 itself gives an object
 * another id each time.
 */
export class References implements ReferenceTable {
  readonly #handles = new Handles<Container>('variablesReference')
  readonly #identify: Identify
  /** V8's ids of objects whose identity is known. */
  readonly #identities = new Map<string, number>()
  readonly #numbers = new Map<number, number>()

  constructor(identify: Identify) {
    this.#identify = identify
  }

  /** Asks for the identity of these values, before they are added. */
  async learn(values: readonly Runtime.RemoteObject[]): Promise<void> {
    const objectIds = values.flatMap(({ objectId, type }) =>
      objectId === undefined || type === 'symbol' ? [] : [objectId],
    )
    if (objectIds.length === 0) return
    const identities = (await this.#identify(objectIds)) ?? []
    for (const [index, identity] of identities.entries()) this.#identities.set(objectIds[index] ?? '', identity)
  }

  add(container: Container): number {
    const identity = container.kind === 'object' ? this.#identities.get(container.objectId) : undefined
    const known = identity === undefined ? undefined : this.#numbers.get(identity)
    if (known !== undefined && container.kind === 'object') return this.#renew(known, container)
    const number = this.#handles.add(container)
    if (identity !== undefined) this.#numbers.set(identity, number)
    return number
  }

  get(number: number): Container {
    return this.#handles.get(number)
  }

  expire(): void {
    this.#handles.expire()
    this.#identities.clear()
    this.#numbers.clear()
  }

  /** The object may have grown since. The path by which it was found first stays. */
  #renew(number: number, container: Extract<Container, { kind: 'object' }>): number {
    const before = this.#handles.get(number)
    const path = before.kind === 'object' ? (before.path ?? container.path) : container.path
    this.#handles.replace(number, { ...container, path })
    return number
  }
}
