import {
  toolError,
  type CacheMeta,
  type Surface,
  type ToolDefinition,
  type ToolName,
  type ToolResult,
} from '@dapplex/protocol'
import type { CallOutcome, Inspection, SessionsPort, WorkflowCall } from '@dapplex/tools'
import { ancestorChain, currentNode, listNodes, visibleNode, type WorkflowNode } from '@dapplex/workflow'
import type { z } from 'zod'
import type { Identity } from '../../access/identity.js'
import { fileOutcome } from './file-outcome.js'
import { PromptCache } from './prompt-cache.js'
import type { Spawner } from '../spawner.js'
import { isCut, nodeRows, requestRows, visibleNodes } from './tree-view.js'
import type { WorkflowHost } from '../workflow-host.js'

type Given<N extends ToolName> = z.output<Surface[N]['params']>

interface CallParts {
  readonly host: WorkflowHost
  readonly spawner: Spawner
  readonly caller: Identity
  readonly tool: ToolDefinition
  /** From now on the connection stands there. */
  readonly moveTo: (nodeId: string) => void
}

/** One call where it stands in the tree. */
export class PlacedCall implements WorkflowCall {
  readonly #parts: CallParts
  /** The caller's node when the request arrived (workflow 9). */
  readonly #at: string
  readonly #prompts: PromptCache
  /** Where its record goes: a call that begins an investigation is filed in it. */
  #filedAt: string

  constructor(parts: CallParts, at: string) {
    this.#parts = parts
    this.#at = at
    this.#filedAt = at
    this.#prompts = new PromptCache(parts.host.cache)
  }

  run<T>(body: () => Promise<T>): Promise<T> {
    return this.#host.standingAt({ nodeId: this.#at, origin: 'launched' }, body)
  }

  async finished(outcome: CallOutcome): Promise<void> {
    fileOutcome(this.#parts, outcome, this.#filedAt)
    await this.#host.synced()
    this.#host.compactWhenLong()
  }

  async inspect({ session, params, compute }: Inspection): Promise<{ value: object; cache: CacheMeta | undefined }> {
    if (!this.#host.standsStill(session.id)) return { value: await compute(), cache: undefined }
    const method = this.#parts.tool.name
    const { value, cache } = await this.#host.memoizer.answer({ session: session.id, method, params, compute })
    return { value: value as object, cache }
  }

  currentNode(): ToolResult<'inspect_current_node'> {
    return currentNode(this.#tree, this.#at)
  }

  ancestors({ maxDepth }: Given<'read_ancestor_chain'>): ToolResult<'read_ancestor_chain'> {
    return ancestorChain(this.#tree, { from: this.#at, ...(maxDepth === undefined ? {} : { maxDepth }) })
  }

  list({ type, cursor }: Given<'list_siblings_children'>): ToolResult<'list_siblings_children'> {
    const listing = { from: this.#at, type, ...(cursor === undefined ? {} : { cursor }) }
    return listNodes(this.#tree, listing, this.#host.positions)
  }

  priorOutputs({ nodeId, count = 1, cursor }: Given<'inspect_prior_outputs'>): ToolResult<'inspect_prior_outputs'> {
    return this.#host.workflow.outputs.prior({
      from: this.#at,
      count,
      ...(nodeId === undefined ? {} : { nodeId }),
      ...(cursor === undefined ? {} : { before: Number(cursor) }),
    })
  }

  async tree(params: Given<'workflow_tree'>, signal: AbortSignal): Promise<ToolResult<'workflow_tree'>> {
    const { changes, workflow, positions } = this.#host
    if (params.sinceVersion === changes.version) await changes.next(params.timeoutMs, signal)
    const { nodeId } = params
    const nodes =
      nodeId === undefined ? visibleNodes(this.#tree, this.#at) : this.#tree.subtree(this.#visible(nodeId).id)
    const ids = new Set(nodes.map(({ id }) => id))
    return {
      version: changes.version,
      position: this.#at,
      nodes: nodeRows(nodes, positions),
      requests: requestRows(workflow.spawning.pending().filter((request) => ids.has(request.nodeId))),
      ...(isCut(nodes) ? { truncated: true as const } : {}),
    }
  }

  enter({ name, description, parentId, onParentClose }: Given<'workflow_enter'>): ToolResult<'workflow_enter'> {
    const parent = parentId === undefined ? this.#host.liveAt(this.#at) : this.#visible(parentId).id
    const more = description === undefined ? {} : { description }
    const { id } = this.#host.workflow.nodes.enter({ name, parentId: parent, onParentClose, ...more })
    this.#parts.moveTo(id)
    this.#filedAt = id
    return { nodeId: id }
  }

  finish({ nodeId, status, result, message }: Given<'workflow_finish'>): ToolResult<'workflow_finish'> {
    const { workflow } = this.#host
    const target = this.#ownInvestigation(nodeId ?? this.#at, 'workflow_finish')
    const more = { ...(message === undefined ? {} : { message }) }
    if (result !== undefined || message !== undefined)
      workflow.outputs.record(target.id, {
        kind: 'result',
        status: status === 'failed' ? 'error' : 'ok',
        ...(status === 'failed' ? { error: result ?? message } : { value: result ?? message }),
      })
    const sessions = workflow.nodes.end(target.id, { status, ...more, ...(result === undefined ? {} : { result }) })
    workflow.spawning.expire()
    void this.#host.endSessions(sessions, `"${target.name}" was finished`)
    return { nodeId: target.id, status }
  }

  async cancel({ nodeId, reason }: Given<'workflow_cancel'>): Promise<ToolResult<'workflow_cancel'>> {
    const { workflow } = this.#host
    const target = this.#ownInvestigation(nodeId, 'workflow_cancel')
    const end = { status: 'cancelled', ...(reason === undefined ? {} : { message: reason }) } as const
    const sessions = workflow.nodes.end(target.id, end)
    workflow.spawning.expire()
    await this.#host.endSessions(sessions, `"${target.name}" was cancelled`)
    return { nodeId: target.id, status: 'cancelled' }
  }

  record({ nodeId, kind, value }: Given<'output_record'>): ToolResult<'output_record'> {
    const target = nodeId === undefined ? this.#at : this.#visible(nodeId).id
    const { seq } = this.#host.workflow.outputs.record(target, { kind: 'record', label: kind, status: 'ok', value })
    return { seq, nodeId: target }
  }

  async spawn(
    params: Given<'request_spawn_workflow'>,
    sessions: SessionsPort,
  ): Promise<ToolResult<'request_spawn_workflow'>> {
    const { workflow, limits } = this.#host
    const { spawner, caller } = this.#parts
    const { name, description, launch, idempotencyKey } = params
    const workspace = launch === undefined ? undefined : (launch.workspace ?? folderOf(sessions))
    const spec = {
      nodeId: this.#at,
      requester: caller.principal,
      name,
      description,
      ...(launch === undefined ? {} : { configuration: launch.configuration }),
      ...(workspace === undefined ? {} : { workspace }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    }
    if (launch !== undefined && workflow.spawning.known(spec) === undefined) {
      if (limits.policy === 'allow') this.#demandOwner('request_spawn_workflow with launch')
      await spawner.demandConfiguration(launch.configuration, workspace ?? '')
    }
    return spawner.carryOut(workflow.spawning.ask(spec))
  }

  async respond({ requestId, action }: Given<'workflow_respond'>): Promise<ToolResult<'workflow_respond'>> {
    const { workflow } = this.#host
    const { spawner, caller } = this.#parts
    if (action === 'accept') this.#demandOwner('workflow_respond accept')
    return spawner.carryOut(workflow.spawning.respond(requestId, { action, principal: caller.principal }))
  }

  cacheStatus(key: string): ToolResult<'inspect_cache_status'> {
    return this.#host.cache.status(key, Date.now())
  }

  cacheHash(prompt: unknown): ToolResult<'cache_hash'> {
    return { key: this.#prompts.key(prompt) }
  }

  cachePut({ prompt, ...entry }: Given<'cache_put'>): ToolResult<'cache_put'> {
    return this.#prompts.put(prompt, entry)
  }

  cacheGet(key: string): ToolResult<'cache_get'> {
    return this.#prompts.get(key)
  }

  cacheInvalidate({ key, sessionId }: Given<'cache_invalidate'>): ToolResult<'cache_invalidate'> {
    const what = {
      ...(key === undefined ? {} : { key }),
      ...(sessionId === undefined ? {} : { session: sessionId }),
    }
    return { invalidated: this.#host.cache.invalidate(what) }
  }

  objectsReleased(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.#host.epochs.move(id, 'released')
  }

  get #host(): WorkflowHost {
    return this.#parts.host
  }

  get #tree() {
    return this.#host.workflow.nodes.tree
  }

  #visible(id: string): WorkflowNode {
    return visibleNode(this.#tree, { from: this.#at, id })
  }

  /** An investigation that this caller may end: the own one, or one below it, that has not ended yet. */
  #ownInvestigation(id: string, what: string): WorkflowNode {
    const node = this.#visible(id)
    this.#demandOwn(id, what)
    if (node.kind === 'investigation') return this.#host.workflow.nodes.live(id)
    const says =
      node.kind === 'root'
        ? `'${node.name}' is the root, which ends with the daemon`
        : `'${node.name}' is a session: debug_disconnect ends it`
    throw toolError('INVALID_PARAMETER', { field: 'nodeId', parameter: 'nodeId', value: id }, says)
  }

  #demandOwn(id: string, what: string): void {
    if (id === this.#at || this.#tree.ancestors(id).some((node) => node.id === this.#at)) return
    const { role } = this.#parts.caller
    const says = `${what} works on the own node and what hangs below it, not beside or above`
    throw toolError('FORBIDDEN', { what, needed: 'a place at or above the node', role }, says)
  }

  /** The same authorizer as a launch (workflow 28). */
  #demandOwner(what: string): void {
    const { role } = this.#parts.caller
    if (role !== 'owner') throw toolError('FORBIDDEN', { what, needed: 'owner', role })
  }
}

/** Where a named configuration is looked for when the caller does not say: the folder of its session, or of the latest. */
function folderOf(sessions: SessionsPort): string | undefined {
  const selected = sessions.selected === undefined ? undefined : sessions.find(sessions.selected)
  const latest = [...sessions.list()].sort((a, b) => b.startedAt - a.startedAt)[0]
  return (selected ?? latest)?.cwd
}
