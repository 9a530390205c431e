export {
  anthropicTools,
  ToolError,
  type AnthropicTool,
  type ToolName,
  type ToolParams,
  type ToolResult,
} from '@dapplex/protocol'
export { ConnectionClosedError, type CallOptions, type Client, type DebugEventMessage, type Tools } from './client.js'
export { connect, type ConnectSpec } from './connect.js'
export {
  INTROSPECTION_TOOLS,
  inspectCacheStatus,
  inspectCurrentNode,
  inspectPriorOutputs,
  listSiblingsChildren,
  readAncestorChain,
  requestSpawnWorkflow,
  type IntrospectionTool,
} from './introspection-tools.js'
export { RpcClient } from './rpc-client.js'
