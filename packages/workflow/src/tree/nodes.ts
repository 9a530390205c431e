import { toolError } from '@dapplex/protocol'
import type { RecordWriter } from '../journal/writer.js'
import type { WorkflowOptions } from '../workflow-options.js'
import type { NodeKind, NodeOrigin, WorkflowNode } from './node.js'
import { expiredNodes } from './retention.js'
import type { WorkflowStatus } from './status.js'
import { canBecome, isTerminal } from './status.js'

export interface NewNode {
  readonly kind: NodeKind
  readonly name: string
  readonly origin: NodeOrigin
  readonly parentId?: string
  readonly description?: string
  readonly sessionId?: string
}

export interface NodeEnd {
  readonly status: WorkflowStatus
  readonly message?: string
  readonly result?: unknown
  readonly exitCode?: number
}

/** Creates and ends nodes. Every change is a record (`journal/`). */
export class Nodes {
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

  /** Errors: NODE_NOT_FOUND and NODE_CLOSED for the parent. */
  create({ kind, name, origin, ...rest }: NewNode): WorkflowNode {
    if (rest.parentId !== undefined) this.live(rest.parentId)
    const onParentClose = origin === 'launched' || origin === 'child-session' ? 'abandon' : 'cancel'
    const createdAt = this.options.now()
    const node: WorkflowNode = {
      id: this.options.newId(),
      kind,
      name,
      status: 'running',
      createdAt,
      origin,
      onParentClose,
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

  /**
   * Ends a node; what hangs below it and does not outlive it is cancelled. Returns the sessions that are to be ended.
   * Errors: NODE_NOT_FOUND, NODE_CLOSED.
   */
  end(id: string, end: NodeEnd): string[] {
    const node = this.live(id)
    this.#change(node, end)
    const sessions = this.tree.children(id).flatMap((child) => this.#endChild(child, node.name))
    this.#retire()
    return sessions
  }

  #endChild(child: WorkflowNode, parentName: string): string[] {
    if (isTerminal(child.status) || child.onParentClose === 'abandon') return []
    const below = this.end(child.id, { status: 'cancelled', message: `"${parentName}" was closed` })
    return child.sessionId === undefined ? below : [child.sessionId, ...below]
  }

  #change(node: WorkflowNode, { status, message, result, exitCode }: NodeEnd): void {
    if (!canBecome(node.status, status)) throw toolError('NODE_CLOSED', { node_id: node.id, status: node.status })
    const at = this.options.now()
    const changed: WorkflowNode = {
      ...node,
      status,
      ...(message === undefined ? {} : { statusMessage: message }),
      ...(result === undefined ? {} : { result }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(isTerminal(status) ? { endedAt: at } : {}),
    }
    this.writer.write(at, { type: 'node', node: changed })
  }

  #retire(): void {
    const now = this.options.now()
    for (const nodeId of expiredNodes(this.tree, { ...this.options.retention, now }))
      this.writer.write(now, { type: 'retired', nodeId })
  }
}
