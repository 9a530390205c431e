import { toolError } from '@dapplex/protocol'
import type { RecordWriter } from '../journal/writer.js'
import type { Nodes } from '../tree/nodes.js'
import { isTerminal } from '../tree/status.js'
import type { WorkflowOptions } from '../workflow-options.js'
import { TokenBuckets } from './limits.js'
import { checkName } from './name.js'
import type { SpawnRequest } from './request.js'

export interface SpawnWish {
  readonly nodeId: string
  readonly requester: string
  readonly name: string
  readonly description: string
  readonly configuration?: string
  readonly idempotencyKey?: string
}

/** What is to be done with a request now; `start` is carried out by the daemon, which then calls `started` or `failed`. */
export interface SpawnDecision {
  readonly kind: 'start' | 'wait' | 'done'
  readonly request: SpawnRequest
}

interface SpawnParts {
  readonly writer: RecordWriter
  readonly nodes: Nodes
  readonly options: WorkflowOptions
}

/** Requests for further investigations, within limits and with another principal's yes (workflow, "Spawning"). */
export class Spawning {
  readonly #buckets: TokenBuckets
  constructor(private readonly parts: SpawnParts) {
    this.#buckets = new TokenBuckets(parts.options.limits)
  }

  /** Errors: INVALID_PARAMETER, IDEMPOTENCY_CONFLICT, SPAWN_DENIED, NODE_CLOSED and the limits' own. */
  ask(wish: SpawnWish): SpawnDecision {
    const checked = checkName(wish.name)
    if ('problem' in checked)
      throw toolError(
        'INVALID_PARAMETER',
        { field: 'name', parameter: 'name', value: wish.name },
        `Parameter 'name' is not valid: ${checked.problem}`,
      )
    const named = { ...wish, name: checked.name }
    const known = this.#earlier(named)
    if (known !== undefined) return { kind: known.status === 'pending' ? 'wait' : 'done', request: known }
    const { limits } = this.parts.options
    if (limits.policy === 'deny') throw toolError('SPAWN_DENIED', { reason: 'the policy of this workspace is "deny"' })
    this.#checkLimits(named.nodeId)
    return this.#file(named)
  }

  /** Another principal accepts or declines; the requester may only cancel. Errors: APPROVAL_EXPIRED, FORBIDDEN. */
  respond(
    requestId: string,
    { action, principal }: { action: 'accept' | 'decline' | 'cancel'; principal: string },
  ): SpawnDecision {
    this.expire()
    const request = this.parts.writer.state.spawns.get(requestId)
    if (request?.status !== 'pending')
      throw toolError('APPROVAL_EXPIRED', { request_id: requestId, status: request?.status ?? 'unknown' })
    const isOwn = request.requester === principal
    if (isOwn !== (action === 'cancel'))
      throw toolError('FORBIDDEN', {
        what: `workflow_respond ${action}`,
        needed: isOwn ? 'another principal' : 'the requester',
        role: principal,
      })
    if (action === 'accept') {
      this.#checkDepth(request.nodeId)
      return { kind: 'start', request: this.#save({ ...request, decidedBy: principal }) }
    }
    return {
      kind: 'done',
      request: this.#save({ ...request, decidedBy: principal, status: action === 'cancel' ? 'cancelled' : 'declined' }),
    }
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

  failed(requestId: string): SpawnRequest {
    return this.#save({ ...this.#known(requestId), status: 'failed' })
  }

  /** Requests that nobody answered in time expire. */
  expire(): void {
    const now = this.parts.options.now()
    for (const request of [...this.parts.writer.state.spawns.values()])
      if (request.status === 'pending' && request.expiresAt !== undefined && request.expiresAt <= now)
        this.#save({ ...request, status: 'expired' })
  }

  #known(requestId: string): SpawnRequest {
    const request = this.parts.writer.state.spawns.get(requestId)
    if (request === undefined) throw new Error(`no spawn request ${requestId}`)
    return request
  }

  /** An equal request under the same key is the same request. */
  #earlier(wish: SpawnWish): SpawnRequest | undefined {
    const { idempotencyKey: key } = wish
    if (key === undefined) return undefined
    const known = [...this.parts.writer.state.spawns.values()].find(
      (one) => one.idempotencyKey === key && one.requester === wish.requester,
    )
    if (known === undefined) return undefined
    const isSame =
      known.nodeId === wish.nodeId &&
      known.name === wish.name &&
      known.description === wish.description &&
      known.configuration === wish.configuration
    if (!isSame) throw toolError('IDEMPOTENCY_CONFLICT', { key })
    return known
  }

  #checkLimits(nodeId: string): void {
    const { nodes, options } = this.parts
    const { limits } = options
    nodes.live(nodeId)
    const owner = nodes.tree.topLevel(nodeId)
    const ownerName = owner?.name ?? nodeId
    this.#checkDepth(nodeId)
    const isLive = (node: { status: Parameters<typeof isTerminal>[0] }) => !isTerminal(node.status)
    const children = nodes.tree.children(nodeId).filter(isLive).length
    const all = nodes.tree.subtree(owner?.id ?? nodeId).filter(isLive).length
    const quota = { owner: ownerName } as const
    if (children >= limits.liveChildren)
      throw toolError('SPAWN_QUOTA_EXCEEDED', {
        ...quota,
        limit: limits.liveChildren,
        live: children,
        what: 'children',
      })
    if (all >= limits.liveNodes)
      throw toolError('SPAWN_QUOTA_EXCEEDED', { ...quota, limit: limits.liveNodes, live: all, what: 'nodes' })
    const permission = this.#buckets.take(owner?.id ?? nodeId, options.now())
    if (!permission.taken)
      throw toolError('SPAWN_RATE_LIMITED', {
        ...quota,
        limit: limits.burst,
        refill_per_minute: limits.refillPerMinute,
        retry_after_ms: permission.retryAfterMs,
      })
  }

  #checkDepth(nodeId: string): void {
    const { nodes, options } = this.parts
    const depth = nodes.tree.depth(nodes.live(nodeId).id) + 1
    const owner = nodes.tree.topLevel(nodeId)?.name ?? nodeId
    if (depth > options.limits.depth)
      throw toolError('SPAWN_DEPTH_EXCEEDED', { owner, limit: options.limits.depth, depth })
  }

  #file(wish: SpawnWish): SpawnDecision {
    const { limits, now, newId } = this.parts.options
    const createdAt = now()
    const asks = limits.policy === 'ask'
    const request = this.#save({
      ...wish,
      requestId: newId(),
      createdAt,
      status: 'pending',
      ...(asks ? { expiresAt: createdAt + limits.approvalMs } : {}),
    })
    return { kind: asks ? 'wait' : 'start', request }
  }

  #save(request: SpawnRequest): SpawnRequest {
    this.parts.writer.write(this.parts.options.now(), { type: 'spawn', request })
    return request
  }
}
