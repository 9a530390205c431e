import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'

export const inspectCurrentNode = implement(surface.inspect_current_node, async (_params, call) =>
  Promise.resolve(call.workflow.currentNode()),
)

export const readAncestorChain = implement(surface.read_ancestor_chain, async (params, call) =>
  Promise.resolve(call.workflow.ancestors(params)),
)

export const listSiblingsChildren = implement(surface.list_siblings_children, async (params, call) =>
  Promise.resolve(call.workflow.list(params)),
)

export const inspectPriorOutputs = implement(surface.inspect_prior_outputs, async (params, call) =>
  Promise.resolve(call.workflow.priorOutputs(params)),
)

export const inspectCacheStatus = implement(surface.inspect_cache_status, async (params, call) =>
  Promise.resolve(call.workflow.cacheStatus(params.promptHash)),
)

export const workflowTree = implement(surface.workflow_tree, (params, call) =>
  call.workflow.tree(params, call.context.signal),
)
