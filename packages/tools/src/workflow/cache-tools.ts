import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'

export const cacheHash = implement(surface.cache_hash, async ({ prompt }, call) =>
  Promise.resolve(call.workflow.cacheHash(prompt)),
)

export const cachePut = implement(surface.cache_put, async (params, call) =>
  Promise.resolve(call.workflow.cachePut(params)),
)

export const cacheGet = implement(surface.cache_get, async ({ key }, call) =>
  Promise.resolve(call.workflow.cacheGet(key)),
)

export const cacheInvalidate = implement(surface.cache_invalidate, async (params, call) =>
  Promise.resolve(call.workflow.cacheInvalidate(params)),
)
