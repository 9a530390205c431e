import { sizeOf } from './output-limit.js'
import type { StoredOutput } from './output.js'

/** Bytes of JSON kept of all outputs together. The oldest are dropped first. */
export const KEPT_BYTES = 16 * 1024 * 1024

interface Entry {
  readonly output: StoredOutput
  readonly bytes: number
}

/** Outputs in the order of their filing, found by the node they are filed at or the session they are about. */
export class OutputStore {
  readonly #entries = new Map<number, Entry>()
  readonly #byNode = new Map<string, Set<number>>()
  #bytes = 0

  constructor(private readonly limit = KEPT_BYTES) {}

  add(output: StoredOutput): void {
    const bytes = sizeOf(output)
    this.#entries.set(output.seq, { output, bytes })
    this.#bytes += bytes
    for (const nodeId of nodesOf(output)) {
      const filed = this.#byNode.get(nodeId)
      if (filed === undefined) this.#byNode.set(nodeId, new Set([output.seq]))
      else filed.add(output.seq)
    }
    this.#dropSurplus()
  }

  /** Oldest first. */
  all(): StoredOutput[] {
    return Array.from(this.#entries.values(), ({ output }) => output)
  }

  /** Newest first, each once, of all these nodes. */
  newest(nodeIds: readonly string[]): StoredOutput[] {
    const seqs = new Set(nodeIds.flatMap((id) => [...(this.#byNode.get(id) ?? [])]))
    return [...seqs].sort((a, b) => b - a).flatMap((seq) => this.#entries.get(seq)?.output ?? [])
  }

  /** A node was removed, and with it the outputs that are filed at no other node. */
  forget(nodeId: string): void {
    const filed = this.#byNode.get(nodeId)
    this.#byNode.delete(nodeId)
    for (const seq of filed ?? []) {
      const entry = this.#entries.get(seq)
      if (entry !== undefined && !nodesOf(entry.output).some((id) => this.#byNode.get(id)?.has(seq)))
        this.#drop(seq, entry)
    }
  }

  /** The newest is kept, whatever its size. */
  #dropSurplus(): void {
    for (const [seq, entry] of this.#entries) {
      if (this.#bytes <= this.limit || this.#entries.size === 1) return
      this.#drop(seq, entry)
    }
  }

  #drop(seq: number, { output, bytes }: Entry): void {
    this.#entries.delete(seq)
    this.#bytes -= bytes
    for (const nodeId of nodesOf(output)) {
      const filed = this.#byNode.get(nodeId)
      filed?.delete(seq)
      if (filed?.size === 0) this.#byNode.delete(nodeId)
    }
  }
}

const nodesOf = ({ nodeId, sessionNodeId }: StoredOutput): string[] =>
  sessionNodeId === undefined || sessionNodeId === nodeId ? [nodeId] : [nodeId, sessionNodeId]
