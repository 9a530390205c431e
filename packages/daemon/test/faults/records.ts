import type { RpcClient } from '../support/rpc-client.js'

/** What a daemon has acknowledged, and every later one must know. */
export class Records {
  /** By their number: where each was filed, and its value. A daemon that ends in order completes the root; the next has another. */
  #acknowledged = new Map<number, { readonly nodeId: string; readonly value: string }>()
  #count = 0
  #total = 0

  /** How many were acknowledged. */
  get total(): number {
    return this.#total
  }

  /** It counts from the moment that the daemon answers. @throws what the daemon refuses it with */
  async add(agent: RpcClient): Promise<void> {
    const value = `fault ${++this.#count} ünï 🚀`
    const { seq, nodeId } = await agent.call('output_record', { kind: 'finding', value })
    this.#acknowledged.set(seq, { nodeId, value })
    this.#total += 1
  }

  /** They are gone with their disk. */
  forget(): void {
    this.#acknowledged = new Map()
  }

  /** What is missing, in words. Asked once after each start of a daemon: what it has read is what is on disk. */
  async check(agent: RpcClient): Promise<string[]> {
    const found = new Map<number, unknown>()
    for (const nodeId of new Set([...this.#acknowledged.values()].map((one) => one.nodeId)))
      for (const [seq, value] of await this.#filedAt(nodeId, agent)) found.set(seq, value)
    const lost = [...this.#acknowledged].filter(([seq, { value }]) => found.get(seq) !== value)
    // The tree keeps a number of outputs for each node: the oldest have given way to others.
    this.#acknowledged = new Map([...this.#acknowledged].slice(-KEPT))
    return lost.map(([seq, { value }]) => `the acknowledged record ${seq} (${value}) is ${String(found.get(seq))}`)
  }

  /** The newest, as far back as the oldest that is looked for. */
  async #filedAt(nodeId: string, agent: RpcClient): Promise<[number, unknown][]> {
    const found: [number, unknown][] = []
    const first = Math.min(...this.#acknowledged.keys())
    for (let cursor: string | undefined; ;) {
      const more = cursor === undefined ? {} : { cursor }
      const page = await agent.call('inspect_prior_outputs', { nodeId, count: 100, ...more })
      for (const { seq, output } of page.outputs) found.push([seq, output.value])
      cursor = page.nextCursor
      if (cursor === undefined || Number(cursor) < first) return found
    }
  }
}

/** The newest of them are checked again at the next start. */
const KEPT = 20
