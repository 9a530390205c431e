import { countIn, type JsonObject, listIn, surface, textIn, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'

/** A list that the adapter gives on request, or has announced in events. */
interface Loaded {
  readonly capability: string
  readonly command: string
  readonly key: string
  readonly told: readonly object[]
}

/** @throws ToolError UNSUPPORTED if the adapter neither gives the list nor has announced a member */
async function readLoaded(on: SessionCall, { capability, command, key, told }: Loaded): Promise<readonly JsonObject[]> {
  const adapter = on.session.adapter.title
  if (on.view.phase !== 'ended' && on.can(capability, command)) {
    const answer = await on.send(command, {})
    if (answer.success) return listIn(answer.body, key)
  }
  if (told.length === 0) throw toolError('UNSUPPORTED', { capability, adapter })
  return told as readonly JsonObject[]
}

function pageOf<T>(all: readonly T[], { start, count }: { readonly start: number; readonly count: number }) {
  const rows = all.slice(start, start + count)
  return { rows, total: all.length, truncated: start + rows.length < all.length ? (true as const) : undefined }
}

export const modulesList = implement(surface.modules_list, async (params, call) => {
  const on = call.on(params.session_id)
  const told = on.view.modules
  const modules = await readLoaded(on, {
    capability: 'supportsModulesRequest',
    command: 'modules',
    key: 'modules',
    told,
  })
  const { rows, ...page } = pageOf(modules, params)
  return present({ modules: rows.map(moduleRow), ...page })
})

function moduleRow(module: JsonObject) {
  const { id, isUserCode, isOptimized } = module
  return present({
    id: typeof id === 'number' || typeof id === 'string' ? id : '',
    name: textIn(module, 'name') ?? '',
    path: textIn(module, 'path'),
    version: textIn(module, 'version'),
    is_user_code: typeof isUserCode === 'boolean' ? isUserCode : undefined,
    is_optimized: typeof isOptimized === 'boolean' ? isOptimized : undefined,
    symbols: textIn(module, 'symbolStatus'),
    symbols_path: textIn(module, 'symbolFilePath'),
    address_range: textIn(module, 'addressRange'),
  })
}

export const loadedSourcesList = implement(surface.loaded_sources_list, async (params, call) => {
  const on = call.on(params.session_id)
  const told = on.view.loadedSources
  const request = { capability: 'supportsLoadedSourcesRequest', command: 'loadedSources', key: 'sources', told }
  const { rows, ...page } = pageOf(await readLoaded(on, request), params)
  return present({ sources: rows.map(sourceRow), ...page })
})

function sourceRow(source: JsonObject) {
  const reference = countIn(source, 'sourceReference')
  return present({
    name: textIn(source, 'name'),
    path: textIn(source, 'path'),
    source_reference: reference === 0 ? undefined : reference,
    origin: textIn(source, 'origin'),
  })
}
