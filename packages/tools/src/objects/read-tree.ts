import type { SessionCall } from '../call/session-call.js'
import { isObject } from '../variables/issue-object.js'
import { childCount, type Variable } from '../variables/variable.js'
import { readChildren, type Children, type Page } from '../variables/read-children.js'

/** A value with its members, as deep as was asked for. */
export interface Node {
  readonly variable: Variable
  /** Absent where it was not looked into. */
  readonly children?: readonly Node[]
  readonly total?: number
  readonly hasMore: boolean
  /** The same object as one that it stands in, or a list whose end leads back into it. */
  readonly isCircular: boolean
}

export interface TreeLimits {
  /** Levels of members. */
  readonly depth: number
  /** Of the first level. */
  readonly page: Page
  /** Members of each object below it. */
  readonly membersEach: number
}

/** Members that are read below the first level, over all of a tree: the result stays under a megabyte. */
const MOST_NODES = 2000

interface Walk {
  readonly on: SessionCall
  readonly membersEach: number
  left: number
}

/** Reads an object and its members. Objects that stand within themselves are marked and not followed. */
export async function readTree(on: SessionCall, root: Variable, limits: TreeLimits): Promise<Node> {
  const walk: Walk = { on, membersEach: limits.membersEach, left: MOST_NODES }
  const { rows, total, hasMore } = await readMembers(on, root, limits.page)
  const within = [identityOf(root)]
  const children: Node[] = []
  for (const row of rows) children.push(await readNode(walk, row, { depth: limits.depth - 1, within }))
  return { variable: root, children, total, hasMore, isCircular: root.isRing === true }
}

async function readNode(
  walk: Walk,
  variable: Variable,
  { depth, within }: { readonly depth: number; readonly within: readonly (string | undefined)[] },
): Promise<Node> {
  const identity = identityOf(variable)
  const standsWithin = identity !== undefined && within.includes(identity)
  const isCircular = standsWithin || variable.isRing === true
  const known = childCount(variable)
  const total = known === undefined ? {} : { total: known }
  // A value that is not there yet stays so: reading it may run a getter, which no listing may do.
  if (standsWithin || depth <= 0 || variable.isLazy || !isObject(variable))
    return { variable, ...total, hasMore: false, isCircular }
  if (walk.left <= 0) return { variable, ...total, hasMore: true, isCircular }
  const page = { start: 0, count: Math.min(walk.membersEach, walk.left) }
  const read = await readMembers(walk.on, variable, page)
  walk.left -= read.rows.length
  const children: Node[] = []
  for (const row of read.rows)
    children.push(await readNode(walk, row, { depth: depth - 1, within: [...within, identity] }))
  return { variable, children, total: read.total, hasMore: read.hasMore, isCircular }
}

/**
 * The members of an object, without rows that only group others. What a pointer points to is its only child, without a
 * name: then its members are meant.
 */
export async function readMembers(
  on: SessionCall,
  { reference, named, indexed }: Variable,
  page: Page,
): Promise<Children> {
  if (reference === 0) return { rows: [], total: 0, hasMore: false }
  const read = await readChildren(on, { reference, named, indexed }, page)
  const [only] = read.rows
  if (read.rows.length === 1 && only?.name === '' && only.reference > 0) return readMembers(on, only, page)
  const { groupRows } = on.traits.presentation
  const rows = read.rows.filter(({ name }) => !groupRows.includes(name))
  return { ...read, rows, total: read.total - (read.rows.length - rows.length) }
}

/**
 * What makes two values the same object: the adapter's number, the memory it stands at, or the address in its text, as Python
 * and C show it; else the reference, which some adapters give again for the same object. A struct and its first member stand at
 * one address, so the type counts too.
 */
export function identityOf({
  adapterObject,
  memoryReference,
  value,
  type = '',
  reference,
}: Variable): string | undefined {
  if (adapterObject !== undefined) return `object ${adapterObject}`
  const bare = type.replace(/\bconst\b|[*&\s]/g, '')
  const address = memoryReference ?? /\b0x[0-9a-f]{6,}\b/i.exec(value)?.[0]
  if (address !== undefined && !/^0x0+$/.test(address)) return `${bare} at ${withoutZeros(address)}`
  return reference === 0 ? undefined : `reference ${reference}`
}

const withoutZeros = (address: string): string =>
  /^0x[0-9a-f]+$/i.test(address) ? BigInt(address).toString(16) : address
