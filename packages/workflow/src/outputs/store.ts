import type { StoredOutput } from './output.js'

/** Outputs in the order of their filing, found by the node they are filed at or the session they are about. */
export class OutputStore {
  readonly #byNode = new Map<string, StoredOutput[]>()

  add(output: StoredOutput): void {
    this.#file(output.nodeId, output)
    if (output.sessionNodeId !== undefined && output.sessionNodeId !== output.nodeId)
      this.#file(output.sessionNodeId, output)
  }

  /** Newest first, each once, of all these nodes. */
  newest(nodeIds: readonly string[]): StoredOutput[] {
    const found = new Map(nodeIds.flatMap((id) => (this.#byNode.get(id) ?? []).map((one) => [one.seq, one] as const)))
    return [...found.values()].sort((a, b) => b.seq - a.seq)
  }

  forget(nodeId: string): void {
    this.#byNode.delete(nodeId)
  }

  #file(nodeId: string, output: StoredOutput): void {
    const filed = this.#byNode.get(nodeId)
    if (filed === undefined) this.#byNode.set(nodeId, [output])
    else filed.push(output)
  }
}
