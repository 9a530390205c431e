import type { ToolResult } from '@dapplex/protocol'
import type { SpawnRequest, WorkflowNode, WorkflowTree } from '@dapplex/workflow'
import type { DebugPositions } from '@dapplex/workflow'

const MOST_NODES = 5000

type TreeResult = ToolResult<'workflow_tree'>

/** The nodes that a node may see (workflow 11): its ancestors from the root down, its siblings, itself and its descendants. */
export function visibleNodes(tree: WorkflowTree, from: string): readonly WorkflowNode[] {
  const above = [...tree.ancestors(from)].reverse()
  const self = tree.subtree(from)
  const [first] = self
  if (first?.parentId === undefined) return self
  return [...above, ...tree.children(first.parentId).flatMap((one) => (one.id === from ? self : [one]))]
}

export function nodeRows(nodes: readonly WorkflowNode[], positions: DebugPositions): TreeResult['nodes'] {
  return nodes.slice(0, MOST_NODES).map(({ result: _result, onParentClose: _close, idleSince: _idle, ...node }) => ({
    ...node,
    ...(node.sessionId === undefined ? {} : positions(node.sessionId)),
  }))
}

export const isCut = (nodes: readonly WorkflowNode[]): boolean => nodes.length > MOST_NODES

export function requestRows(requests: readonly SpawnRequest[]): TreeResult['requests'] {
  return requests.map(({ requestId, nodeId, requester, name, description, configuration, workspace, expiresAt }) => ({
    requestId,
    nodeId,
    requester,
    name,
    description,
    ...(configuration === undefined ? {} : { configuration }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  }))
}
