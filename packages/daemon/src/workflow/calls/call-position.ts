import { toolError, type ToolDefinition } from '@dapplex/protocol'
import { visibleNode, type WorkflowNode, type WorkflowTree } from '@dapplex/workflow'
import type { Identity } from '../../access/identity.js'
import type { Spawner } from '../spawner.js'
import type { WorkflowHost } from '../workflow-host.js'

export interface CallParts {
  readonly host: WorkflowHost
  readonly spawner: Spawner
  readonly caller: Identity
  readonly tool: ToolDefinition
  /** From now on the connection stands there. */
  readonly moveTo: (nodeId: string) => void
}

/** Where one call stands in the tree, and what it may see and end from there. */
export class CallPosition {
  /** The caller's node when the request arrived (workflow 9). */
  readonly nodeId: string
  readonly host: WorkflowHost
  readonly spawner: Spawner
  readonly caller: Identity
  readonly #moveTo: (nodeId: string) => void
  #filedAt: string

  constructor({ host, spawner, caller, moveTo }: CallParts, nodeId: string) {
    this.nodeId = nodeId
    this.host = host
    this.spawner = spawner
    this.caller = caller
    this.#moveTo = moveTo
    this.#filedAt = nodeId
  }

  get tree(): WorkflowTree {
    return this.host.workflow.nodes.tree
  }

  /** Where the call's record goes: a call that begins an investigation is filed in it. */
  get filedAt(): string {
    return this.#filedAt
  }

  /** The connection and the record of this call go to a new investigation. */
  enter(nodeId: string): void {
    this.#moveTo(nodeId)
    this.#filedAt = nodeId
  }

  /** @throws ToolError NODE_NOT_FOUND for a node that this call may not see (workflow 11) */
  visible(id: string): WorkflowNode {
    return visibleNode(this.tree, { from: this.nodeId, id })
  }

  /**
   * A live investigation that this call may end: its own one, or one below it.
   * @throws ToolError NODE_NOT_FOUND, FORBIDDEN, INVALID_PARAMETER, NODE_CLOSED
   */
  investigationToEnd(id: string, what: string): WorkflowNode {
    const node = this.visible(id)
    this.#demandAtOrBelow(id, what)
    if (node.kind === 'investigation') return this.host.workflow.nodes.live(id)
    const says =
      node.kind === 'root'
        ? `'${node.name}' is the root, which ends with the daemon`
        : `'${node.name}' is a session: debug_disconnect ends it`
    throw toolError('INVALID_PARAMETER', { field: 'nodeId', parameter: 'nodeId', value: id }, says)
  }

  /** The same authorizer as a launch (workflow 28). @throws ToolError FORBIDDEN */
  demandOwner(what: string): void {
    const { role } = this.caller
    if (role !== 'owner') throw toolError('FORBIDDEN', { what, needed: 'owner', role })
  }

  #demandAtOrBelow(id: string, what: string): void {
    if (id === this.nodeId || this.tree.ancestors(id).some((node) => node.id === this.nodeId)) return
    const { role } = this.caller
    const says = `${what} works on your node and the nodes below it, not on those beside or above it`
    throw toolError('FORBIDDEN', { what, needed: 'a place at or above the node', role }, says)
  }
}
