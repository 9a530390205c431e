import { sizeOf } from './output-limit.js'
import type { StoredOutput } from './output.js'
import { PackedOutputs, type Packing } from './packed-outputs.js'

/** Bytes of JSON kept of all outputs together. The oldest are dropped first. */
const KEPT_BYTES = 16 * 1024 * 1024
/** Bytes of JSON that are packed together, and those of the newest outputs that are never packed. */
const PACK_BYTES = 64 * 1024
const UNPACKED_BYTES = 64 * 1024

interface Entry {
  readonly nodes: readonly string[]
  /** Of its JSON. */
  readonly bytes: number
  /** The output itself, or what it was packed into. */
  held: StoredOutput | PackedOutputs
}

/** Outputs in the order of their filing, found by the node they are filed at or the session they are about. */
export class OutputStore {
  readonly #entries = new Map<number, Entry>()
  /** The `seq` of the outputs of each node, in their order. */
  readonly #byNode = new Map<string, number[]>()
  #bytes = 0
  /** Those that are not packed, in their order. */
  readonly #unpacked = new Set<number>()
  #unpackedBytes = 0
  #lastNodes: readonly string[] = []
  /** What was read last of what is packed: the next to be read is most likely in it too. */
  #opened: { readonly packed: PackedOutputs; readonly outputs: ReadonlyMap<number, StoredOutput> } | undefined

  constructor(
    private readonly packing: Packing,
    private readonly limit = KEPT_BYTES,
  ) {}

  add(output: StoredOutput): void {
    const entry: Entry = { nodes: this.#nodesOf(output), bytes: sizeOf(output), held: output }
    this.#entries.set(output.seq, entry)
    this.#unpacked.add(output.seq)
    this.#bytes += entry.bytes
    this.#unpackedBytes += entry.bytes
    for (const nodeId of entry.nodes) {
      const filed = this.#byNode.get(nodeId)
      if (filed === undefined) this.#byNode.set(nodeId, [output.seq])
      else filed.push(output.seq)
    }
    this.#dropSurplus()
    if (this.#unpackedBytes >= PACK_BYTES + UNPACKED_BYTES) this.#pack()
  }

  /** Oldest first. */
  all(): StoredOutput[] {
    return Array.from(this.#entries, ([seq, { held }]) => this.#read(seq, held))
  }

  get(seq: number): StoredOutput | undefined {
    const entry = this.#entries.get(seq)
    return entry === undefined ? undefined : this.#read(seq, entry.held)
  }

  /** The `seq` of the outputs of all these nodes, newest first, each once. */
  newest(nodeIds: readonly string[]): number[] {
    const seqs = new Set(nodeIds.flatMap((id) => this.#byNode.get(id) ?? []))
    return [...seqs].sort((a, b) => b - a)
  }

  /** A node was removed, and with it the outputs that are filed at no other node. */
  forget(nodeId: string): void {
    const filed = this.#byNode.get(nodeId)
    this.#byNode.delete(nodeId)
    for (const seq of filed ?? []) {
      const entry = this.#entries.get(seq)
      if (entry !== undefined && !entry.nodes.some((id) => this.#byNode.get(id)?.includes(seq))) this.#drop(seq, entry)
    }
  }

  #read(seq: number, held: Entry['held']): StoredOutput {
    if (!(held instanceof PackedOutputs)) return held
    if (this.#opened?.packed !== held) this.#opened = { packed: held, outputs: held.unpack() }
    const output = this.#opened.outputs.get(seq)
    if (output === undefined) throw new Error(`output ${seq} is not in what it was packed into`)
    return output
  }

  /** One list for outputs that follow each other at the same nodes, as most do: a tree has many outputs. */
  #nodesOf(output: StoredOutput): readonly string[] {
    const nodes = nodesOf(output)
    if (nodes.length !== this.#lastNodes.length || nodes.some((id, at) => id !== this.#lastNodes[at]))
      this.#lastNodes = nodes
    return this.#lastNodes
  }

  /** The oldest of those that are not packed. */
  #pack(): void {
    const entries: Entry[] = []
    const outputs: StoredOutput[] = []
    let bytes = 0
    for (const seq of this.#unpacked) {
      if (bytes >= PACK_BYTES) break
      const entry = this.#entries.get(seq)
      if (entry === undefined || entry.held instanceof PackedOutputs) continue
      entries.push(entry)
      outputs.push(entry.held)
      bytes += entry.bytes
      this.#unpacked.delete(seq)
    }
    this.#unpackedBytes -= bytes
    const packed = new PackedOutputs(outputs, this.packing)
    for (const entry of entries) entry.held = packed
  }

  /** The newest is kept, whatever its size. */
  #dropSurplus(): void {
    for (const [seq, entry] of this.#entries) {
      if (this.#bytes <= this.limit || this.#entries.size === 1) return
      this.#drop(seq, entry)
    }
  }

  #drop(seq: number, { nodes, bytes }: Entry): void {
    this.#entries.delete(seq)
    this.#bytes -= bytes
    if (this.#unpacked.delete(seq)) this.#unpackedBytes -= bytes
    for (const nodeId of nodes) {
      const filed = this.#byNode.get(nodeId) ?? []
      // Mostly the first: the oldest go first.
      const at = filed.indexOf(seq)
      if (at >= 0) filed.splice(at, 1)
      if (filed.length === 0) this.#byNode.delete(nodeId)
    }
  }
}

const nodesOf = ({ nodeId, sessionNodeId }: StoredOutput): readonly string[] =>
  sessionNodeId === undefined || sessionNodeId === nodeId ? [nodeId] : [nodeId, sessionNodeId]
