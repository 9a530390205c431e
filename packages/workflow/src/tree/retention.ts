import type { WorkflowNode } from './node.js'
import { isTerminal } from './status.js'
import type { WorkflowTree } from './tree.js'

/** How long ended nodes stay readable (workflow, "Nodes"). */
export interface Retention {
  readonly endedMs: number
  readonly endedNodes: number
}
export const DEFAULT_RETENTION: Retention = { endedMs: 24 * 60 * 60 * 1000, endedNodes: 1000 }

/** Ids of ended leaves to take out, oldest first; an ancestor of a live node is never among them. */
export function expiredNodes(tree: WorkflowTree, { endedMs, endedNodes, now }: Retention & { now: number }): string[] {
  const ended = [...tree.all()].filter((node) => isTerminal(node.status) && node.id !== tree.root.id)
  const leaves = ended.filter((node) => tree.children(node.id).length === 0).sort((a, b) => endOf(a) - endOf(b))
  const surplus = Math.max(0, ended.length - endedNodes)
  return leaves.filter((node, at) => at < surplus || now - endOf(node) > endedMs).map((node) => node.id)
}

const endOf = (node: WorkflowNode): number => node.endedAt ?? node.createdAt
