import { DEFAULT_SPAWN_LIMITS, type SpawnLimits } from '@dapplex/workflow'
import type { Config } from '../config/config-schema.js'

/** The limits of spawning: the defaults, overridden by the user's configuration (workflow 30). */
export function spawnLimits(config: Config['workflow'] = {}): SpawnLimits {
  const byDefault = DEFAULT_SPAWN_LIMITS
  return {
    policy: config.spawn ?? byDefault.policy,
    burst: config.burst ?? byDefault.burst,
    refillPerMinute: config.refill_per_minute ?? byDefault.refillPerMinute,
    liveChildren: config.live_children ?? byDefault.liveChildren,
    liveNodes: config.live_nodes ?? byDefault.liveNodes,
    depth: config.depth ?? byDefault.depth,
    approvalMs: config.approval_ms ?? byDefault.approvalMs,
  }
}
