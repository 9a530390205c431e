import { utf8Length } from './utf8.js'
import type { StoredOutput } from './output.js'

/** Bytes of JSON kept of all outputs together. The oldest are dropped first. */
export const KEPT_BYTES = 16 * 1024 * 1024

/** JSON text takes a third of the memory of the value, and most outputs are never read again. */
interface Entry {
  readonly json: string
  readonly bytes: number
  readonly nodes: readonly string[]
}

/** Outputs in the order of their filing, found by the node they are filed at or the session they are about. */
export class OutputStore {
  readonly #entries = new Map<number, Entry>()
  readonly #byNode = new Map<string, Set<number>>()
  #bytes = 0

  constructor(private readonly limit = KEPT_BYTES) {}

  add(output: StoredOutput): void {
    const json = JSON.stringify(output)
    const entry = { json, bytes: utf8Length(json), nodes: nodesOf(output) }
    this.#entries.set(output.seq, entry)
    this.#bytes += entry.bytes
    for (const nodeId of entry.nodes) {
      const filed = this.#byNode.get(nodeId)
      if (filed === undefined) this.#byNode.set(nodeId, new Set([output.seq]))
      else filed.add(output.seq)
    }
    this.#dropSurplus()
  }

  /** Oldest first. */
  all(): StoredOutput[] {
    return Array.from(this.#entries.values(), read)
  }

  /** The numbers of the outputs of all these nodes: newest first, each once. */
  newest(nodeIds: readonly string[]): number[] {
    const seqs = new Set(nodeIds.flatMap((id) => [...(this.#byNode.get(id) ?? [])]))
    return [...seqs].sort((a, b) => b - a)
  }

  /** Those with these numbers, in this order, without those that are not kept any more. */
  those(seqs: readonly number[]): StoredOutput[] {
    return seqs.flatMap((seq) => {
      const entry = this.#entries.get(seq)
      return entry === undefined ? [] : [read(entry)]
    })
  }

  /** A node was removed, and with it the outputs that are filed at no other node. */
  forget(nodeId: string): void {
    const filed = this.#byNode.get(nodeId)
    this.#byNode.delete(nodeId)
    for (const seq of filed ?? []) {
      const entry = this.#entries.get(seq)
      if (entry !== undefined && !entry.nodes.some((id) => this.#byNode.get(id)?.has(seq))) this.#drop(seq, entry)
    }
  }

  /** The newest is kept, whatever its size. */
  #dropSurplus(): void {
    for (const [seq, entry] of this.#entries) {
      if (this.#bytes <= this.limit || this.#entries.size === 1) return
      this.#drop(seq, entry)
    }
  }

  #drop(seq: number, { bytes, nodes }: Entry): void {
    this.#entries.delete(seq)
    this.#bytes -= bytes
    for (const nodeId of nodes) {
      const filed = this.#byNode.get(nodeId)
      filed?.delete(seq)
      if (filed?.size === 0) this.#byNode.delete(nodeId)
    }
  }
}

const read = ({ json }: Entry): StoredOutput => JSON.parse(json) as StoredOutput

const nodesOf = ({ nodeId, sessionNodeId }: StoredOutput): string[] =>
  sessionNodeId === undefined || sessionNodeId === nodeId ? [nodeId] : [nodeId, sessionNodeId]
