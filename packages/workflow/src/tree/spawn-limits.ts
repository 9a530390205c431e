/** Limits of spawning; all configurable and shown in errors (workflow 30). */
export interface SpawnLimits {
  readonly policy: 'allow' | 'ask' | 'deny'
  /** Requests allowed at once, and how many are added each minute. */
  readonly burst: number
  readonly refillPerMinute: number
  readonly liveChildren: number
  readonly liveNodes: number
  readonly depth: number
  /** How long a request waits for an answer. */
  readonly approvalMs: number
}

export const DEFAULT_SPAWN_LIMITS: SpawnLimits = {
  policy: 'ask',
  burst: 5,
  refillPerMinute: 10,
  liveChildren: 16,
  liveNodes: 64,
  depth: 8,
  approvalMs: 300_000,
}

const MINUTE_MS = 60_000

/** A token bucket for each top-level investigation. */
export class TokenBuckets {
  readonly #buckets = new Map<string, { tokens: number; at: number }>()
  constructor(private readonly limits: Pick<SpawnLimits, 'burst' | 'refillPerMinute'>) {}

  /** Takes one token; without one, returns the milliseconds until the next. */
  take(
    owner: string,
    now: number,
  ): { readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number } {
    const { burst, refillPerMinute } = this.limits
    const known = this.#buckets.get(owner) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, known.tokens + ((now - known.at) * refillPerMinute) / MINUTE_MS)
    const isTaken = tokens >= 1
    this.#buckets.set(owner, { tokens: isTaken ? tokens - 1 : tokens, at: now })
    return isTaken
      ? { taken: true }
      : { taken: false, retryAfterMs: Math.ceil(((1 - tokens) * MINUTE_MS) / refillPerMinute) }
  }
}
