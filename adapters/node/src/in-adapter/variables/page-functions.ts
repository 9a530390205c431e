import { BUILT_IN } from '../injected/built-in.js'

/**
 * Functions that run in the program, on the object whose elements are read. Each gives a bare object with one property for
 * each element from `start` on. They run no code of the program: no getters, no replaced iterators.
 */

export const LIST_PAGE = `function (start, count) {
  ${BUILT_IN}
  const page = Object.create(null)
  for (let index = start; index < start + count; index++) {
    const element = Object.getOwnPropertyDescriptor(this, index)
    if (element !== undefined) Object.defineProperty(page, index, element)
  }
  return page
}`

export const MAP_PAGE = `function (start, count) {
  ${BUILT_IN}
  const page = Object.create(null)
  const entries = Map.prototype.entries.call(this)
  for (let index = 0; index < start + count; index++) {
    const { done, value } = entries.next()
    if (done) break
    if (index >= start) page[index] = Object.assign(Object.create(null), { key: value[0], value: value[1] })
  }
  return page
}`

export const SET_PAGE = `function (start, count) {
  ${BUILT_IN}
  const page = Object.create(null)
  const values = Set.prototype.values.call(this)
  for (let index = 0; index < start + count; index++) {
    const { done, value } = values.next()
    if (done) break
    if (index >= start) page[index] = value
  }
  return page
}`

/** On the injected object: keeps a call of a function for the evaluation that runs it. */
export const keepCall = (functionDeclaration: string): string => `function (receiver, ...values) {
  const kept = ${functionDeclaration}
  this.runKept = () => Reflect.apply(kept, receiver, values)
}`

export const RUN_GETTER = `function (getter) { return Reflect.apply(getter, this, []) }`

/** A bare object with the same properties, in which long strings are cut. */
export const CUT_COPY = `function (limit) {
  ${BUILT_IN}
  const copy = Object.create(null)
  for (const key of Reflect.ownKeys(this)) {
    const property = Object.getOwnPropertyDescriptor(this, key)
    if (typeof property.value === 'string') property.value = property.value.slice(0, limit)
    Object.defineProperty(copy, key, { ...property, configurable: true })
  }
  return copy
}`
