import { toolError } from '@dapplex/protocol'
import { promptKey } from '@dapplex/workflow'
import { sha256 } from '../sha256.js'
import type { ToolBody } from './tool-body.js'

export const inspectCacheStatus: ToolBody<'inspect_cache_status'> = ({ promptHash }, { host }) =>
  host.cache.status(promptHash, Date.now())

export const cacheHash: ToolBody<'cache_hash'> = ({ prompt }) => ({ key: keyOf(prompt) })

export const cachePut: ToolBody<'cache_put'> = ({ prompt, value, ttlMs }, { host }) => {
  const key = keyOf(prompt)
  host.cache.put(key, { kind: 'prompt', value, ttlMs, now: Date.now() })
  return { key }
}

export const cacheGet: ToolBody<'cache_get'> = ({ key }, { host }) => {
  const now = Date.now()
  const entry = host.cache.get(key, now)
  if (entry !== undefined) return { exists: true, key, value: entry.value }
  const { reason = 'never_stored' } = host.cache.status(key, now)
  return { exists: false, key, reason }
}

export const cacheInvalidate: ToolBody<'cache_invalidate'> = ({ key, sessionId }, { host }) => {
  const what = { ...(key === undefined ? {} : { key }), ...(sessionId === undefined ? {} : { session: sessionId }) }
  return { invalidated: host.cache.invalidate(what) }
}

/** The key of a prompt (workflow 22). @throws ToolError INVALID_PARAMETER for a prompt without canonical JSON */
function keyOf(prompt: unknown): string {
  try {
    return promptKey(prompt, sha256)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const says = `Parameter 'prompt' has no canonical JSON: ${reason}`
    throw toolError('INVALID_PARAMETER', { field: 'prompt', parameter: 'prompt' }, says)
  }
}
