import type { SessionCall } from '../call/call.js'
import { isObject } from '../variables/issue-object.js'
import { childCount, type Variable } from '../variables/variable.js'
import type { Children, Page } from '../variables/page.js'
import { readChildren } from '../variables/read-children.js'

/** A value with its members, down to the requested depth. */
export interface Node {
  readonly variable: Variable
  /** Absent if the members were not read. */
  readonly children?: readonly Node[]
  readonly total?: number
  readonly hasMore: boolean
  /** The same object as one that contains it, or a list whose end leads back into it. */
  readonly isCircular: boolean
}

export interface TreeLimits {
  /** How many levels of members are read. */
  readonly depth: number
  /** How many members of the first level are read. */
  readonly page: Page
  /** How many members of each deeper object are read. */
  readonly membersEach: number
}

/** How many members are read below the first level, in a whole tree. It keeps the result under a megabyte. */
const MOST_NODES = 2000

interface Walk {
  readonly on: SessionCall
  readonly membersEach: number
  left: number
}

/** Reads an object and its members. An object inside itself is marked and not read again. */
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
  // A lazy value is not read: reading may run a getter, and a listing must not run code.
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
 * The members of an object, without rows that only group others. The target of a pointer is its only child and has no
 * name: then the members of the target.
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
 * Identifies an object: by the adapter's number, its memory address, or the address in its text (Python and C show one).
 * Otherwise by the reference, which some adapters repeat for the same object. A struct and its first member share an
 * address, so the type counts too.
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
