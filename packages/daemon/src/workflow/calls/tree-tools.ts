import { ancestorChain, currentNode, listNodes } from '@dapplex/workflow'
import type { ToolBody } from './tool-body.js'
import { isCut, nodeRows, requestRows, visibleNodes } from './tree-view.js'

export const inspectCurrentNode: ToolBody<'inspect_current_node'> = (_params, at) => currentNode(at.tree, at.nodeId)

export const readAncestorChain: ToolBody<'read_ancestor_chain'> = ({ maxDepth }, at) =>
  ancestorChain(at.tree, { from: at.nodeId, ...(maxDepth === undefined ? {} : { maxDepth }) })

export const listSiblingsChildren: ToolBody<'list_siblings_children'> = ({ type, cursor }, at) => {
  const listing = { from: at.nodeId, type, ...(cursor === undefined ? {} : { cursor }) }
  return listNodes(at.tree, listing, at.host.positions)
}

export const inspectPriorOutputs: ToolBody<'inspect_prior_outputs'> = ({ nodeId, count = 1, cursor }, at) =>
  at.host.workflow.outputs.prior({
    from: at.nodeId,
    count,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(cursor === undefined ? {} : { before: Number(cursor) }),
  })

export const workflowTree: ToolBody<'workflow_tree'> = async ({ nodeId, sinceVersion, timeoutMs }, at, { signal }) => {
  const { changes, workflow, positions } = at.host
  if (sinceVersion === changes.version) await changes.next(timeoutMs, signal)
  const nodes = nodeId === undefined ? visibleNodes(at.tree, at.nodeId) : at.tree.subtree(at.visible(nodeId).id)
  const ids = new Set(nodes.map(({ id }) => id))
  return {
    version: changes.version,
    position: at.nodeId,
    nodes: nodeRows(nodes, positions),
    requests: requestRows(workflow.spawning.pending().filter((request) => ids.has(request.nodeId))),
    ...(isCut(nodes) ? { truncated: true as const } : {}),
  }
}
