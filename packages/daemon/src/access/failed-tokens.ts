/** Wrong tokens of one address that are answered at once: people mistype, and an editor tries again. */
const FREE = 8
/** From then on each answer waits twice as long as the one before. */
const FIRST_MS = 250
const MOST_MS = 8000
/** An address without a wrong token for this long begins anew. */
const FORGET_MS = 60_000
/** Addresses that are remembered; the one whose last wrong token is longest ago is forgotten first. */
const ADDRESSES = 1024

interface Record {
  readonly count: number
  readonly last: number
}

/**
 * Slows down who guesses tokens: the answer to a wrong one waits, longer each time, by the address it came from. A right token is
 * never kept waiting, because all programs of this machine have one address: a stranger must not lock its user out.
 */
export class FailedTokens {
  readonly #records = new Map<string, Record>()

  /**
   * A wrong token came.
   * @param now in ms
   * @returns how long its answer waits, in ms
   */
  failed(address: string, now: number): number {
    const before = this.#records.get(address)
    const count = before === undefined || now - before.last > FORGET_MS ? 1 : before.count + 1
    this.#records.delete(address)
    this.#records.set(address, { count, last: now })
    const [oldest] = this.#records.keys()
    if (this.#records.size > ADDRESSES && oldest !== undefined) this.#records.delete(oldest)
    return count <= FREE ? 0 : Math.min(MOST_MS, FIRST_MS * 2 ** (count - FREE - 1))
  }
}
