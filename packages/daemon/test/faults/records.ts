import { RpcFailure, type RpcClient } from '../support/rpc-client.js'

interface Acknowledged {
  readonly nodeId: string
  readonly value: string
  readonly mayExpire: boolean
}

/** What a daemon has acknowledged, and every later one must know. */
export class Records {
  /** By their number: where each was filed, and its value. A daemon that ends in order completes the root; the next has another. */
  #acknowledged = new Map<number, Acknowledged>()
  #count = 0
  #total = 0
  /** The clock has jumped so far that the tree may drop what has ended (workflow 8: after 24 hours). */
  #isFar = false

  /** How many were acknowledged. */
  get total(): number {
    return this.#total
  }

  /** It counts from the moment that the daemon answers. @throws what the daemon refuses it with */
  async add(agent: RpcClient): Promise<void> {
    const value = `fault ${++this.#count} ünï 🚀`
    const { seq, nodeId } = await agent.call('output_record', { kind: 'finding', value })
    this.#acknowledged.set(seq, { nodeId, value, mayExpire: this.#isFar })
    this.#total += 1
  }

  /** For the daemon a day or more has passed or is to come: what was recorded until the next one starts may have been dropped by then. */
  mayExpire(): void {
    this.#isFar = true
    for (const [seq, one] of this.#acknowledged) this.#acknowledged.set(seq, { ...one, mayExpire: true })
  }

  /** They are gone with their disk. */
  forget(): void {
    this.#acknowledged = new Map()
  }

  /** What is missing, in words. Asked once after each start of a daemon: what it has read is what is on disk. */
  async check(agent: RpcClient): Promise<string[]> {
    const found = new Map<number, unknown>()
    this.#isFar = false
    for (const nodeId of new Set([...this.#acknowledged.values()].map((one) => one.nodeId))) {
      if (await this.#isDropped(nodeId, agent)) continue
      for (const [seq, value] of await this.#filedAt(nodeId, agent)) found.set(seq, value)
    }
    const lost = [...this.#acknowledged].filter(([seq, { value }]) => found.get(seq) !== value)
    // The tree keeps a number of outputs for each node: the oldest have given way to others.
    this.#acknowledged = new Map([...this.#acknowledged].slice(-KEPT))
    return lost.map(([seq, { value }]) => `the acknowledged record ${seq} (${value}) is ${String(found.get(seq))}`)
  }

  /** Whether a node with its records has gone, as it may. */
  async #isDropped(nodeId: string, agent: RpcClient): Promise<boolean> {
    const of = [...this.#acknowledged].filter(([, one]) => one.nodeId === nodeId)
    if (!of.every(([, { mayExpire }]) => mayExpire)) return false
    const answer = await agent.call('inspect_prior_outputs', { nodeId, count: 0 }).catch((error: unknown) => error)
    if (!(answer instanceof RpcFailure) || answer.error.data?.['type'] !== 'NODE_NOT_FOUND') return false
    for (const [seq] of of) this.#acknowledged.delete(seq)
    return true
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
