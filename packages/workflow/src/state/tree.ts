import type { WorkflowNode } from './node.js'
import { isTerminal } from './status.js'

/** The nodes, and each one's children in creation order. Only `apply.ts` changes it. */
export class WorkflowTree {
  readonly #nodes = new Map<string, WorkflowNode>()
  readonly #children = new Map<string, string[]>()
  #rootId: string | undefined

  /** The newest root: an ended one of an earlier daemon may still be readable. */
  get root(): WorkflowNode {
    const root = this.#rootId === undefined ? undefined : this.#nodes.get(this.#rootId)
    if (root === undefined) throw new Error('the tree has no root yet')
    return root
  }

  get hasRoot(): boolean {
    return this.#rootId !== undefined
  }

  get(id: string): WorkflowNode | undefined {
    return this.#nodes.get(id)
  }

  all(): IterableIterator<WorkflowNode> {
    return this.#nodes.values()
  }

  /** Adds a node, or replaces it by a newer version. */
  put(node: WorkflowNode): void {
    if (!this.#nodes.has(node.id)) this.#link(node)
    this.#nodes.set(node.id, node)
  }

  /** Removes a leaf. */
  remove(id: string): void {
    const node = this.#nodes.get(id)
    if (node === undefined || this.children(id).length > 0) return
    this.#nodes.delete(id)
    this.#children.delete(id)
    const siblings = this.#children.get(node.parentId ?? '')
    siblings?.splice(siblings.indexOf(id), 1)
  }

  children(id: string): readonly WorkflowNode[] {
    return (this.#children.get(id) ?? []).flatMap((child) => this.#nodes.get(child) ?? [])
  }

  /** Self excluded, in creation order. */
  siblings(id: string): readonly WorkflowNode[] {
    const parentId = this.#nodes.get(id)?.parentId
    return parentId === undefined ? [] : this.children(parentId).filter((one) => one.id !== id)
  }

  /** Near to far, self excluded. */
  ancestors(id: string): readonly WorkflowNode[] {
    const found: WorkflowNode[] = []
    for (let at = this.#parent(id); at !== undefined; at = this.#parent(at.id)) found.push(at)
    return found
  }

  /** 0 for the root. */
  depth(id: string): number {
    return this.ancestors(id).length
  }

  /** Self first, then all below, parents before children. */
  subtree(id: string): readonly WorkflowNode[] {
    const node = this.#nodes.get(id)
    return node === undefined ? [] : [node, ...this.children(id).flatMap((child) => this.subtree(child.id))]
  }

  /** The investigation directly below the root that this node belongs to. It has its own budget (workflow 30). */
  topLevel(id: string): WorkflowNode | undefined {
    const chain = [this.#nodes.get(id), ...this.ancestors(id)].filter((one) => one !== undefined)
    return chain.at(-2) ?? chain.at(-1)
  }

  /** Self, descendants, siblings, ancestors (workflow 11). */
  isVisible(from: string, id: string): boolean {
    const node = this.#nodes.get(id)
    if (node === undefined) return false
    const mine = this.#nodes.get(from)
    if (id === from || node.parentId === mine?.parentId) return true
    return this.ancestors(id).some((one) => one.id === from) || this.ancestors(from).some((one) => one.id === id)
  }

  hasLiveBelow(id: string): boolean {
    return this.children(id).some((child) => !isTerminal(child.status) || this.hasLiveBelow(child.id))
  }

  #parent(id: string): WorkflowNode | undefined {
    const parentId = this.#nodes.get(id)?.parentId
    return parentId === undefined ? undefined : this.#nodes.get(parentId)
  }

  #link(node: WorkflowNode): void {
    if (node.parentId === undefined) this.#rootId = node.id
    else {
      const siblings = this.#children.get(node.parentId)
      if (siblings === undefined) this.#children.set(node.parentId, [node.id])
      else siblings.push(node.id)
    }
  }
}
