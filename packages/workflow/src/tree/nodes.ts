import { toolError } from '@dapplex/protocol'
import type { RecordWriter } from '../state/record-writer.js'
import { checkName } from './node-name.js'
import type { WorkflowOptions } from './workflow-options.js'
import type { NodeKind, NodeOrigin, WorkflowNode } from '../state/node.js'
import { expiredNodes, forgottenNodes } from './retention.js'
import type { WorkflowStatus } from '../state/status.js'
import { canBecome, isTerminal } from '../state/status.js'

export interface NewNode {
  readonly kind: NodeKind
  readonly name: string
  readonly origin: NodeOrigin
  readonly parentId?: string
  readonly description?: string
  readonly sessionId?: string
  readonly onParentClose?: WorkflowNode['onParentClose']
  /** `idle` for a session whose adapter has not been initialized yet. */
  readonly status?: 'idle' | 'running'
}

export interface NodeEnd {
  readonly status: WorkflowStatus
  readonly message?: string
  readonly result?: unknown
  readonly exitCode?: number
}

/** What `workflow_enter` asks for. */
export interface Entry {
  readonly name: string
  readonly parentId: string
  readonly description?: string
  readonly onParentClose: WorkflowNode['onParentClose']
}

/** A check of every node runs at most this often. */
const LOOK_EACH_MS = 1000

/** Creates and ends nodes. Every change is a record (`journal/`). */
export class Nodes {
  /** When the last check for expired nodes ran. */
  #lookedAt = -Infinity

  constructor(
    private readonly writer: RecordWriter,
    private readonly options: WorkflowOptions,
  ) {}

  get tree() {
    return this.writer.state.tree
  }

  /** The root; a new one after a clean shutdown, whose own root has ended for good. */
  openRoot(): WorkflowNode {
    if (this.tree.hasRoot && !isTerminal(this.tree.root.status)) return this.tree.root
    return this.create({ kind: 'root', name: this.options.workspace, origin: 'daemon' })
  }

  /** An investigation that a caller begins. Errors: INVALID_PARAMETER, NODE_NOT_FOUND, NODE_CLOSED, SPAWN_DEPTH_EXCEEDED. */
  enter({ name: text, ...rest }: Entry): WorkflowNode {
    const { name } = demandName(text)
    this.demandDepth(rest.parentId)
    return this.create({ kind: 'investigation', origin: 'entered', name, ...rest })
  }

  /** Errors: NODE_NOT_FOUND and NODE_CLOSED for the parent. */
  create({ kind, name, origin, description, status = 'running', ...rest }: NewNode): WorkflowNode {
    if (rest.parentId !== undefined) this.live(rest.parentId)
    const createdAt = this.options.now()
    const node: WorkflowNode = {
      id: this.options.newId(),
      kind,
      name: this.#told(name),
      ...(description === undefined ? {} : { description: this.#told(description) }),
      status,
      createdAt,
      origin,
      ...(status === 'idle' ? { idleSince: createdAt } : {}),
      onParentClose: origin === 'launched' || origin === 'child-session' ? 'abandon' : 'cancel',
      ...rest,
    }
    this.writer.write(createdAt, { type: 'node', node })
    return node
  }

  /** Errors: NODE_NOT_FOUND. */
  known(id: string): WorkflowNode {
    const node = this.tree.get(id)
    if (node === undefined) throw toolError('NODE_NOT_FOUND', { node_id: id })
    return node
  }

  /** Errors: NODE_NOT_FOUND, NODE_CLOSED. */
  live(id: string): WorkflowNode {
    const node = this.known(id)
    if (isTerminal(node.status)) throw toolError('NODE_CLOSED', { node_id: id, status: node.status })
    return node
  }

  /** An idle node runs again. */
  resume(id: string): void {
    const node = this.live(id)
    if (node.status === 'idle') this.#change(node, { status: 'running' })
  }

  /** No connection is in it any more; it can be entered again. */
  rest(id: string, message?: string): void {
    const node = this.tree.get(id)
    if (node?.status === 'running')
      this.#change(node, { status: 'idle', ...(message === undefined ? {} : { message }) })
    this.#retire()
  }

  /**
   * Ends a node. Nodes below it are cancelled unless they outlive it. Returns the sessions to end.
   * Errors: NODE_NOT_FOUND, NODE_CLOSED.
   */
  end(id: string, end: NodeEnd): string[] {
    const sessions = this.#end(this.live(id), end)
    this.#retire()
    return sessions
  }

  /** Errors: SPAWN_DEPTH_EXCEEDED for an investigation below this node. */
  demandDepth(parentId: string): void {
    const depth = this.tree.depth(this.live(parentId).id) + 1
    const { depth: limit } = this.options.limits
    const owner = this.tree.topLevel(parentId)?.name ?? parentId
    if (depth > limit) throw toolError('SPAWN_DEPTH_EXCEEDED', { owner, limit, depth })
  }

  #end(node: WorkflowNode, end: NodeEnd): string[] {
    this.#change(node, end)
    return this.tree.children(node.id).flatMap((child) => {
      if (isTerminal(child.status) || child.onParentClose === 'abandon') return []
      const below = this.#end(child, { status: 'cancelled', message: `"${node.name}" was closed` })
      return child.sessionId === undefined ? below : [child.sessionId, ...below]
    })
  }

  #change(node: WorkflowNode, { status, message, result, exitCode }: NodeEnd): void {
    if (!canBecome(node.status, status)) throw toolError('NODE_CLOSED', { node_id: node.id, status: node.status })
    const at = this.options.now()
    const { idleSince: _before, ...rest } = node
    const changed: WorkflowNode = {
      ...rest,
      status,
      ...(message === undefined ? {} : { statusMessage: this.#told(message) }),
      ...(result === undefined ? {} : { result: this.options.redact(result).value }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(status === 'idle' ? { idleSince: at } : {}),
      ...(isTerminal(status) ? { endedAt: at } : {}),
    }
    this.writer.write(at, { type: 'node', node: changed })
  }

  /** A caller's text as it is stored (workflow 37). */
  #told(text: string): string {
    return String(this.options.redact(text).value)
  }

  #retire(): void {
    const limits = { ...this.options.retention, now: this.options.now() }
    if (limits.now - this.#lookedAt < LOOK_EACH_MS) return
    this.#lookedAt = limits.now
    for (const id of forgottenNodes(this.tree, limits))
      this.#end(this.known(id), { status: 'cancelled', message: 'no one returned to it in time' })
    for (const nodeId of expiredNodes(this.tree, limits)) this.writer.write(limits.now, { type: 'retired', nodeId })
  }
}

/** Errors: INVALID_PARAMETER (`name`). */
export function demandName(text: string): { readonly name: string } {
  const checked = checkName(text)
  if (!('problem' in checked)) return checked
  const fields = { field: 'name', parameter: 'name', value: text }
  throw toolError('INVALID_PARAMETER', fields, `Parameter 'name' is not valid: ${checked.problem}`)
}
