import { toolError, type ToolResult } from '@dapplex/protocol'
import { promptKey, type InspectionCache } from '@dapplex/workflow'
import { sha256 } from '../sha256.js'

/** What callers keep in the cache themselves, under keys of their prompts (workflow 22). */
export class PromptCache {
  constructor(private readonly cache: InspectionCache) {}

  /** @throws ToolError INVALID_PARAMETER for what has no canonical JSON */
  key(prompt: unknown): string {
    try {
      return promptKey(prompt, sha256)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const says = `Parameter 'prompt' has no canonical JSON: ${reason}`
      throw toolError('INVALID_PARAMETER', { field: 'prompt', parameter: 'prompt' }, says)
    }
  }

  put(prompt: unknown, { value, ttlMs }: { readonly value: unknown; readonly ttlMs: number }): ToolResult<'cache_put'> {
    const key = this.key(prompt)
    this.cache.put(key, { kind: 'prompt', value, ttlMs, now: Date.now() })
    return { key }
  }

  get(key: string): ToolResult<'cache_get'> {
    const now = Date.now()
    const entry = this.cache.get(key, now)
    if (entry !== undefined) return { exists: true, key, value: entry.value }
    const { reason = 'never_stored' } = this.cache.status(key, now)
    return { exists: false, key, reason }
  }
}
