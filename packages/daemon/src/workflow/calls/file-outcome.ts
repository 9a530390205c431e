import type { CallOutcome } from '@dapplex/tools'
import type { NewOutput } from '@dapplex/workflow'
import type { ToolDefinition } from '@dapplex/protocol'
import type { WorkflowHost } from '../workflow-host.js'

interface Filing {
  readonly host: WorkflowHost
  readonly tool: ToolDefinition
}

/** Files the outcome of a call at its node, and indexes it at the session it was about (workflow 19, 20). */
export function fileOutcome({ host, tool }: Filing, outcome: CallOutcome, nodeId: string): void {
  const { error, session } = outcome
  host.learnSecrets(outcome.params)
  if (tool.leaves === 'nothing' || (tool.leaves === 'failures' && error === undefined)) return
  const { outputs, nodes } = host.workflow
  if (nodes.tree.get(nodeId) === undefined) return
  const sessionNode = session === undefined ? undefined : host.sessionNode(session.id)
  outputs.record(nodeId, { ...outputOf(tool.name, outcome) }, sessionNode)
}

function outputOf(tool: string, { params, result, error, session, cache, durationMs }: CallOutcome): NewOutput {
  return {
    kind: 'tool',
    tool,
    params: withoutMeta(params),
    status: error === undefined ? 'ok' : 'error',
    ...(error === undefined ? { value: withoutMeta(result) } : { error }),
    ...(session === undefined ? {} : { stopEpoch: session.view().stopId }),
    ...(cache === undefined ? {} : { cache: { key: cache.key, hit: cache.hit } }),
    durationMs: Math.round(durationMs * 10) / 10,
  }
}

/** `_meta` names the place of the call; the tree already holds it. */
function withoutMeta(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('_meta' in value)) return value
  const { _meta: _place, ...rest } = value
  return rest
}
