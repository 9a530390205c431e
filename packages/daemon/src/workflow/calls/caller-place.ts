import type { ToolDefinition } from '@dapplex/protocol'
import type { WorkflowCall, WorkflowPort } from '@dapplex/tools'
import { checkName, isTerminal } from '@dapplex/workflow'
import type { Identity } from '../../access/identity.js'
import { PlacedCall } from './workflow-call.js'
import type { Spawner } from '../spawner.js'
import type { WorkflowHost } from '../workflow-host.js'

/** The connection of the command line stands at the root (workflow 10). */
const ROOT = 'root'

export interface ConnectionOptions {
  readonly host: WorkflowHost
  readonly spawner: Spawner
  readonly caller: Identity
  /** Where the connection says that it stands: a node's id, or `root`. */
  readonly node: string | undefined
}

/** Where one connection stands in the tree (workflow 9). */
export class ConnectionWorkflow implements WorkflowPort {
  readonly #options: ConnectionOptions
  #own: string | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  open(tool: ToolDefinition, nodeId: string | undefined): WorkflowCall {
    const at = this.#resolve(tool, nodeId ?? (this.#own === undefined ? this.#options.node : undefined))
    this.#host.arrive(this, at)
    return new PlacedCall({ ...this.#options, tool, moveTo: (id) => this.#moveTo(id) }, at)
  }

  /** The connection has gone. */
  closed(): void {
    this.#host.leave(this)
  }

  get #host(): WorkflowHost {
    return this.#options.host
  }

  /** From now on it stands here. */
  #moveTo(nodeId: string): void {
    this.#own = nodeId
    this.#host.arrive(this, nodeId)
  }

  #resolve(tool: ToolDefinition, asked: string | undefined): string {
    const { nodes } = this.#host.workflow
    if (asked === ROOT) return this.#host.rootId
    if (asked !== undefined) return nodes.known(asked).id
    const own = this.#own === undefined ? undefined : nodes.tree.get(this.#own)
    if (own === undefined) return this.#firstPlace(tool)
    if (!isTerminal(own.status)) return own.id
    // Its investigation has ended: it is back in the one around it, if there is one; else its place is what it has ended last.
    const around = nodes.tree.get(this.#host.liveAt(own.id))
    return around?.kind === 'investigation' ? around.id : (nodes.tree.topLevel(own.id)?.id ?? own.id)
  }

  /** An investigation of its own, but for a call that begins one. */
  #firstPlace(tool: ToolDefinition): string {
    const { rootId, workflow } = this.#host
    if (tool.name === 'workflow_enter') return rootId
    const { name, kind } = this.#options.caller
    const clean = name.replace(/[^\p{L}\p{M}\p{N} _-]+/gu, '-')
    const { id } = workflow.nodes.create({
      kind: 'investigation',
      origin: 'connection',
      name: 'problem' in checkName(clean) ? kind : clean,
      parentId: rootId,
    })
    this.#own = id
    return id
  }
}
