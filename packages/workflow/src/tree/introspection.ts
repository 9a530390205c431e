import { toolError } from '@dapplex/protocol'
import type { NodeKind, WorkflowNode } from '../state/node.js'
import type { WorkflowStatus } from '../state/status.js'
import type { WorkflowTree } from '../state/tree.js'

/** The debuggee's own state, beside the node's status: a paused program's node is `running`. */
export interface DebugPosition {
  readonly debugState: 'not_attached' | 'running' | 'stopped' | 'exited'
  readonly stopEpoch: number
}
export type DebugPositions = (sessionId: string) => DebugPosition | undefined

const PAGE = 200

export interface CurrentNode {
  readonly id: string
  readonly name: string
  readonly status: WorkflowStatus
  readonly parentId?: string
  readonly parentName?: string
  readonly childCount: number
  readonly depth: number
  readonly kind: NodeKind
}

export interface AncestorChain {
  readonly ancestors: {
    readonly id: string
    readonly name: string
    readonly status: WorkflowStatus
    readonly depth: number
    readonly kind: NodeKind
    readonly level: number
  }[]
  readonly totalDepth: number
}

export interface NodeList {
  readonly type: 'siblings' | 'children'
  readonly nodes: ({
    readonly id: string
    readonly name: string
    readonly status: WorkflowStatus
    readonly kind: NodeKind
    readonly childCount: number
  } & Partial<DebugPosition>)[]
  readonly nextCursor?: string
}

export function currentNode(tree: WorkflowTree, id: string): CurrentNode {
  const node = visibleNode(tree, { from: id, id })
  const parent = node.parentId === undefined ? undefined : tree.get(node.parentId)
  return {
    id: node.id,
    name: node.name,
    status: node.status,
    ...(parent === undefined ? {} : { parentId: parent.id, parentName: parent.name }),
    childCount: tree.children(id).length,
    depth: tree.depth(id),
    kind: node.kind,
  }
}

/** Near to far, self excluded; `depth` is the distance (parent = 1), `level` the absolute depth. */
export function ancestorChain(
  tree: WorkflowTree,
  { from, maxDepth }: { from: string; maxDepth?: number },
): AncestorChain {
  const all = tree.ancestors(from)
  const ancestors = all
    .slice(0, maxDepth)
    .map(({ id, name, status, kind }, at) => ({ id, name, status, depth: at + 1, kind, level: all.length - at - 1 }))
  return { ancestors, totalDepth: all.length }
}

export interface Listing {
  readonly from: string
  readonly type: 'siblings' | 'children'
  /** Position at which the page starts, as the page before gave it. */
  readonly cursor?: string
}

export function listNodes(tree: WorkflowTree, { from, type, cursor }: Listing, positions: DebugPositions): NodeList {
  const all = type === 'children' ? tree.children(from) : tree.siblings(from)
  const start = cursor === undefined ? 0 : Number(cursor)
  const nodes = all.slice(start, start + PAGE).map((node) => ({
    id: node.id,
    name: node.name,
    status: node.status,
    kind: node.kind,
    childCount: tree.children(node.id).length,
    ...(node.sessionId === undefined ? {} : positions(node.sessionId)),
  }))
  return { type, nodes, ...(start + PAGE < all.length ? { nextCursor: String(start + PAGE) } : {}) }
}

/** A node that `from` may see; anything else is NODE_NOT_FOUND, the same as an id that never was. */
export function visibleNode(tree: WorkflowTree, { from, id }: { from: string; id: string }): WorkflowNode {
  const node = tree.isVisible(from, id) ? tree.get(id) : undefined
  if (node === undefined) throw toolError('NODE_NOT_FOUND', { node_id: id })
  return node
}
