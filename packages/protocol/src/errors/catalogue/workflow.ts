import { z } from 'zod'
import { defineErrors } from './entry.js'

const limit = { limit: z.number(), owner: z.string() }

/** Errors of the workflow tree; spec of the surface, "Workflow". */
export const workflowErrors = defineErrors({
  NODE_NOT_FOUND: {
    rule: 'workflow, Position',
    says: "Node '{node_id}' not found",
    then: 'a caller sees its own node, its ancestors, siblings and descendants; inspect_current_node {} shows its own',
    data: z.object({ node_id: z.string() }),
  },
  NODE_CLOSED: {
    rule: 'workflow, Nodes',
    says: "Node '{node_id}' has ended ({status}) and cannot change",
    then: 'enter a new investigation: workflow_enter {name, description}',
    data: z.object({ node_id: z.string(), status: z.string() }),
  },
  SPAWN_DENIED: {
    rule: 'workflow, Spawning',
    says: 'Spawning is not allowed here: {reason}',
    data: z.object({ reason: z.string() }),
  },
  SPAWN_RATE_LIMITED: {
    rule: 'workflow, Spawning',
    says: 'Too many spawn requests: the limit is {limit} at once and {refill_per_minute} more each minute',
    then: 'ask again in {retry_after_ms} ms',
    data: z.object({ ...limit, refill_per_minute: z.number(), retry_after_ms: z.number() }),
  },
  SPAWN_DEPTH_EXCEEDED: {
    rule: 'workflow, Spawning',
    says: 'An investigation at depth {depth} exceeds the limit of {limit}',
    data: z.object({ ...limit, depth: z.number() }),
  },
  SPAWN_QUOTA_EXCEEDED: {
    rule: 'workflow, Spawning',
    says: '{owner} already has {live} live {what}, and {limit} are allowed',
    then: 'finish or cancel one of them: workflow_finish {nodeId, status}, workflow_cancel {nodeId, reason}',
    data: z.object({ ...limit, live: z.number(), what: z.enum(['children', 'nodes']) }),
  },
  APPROVAL_EXPIRED: {
    rule: 'workflow, Spawning',
    says: "Request '{request_id}' no longer waits for an answer: it is {status}",
    then: 'ask again: request_spawn_workflow {name, description}',
    data: z.object({ request_id: z.string(), status: z.string() }),
  },
  CONFIGURATION_NOT_FOUND: {
    rule: 'workflow, Spawning',
    says: "No launch configuration is named '{configuration}'",
    then: 'configurations_list {} shows their names',
    data: z.object({ configuration: z.string(), nearest: z.string().optional() }),
  },
  IDEMPOTENCY_CONFLICT: {
    rule: 'workflow, Spawning',
    says: "The idempotency key '{key}' was used for another request",
    then: 'use a new key, or repeat the first request unchanged',
    data: z.object({ key: z.string() }),
  },
})
