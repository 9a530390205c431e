import { toolError } from '@dapplex/protocol'
import type { RecordWriter } from '../state/record-writer.js'
import { demandName, type Nodes } from './nodes.js'
import { isTerminal, type WorkflowStatus } from '../state/status.js'
import type { WorkflowOptions } from './workflow-options.js'
import { TokenBuckets } from './spawn-limits.js'
import type { SpawnRequest } from '../state/spawn-request.js'

export interface SpawnSpec {
  readonly nodeId: string
  readonly requester: string
  readonly name: string
  readonly description: string
  readonly configuration?: string
  readonly workspace?: string
  readonly idempotencyKey?: string
}

/** What to do with a request now. The daemon carries out `start`, then calls `started` or `failed`. */
export interface SpawnDecision {
  readonly kind: 'start' | 'wait' | 'done'
  readonly request: SpawnRequest
}

interface SpawnParts {
  readonly writer: RecordWriter
  readonly nodes: Nodes
  readonly options: WorkflowOptions
}

/** Decided requests that are remembered, for their idempotency keys. */
const KEPT_ANSWERED = 1000

/** Requests for further investigations, within limits and with another principal's consent (workflow 28 to 30). */
export class Spawning {
  readonly #buckets: TokenBuckets
  constructor(private readonly parts: SpawnParts) {
    this.#buckets = new TokenBuckets(parts.options.limits)
  }

  /** Errors: INVALID_PARAMETER, IDEMPOTENCY_CONFLICT, SPAWN_DENIED, NODE_CLOSED and the limits' own. */
  ask(spec: SpawnSpec): SpawnDecision {
    const named = this.#asStored(spec)
    const known = this.known(spec)
    if (known !== undefined) return { kind: known.status === 'pending' ? 'wait' : 'done', request: known }
    this.#demandRoom(named.nodeId)
    this.#takePermission(named.nodeId)
    return this.#file(named)
  }

  /**
   * The request that this one repeats. Errors: INVALID_PARAMETER, IDEMPOTENCY_CONFLICT; SPAWN_DENIED where a new one would not
   * be allowed at all.
   */
  known(spec: SpawnSpec): SpawnRequest | undefined {
    this.expire()
    const known = this.#earlier(this.#asStored(spec))
    if (known === undefined && this.parts.options.limits.policy === 'deny')
      throw toolError('SPAWN_DENIED', { reason: 'the policy of this daemon is "deny"' })
    return known
  }

  /** Another principal accepts or declines; the requester may only cancel. Errors: APPROVAL_EXPIRED, FORBIDDEN, the limits' own. */
  respond(
    requestId: string,
    { action, principal }: { action: 'accept' | 'decline' | 'cancel'; principal: string },
  ): SpawnDecision {
    this.expire()
    const request = this.parts.writer.state.spawns.get(requestId)
    if (request?.status !== 'pending')
      throw toolError('APPROVAL_EXPIRED', { request_id: requestId, status: request?.status ?? 'unknown' })
    const isRequester = request.requester === principal
    if (isRequester !== (action === 'cancel')) throw notTheirs(request, action, principal)
    if (action === 'accept') {
      this.#demandRoom(request.nodeId)
      return { kind: 'start', request: this.#save({ ...request, status: 'starting', decidedBy: principal }) }
    }
    const status = action === 'cancel' ? 'cancelled' : 'declined'
    return { kind: 'done', request: this.#save({ ...request, decidedBy: principal, status }) }
  }

  started(requestId: string, at: { readonly nodeId: string; readonly sessionId?: string }): SpawnRequest {
    const { nodeId: spawnedNodeId, sessionId } = at
    return this.#save({
      ...this.#known(requestId),
      status: 'started',
      spawnedNodeId,
      ...(sessionId === undefined ? {} : { sessionId }),
    })
  }

  failed(requestId: string, { why, nodeId }: { readonly why: string; readonly nodeId?: string }): SpawnRequest {
    return this.#save({
      ...this.#known(requestId),
      status: 'failed',
      reason: String(this.parts.options.redact(why).value),
      ...(nodeId === undefined ? {} : { spawnedNodeId: nodeId }),
    })
  }

  /** Expires requests without an answer in time, and cancels those of an ended node. */
  expire(): void {
    const { writer, nodes, options } = this.parts
    const now = options.now()
    for (const request of [...writer.state.spawns.values()]) {
      if (request.status !== 'pending') continue
      const node = nodes.tree.get(request.nodeId)
      if (node === undefined || isTerminal(node.status))
        this.#save({ ...request, status: 'cancelled', reason: 'the investigation that asked has ended' })
      else if (request.expiresAt !== undefined && request.expiresAt <= now)
        this.#save({ ...request, status: 'expired' })
    }
  }

  pending(): SpawnRequest[] {
    return [...this.parts.writer.state.spawns.values()].filter(({ status }) => status === 'pending')
  }

  #known(requestId: string): SpawnRequest {
    const request = this.parts.writer.state.spawns.get(requestId)
    if (request === undefined) throw new Error(`no spawn request ${requestId}`)
    return request
  }

  #asStored(spec: SpawnSpec): SpawnSpec {
    const { redact } = this.parts.options
    const told = (text: string) => String(redact(text).value)
    return { ...spec, name: told(demandName(spec.name).name), description: told(spec.description) }
  }

  /** An equal request under the same key is the same request. */
  #earlier(spec: SpawnSpec): SpawnRequest | undefined {
    const { idempotencyKey: key } = spec
    if (key === undefined) return undefined
    const known = [...this.parts.writer.state.spawns.values()].find(
      (one) => one.idempotencyKey === key && one.requester === spec.requester,
    )
    if (known === undefined) return undefined
    const isSame =
      known.nodeId === spec.nodeId &&
      known.name === spec.name &&
      known.description === spec.description &&
      known.configuration === spec.configuration &&
      known.workspace === spec.workspace
    if (!isSame) throw toolError('IDEMPOTENCY_CONFLICT', { key })
    return known
  }

  /** Depth and live nodes: checked when it is requested, and again when it starts. */
  #demandRoom(nodeId: string): void {
    const { nodes, options } = this.parts
    const { limits } = options
    nodes.demandDepth(nodeId)
    const top = nodes.tree.topLevel(nodeId)
    const owner = top?.name ?? nodeId
    const isRoot = nodeId === nodes.tree.root.id
    // All connections hang under the root: there only spawned nodes count, and each has its own budget.
    const below = nodes.tree.children(nodeId).filter(({ origin }) => !isRoot || origin === 'spawned')
    const children = below.filter(isLive).length
    if (children >= limits.liveChildren)
      throw quotaExceeded({ owner, limit: limits.liveChildren, live: children, what: 'children' })
    if (isRoot) return
    const live = nodes.tree.subtree(top?.id ?? nodeId).filter(isLive).length
    if (live >= limits.liveNodes) throw quotaExceeded({ owner, limit: limits.liveNodes, live, what: 'nodes' })
  }

  /** One bucket for each top-level investigation, and one for requests at the root itself. */
  #takePermission(nodeId: string): void {
    const { nodes, options } = this.parts
    const { burst, refillPerMinute } = options.limits
    const top = nodes.tree.topLevel(nodeId)
    const permission = this.#buckets.take(top?.id ?? nodeId, options.now())
    if (permission.taken) return
    throw toolError('SPAWN_RATE_LIMITED', {
      owner: top?.name ?? nodeId,
      limit: burst,
      refill_per_minute: refillPerMinute,
      retry_after_ms: permission.retryAfterMs,
    })
  }

  #file(spec: SpawnSpec): SpawnDecision {
    const { limits, now, newId } = this.parts.options
    const createdAt = now()
    const asks = limits.policy === 'ask'
    const request = this.#save({
      ...spec,
      requestId: newId(),
      createdAt,
      status: asks ? 'pending' : 'starting',
      ...(asks ? { expiresAt: createdAt + limits.approvalMs } : {}),
    })
    return { kind: asks ? 'wait' : 'start', request }
  }

  #save(request: SpawnRequest): SpawnRequest {
    const { writer, options } = this.parts
    writer.write(options.now(), { type: 'spawn', request })
    const { spawns } = writer.state
    for (const [id, { status }] of spawns) {
      if (spawns.size <= KEPT_ANSWERED) break
      if (status !== 'pending' && status !== 'starting')
        writer.write(options.now(), { type: 'forgotten', requestId: id })
    }
    return request
  }
}

const isLive = ({ status }: { readonly status: WorkflowStatus }): boolean => !isTerminal(status)

const quotaExceeded = (data: { owner: string; limit: number; live: number; what: 'children' | 'nodes' }) =>
  toolError('SPAWN_QUOTA_EXCEEDED', data)

function notTheirs({ requester }: SpawnRequest, action: string, principal: string): Error {
  const isRequester = requester === principal
  return toolError(
    'FORBIDDEN',
    {
      what: `workflow_respond ${action}`,
      needed: isRequester ? 'another principal' : 'the requester',
      role: principal,
    },
    isRequester
      ? `${principal} made this request: another principal must ${action} it`
      : `Only ${requester}, who made this request, may ${action} it; others decline`,
  )
}
