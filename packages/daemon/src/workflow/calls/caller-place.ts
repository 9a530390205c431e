import type { ToolDefinition } from '@dapplex/protocol'
import type { WorkflowPort } from '@dapplex/tools'
import { checkName, isTerminal } from '@dapplex/workflow'
import type { Identity } from '../../access/identity.js'
import { WorkflowCall } from './workflow-call.js'
import type { Spawner } from '../spawner.js'
import type { WorkflowHost } from '../workflow-host.js'

/** The connection of the command line stands at the root (workflow 10). */
const ROOT = 'root'

export interface CallerPlaceOptions {
  readonly host: WorkflowHost
  readonly spawner: Spawner
  readonly caller: Identity
  /** Where the connection said it stands: a node's id, or `root`. */
  readonly node: string | undefined
}

/** The place of one connection in the tree (workflow 9). */
export class CallerPlace implements WorkflowPort {
  readonly #options: CallerPlaceOptions
  #node: string | undefined

  constructor(options: CallerPlaceOptions) {
    this.#options = options
  }

  open(tool: ToolDefinition, nodeId: string | undefined): WorkflowCall {
    const at = this.#resolve(tool, nodeId ?? (this.#node === undefined ? this.#options.node : undefined))
    this.#host.arrive(this, at)
    return new WorkflowCall({ ...this.#options, tool, moveTo: (id) => this.#moveTo(id) }, at)
  }

  /** The connection was closed. */
  closed(): void {
    this.#host.leave(this)
  }

  get #host(): WorkflowHost {
    return this.#options.host
  }

  /** The connection stands here from now on. */
  #moveTo(nodeId: string): void {
    this.#node = nodeId
    this.#host.arrive(this, nodeId)
  }

  #resolve(tool: ToolDefinition, asked: string | undefined): string {
    const { nodes } = this.#host.workflow
    if (asked === ROOT) return this.#host.rootId
    if (asked !== undefined) return nodes.known(asked).id
    const node = this.#node === undefined ? undefined : nodes.tree.get(this.#node)
    if (node === undefined) return this.#firstPlace(tool)
    if (!isTerminal(node.status)) return node.id
    // Its investigation has ended: it goes back to the investigation around it. Without one it stays at the ended one.
    const around = nodes.tree.get(this.#host.liveAt(node.id))
    return around?.kind === 'investigation' ? around.id : (nodes.tree.topLevel(node.id)?.id ?? node.id)
  }

  /** A new investigation. A call that begins one itself stands at the root. */
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
    this.#node = id
    return id
  }
}
