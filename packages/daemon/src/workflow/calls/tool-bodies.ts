import type { ToolName } from '@dapplex/protocol'
import * as cache from './cache-tools.js'
import * as investigations from './investigation-tools.js'
import type { ToolBody } from './tool-body.js'
import * as tree from './tree-tools.js'

const bodies = {
  inspect_current_node: tree.inspectCurrentNode,
  read_ancestor_chain: tree.readAncestorChain,
  list_siblings_children: tree.listSiblingsChildren,
  inspect_prior_outputs: tree.inspectPriorOutputs,
  workflow_tree: tree.workflowTree,
  workflow_enter: investigations.workflowEnter,
  workflow_finish: investigations.workflowFinish,
  workflow_cancel: investigations.workflowCancel,
  output_record: investigations.outputRecord,
  request_spawn_workflow: investigations.requestSpawnWorkflow,
  workflow_respond: investigations.workflowRespond,
  inspect_cache_status: cache.inspectCacheStatus,
  cache_hash: cache.cacheHash,
  cache_put: cache.cachePut,
  cache_get: cache.cacheGet,
  cache_invalidate: cache.cacheInvalidate,
} satisfies { readonly [N in ToolName]?: ToolBody<N> }

type AnyBody = (...call: Parameters<ToolBody<never>>) => object | Promise<object>

/** What each tool of the group `workflow` does, by its documented name. */
export const toolBodies: ReadonlyMap<string, AnyBody> = new Map(Object.entries(bodies as Record<string, AnyBody>))
