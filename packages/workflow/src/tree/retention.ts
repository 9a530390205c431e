import type { WorkflowNode } from '../state/node.js'
import { isTerminal } from '../state/status.js'
import type { WorkflowTree } from '../state/tree.js'

/** How long ended nodes can be read (workflow 8), and how long an idle investigation waits for a connection. */
export interface Retention {
  readonly endedMs: number
  readonly endedNodes: number
}
export const DEFAULT_RETENTION: Retention = { endedMs: 24 * 60 * 60 * 1000, endedNodes: 1000 }

type Limits = Retention & { readonly now: number }

/** Ids of ended leaves to remove, oldest first; never an ancestor of a live node. */
export function expiredNodes(tree: WorkflowTree, { endedMs, endedNodes, now }: Limits): string[] {
  const ended = [...tree.all()].filter((node) => isTerminal(node.status) && node.id !== tree.root.id)
  const leaves = ended.filter((node) => tree.children(node.id).length === 0).sort((a, b) => endOf(a) - endOf(b))
  const surplus = Math.max(0, ended.length - endedNodes)
  return leaves.filter((node, at) => at < surplus || now - endOf(node) > endedMs).map((node) => node.id)
}

/** Ids of idle investigations with no live node below them and no new connection, by the same limits. */
export function forgottenNodes(tree: WorkflowTree, { endedMs, endedNodes, now }: Limits): string[] {
  const idle = [...tree.all()]
    .filter((node) => node.kind === 'investigation' && node.status === 'idle' && !tree.hasLiveBelow(node.id))
    .sort((a, b) => idleSince(a) - idleSince(b))
  const surplus = Math.max(0, idle.length - endedNodes)
  return idle.filter((node, at) => at < surplus || now - idleSince(node) > endedMs).map((node) => node.id)
}

const endOf = (node: WorkflowNode): number => node.endedAt ?? node.createdAt
const idleSince = (node: WorkflowNode): number => node.idleSince ?? node.createdAt
