import type { Properties, Runtime } from '../inspector/methods.js'
import type { Child, Container, ObjectContainer } from './container.js'
import { internalRow, memberOf, sizeRow } from './member.js'
import { callOn, inheritedGetters, ownProperties, runGetter, type ObjectReader } from './object-reader.js'
import { LIST_PAGE, MAP_PAGE, SET_PAGE } from './page-functions.js'
import { planPage, type Page, type Plan, type Slice } from './paging.js'
import { entryPreview } from './preview.js'
import { currentValues, isRealObject } from './scope-values.js'

/**
 * The children of a container, one page of them.
 * @throws RequestFailure if a getter throws; InspectorError if the object is gone
 */
export async function readChildren(reader: ObjectReader, container: Container, page: Page): Promise<Child[]> {
  switch (container.kind) {
    case 'object':
      return readObject(reader, container, planPage(page, container.size))
    case 'scope':
      return slice([...container.extra, ...(await readScope(reader, container))], page)
    case 'range': {
      if (page.filter === 'named') return []
      const { start, count } = container.slice
      const plan = planPage({ filter: 'indexed', start: start + page.start, count: page.count }, start + count)
      return readObject(reader, container.of, plan)
    }
    case 'entry':
      return slice(await readEntry(reader, container.entry), page)
    case 'getter':
      return [{ ...container.child, content: { kind: 'value', value: await runGetter(reader, container.getter) } }]
    case 'list':
      return slice(container.children, page)
  }
}

async function readObject(reader: ObjectReader, object: ObjectContainer, plan: Plan): Promise<Child[]> {
  const { elements, ranges, members } = plan
  return [
    ...(elements === undefined ? [] : await readElements(reader, object, elements)),
    ...ranges.map((range) => rangeChild(object, range)),
    ...(members === undefined ? [] : slice(await readMembers(reader, object), { filter: 'named', ...members })),
  ]
}

/** The elements are not among these. */
function slice(children: readonly Child[], { filter, start, count }: Page): Child[] {
  if (filter === 'indexed') return []
  return children.slice(start, count === undefined ? undefined : start + count)
}

function rangeChild(of: ObjectContainer, range: Slice): Child {
  const name = `[${range.start}…${range.start + range.count - 1}]`
  const container: Container = { kind: 'range', of, slice: range }
  return { name, content: { kind: 'container', container, text: '' }, hint: { kind: 'virtual' } }
}

const PAGE_FUNCTIONS = { list: LIST_PAGE, map: MAP_PAGE, set: SET_PAGE, plain: LIST_PAGE }

async function readElements(reader: ObjectReader, object: ObjectContainer, range: Slice): Promise<Child[]> {
  const page = await callOn(reader, {
    objectId: object.objectId,
    functionDeclaration: PAGE_FUNCTIONS[object.shape],
    args: [{ value: range.start }, { value: range.count }],
  })
  const { result } = await ownProperties(reader, page.objectId ?? '')
  const found = new Map(result.map((one) => [one.name, one]))
  return Array.from({ length: range.count }, (_, offset) => {
    const name = String(range.start + offset)
    const element = found.get(name)
    return element === undefined ? { name, content: { kind: 'text', text: '<empty>' } } : elementChild(object, element)
  })
}

function elementChild(object: ObjectContainer, element: Runtime.PropertyDescriptor): Child {
  const { path, call, objectId } = object
  const list = object.shape === 'list' ? path : path && `Array.from(${path})`
  const child = memberOf(element, { objectId, path: list, call })
  const entryId = element.value?.objectId
  if (object.shape !== 'map' || element.value === undefined || entryId === undefined) return child
  // No expression gives the entry itself.
  const { path: pair, ...row } = child
  const entry: ObjectContainer = { kind: 'object', objectId: entryId, shape: 'plain', size: 0, path: pair, call }
  const container: Container = { kind: 'entry', map: object, entry }
  return { ...row, content: { kind: 'container', container, text: entryPreview(element.value) } }
}

/** Key and value. Their expressions index a pair, because a map iterates over `[key, value]` pairs. */
async function readEntry(reader: ObjectReader, entry: ObjectContainer): Promise<Child[]> {
  const { result } = await ownProperties(reader, entry.objectId)
  return result.map((one) => ({
    ...memberOf(one, entry),
    ...(entry.path === undefined ? {} : { path: `${entry.path}[${one.name === 'key' ? 0 : 1}]` }),
  }))
}

/** Everything of an object except its elements: own properties, private fields, getters of its class, V8's internal rows. */
async function readMembers(reader: ObjectReader, object: ObjectContainer): Promise<Child[]> {
  const { objectId, shape, size } = object
  const own = await ownProperties(reader, objectId, shape === 'list')
  const getters = shape === 'plain' ? await inheritedGetters(reader, objectId) : []
  return [
    ...(shape === 'map' || shape === 'set' ? [sizeRow(size, object)] : []),
    ...own.result.map((one) => memberOf(one, object)),
    ...(own.privateProperties ?? []).map((one) => memberOf(one, object)),
    ...getters.map((one) => memberOf(one, object)),
    ...internalRows(own, object),
  ]
}

function internalRows({ internalProperties = [] }: Properties, object: ObjectContainer): Child[] {
  return internalProperties.flatMap(({ name, value }) => {
    // Entries are shown as elements. A location is an internal object of V8 that only names a line.
    const isShown =
      value !== undefined && name !== '[[FunctionLocation]]' && (name !== '[[Entries]]' || object.size === 0)
    return isShown ? [internalRow(name, value, object)] : []
  })
}

/** The variables of a scope. The expression of each is its name, unless an inner scope has a variable of that name. */
async function readScope(reader: ObjectReader, scope: Extract<Container, { kind: 'scope' }>): Promise<Child[]> {
  const { result } = await ownProperties(reader, scope.scope.objectId)
  const names = result.map(({ name }) => name)
  const isCopy = !isRealObject(scope)
  const current = reader.scopeValues === 'touched' && isCopy ? await currentValues(reader, scope, names) : undefined
  const hidden = await namesInside(reader, scope)
  return result.map((one) => {
    const value = current?.get(one.name) ?? one.value
    const { path: _path, ...row } = memberOf({ ...one, ...(value === undefined ? {} : { value }) }, scope.scope)
    return hidden.has(one.name) ? row : { ...row, path: one.name }
  })
}

/** The names of the scopes inside this one. */
async function namesInside(
  reader: ObjectReader,
  { call, scopeNumber }: Extract<Container, { kind: 'scope' }>,
): Promise<ReadonlySet<string>> {
  const inner = call.scopeChain.slice(0, scopeNumber).flatMap(({ object }) => object.objectId ?? [])
  const lists = await Promise.all(inner.map((objectId) => ownProperties(reader, objectId)))
  return new Set(lists.flatMap(({ result }) => result.map(({ name }) => name)))
}
