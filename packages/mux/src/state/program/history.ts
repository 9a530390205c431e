import type { DebugProtocol } from '@vscode/debugprotocol'
import { type JsonObject, textIn } from '@dapplex/protocol'

/** One output event as it is kept: without references that become stale and without telemetry data (mux 7). */
interface Kept {
  readonly body: JsonObject
  readonly bytes: number
}

/** What late joiners and the tools are told of the past. */
export interface History {
  process: DebugProtocol.ProcessEvent['body'] | undefined
  readonly modules: Map<unknown, DebugProtocol.Module>
  readonly loadedSources: Map<string, DebugProtocol.Source>
  readonly output: OutputRing
}

export interface OutputRing {
  readonly limit: number
  entries: Kept[]
  first: number
  bytes: number
}

export const createHistory = (limit: number): History => ({
  process: undefined,
  modules: new Map(),
  loadedSources: new Map(),
  output: { limit, entries: [], first: 0, bytes: 0 },
})

/** Keeps one output body; the oldest go when there are more than `limit` bytes. */
export function keepOutput(ring: OutputRing, body: JsonObject): void {
  if (body['category'] === 'telemetry') return
  const text = textIn(body, 'output') ?? ''
  const { variablesReference: _v, locationReference: _l, data: _d, ...lasting } = body
  const bytes = text.length + 64
  ring.entries.push({ body: lasting, bytes })
  ring.bytes += bytes
  while (ring.bytes > ring.limit && ring.first < ring.entries.length - 1) {
    ring.bytes -= ring.entries[ring.first]?.bytes ?? 0
    ring.first += 1
  }
  if (ring.first > 1024 && ring.first * 2 > ring.entries.length) {
    ring.entries = ring.entries.slice(ring.first)
    ring.first = 0
  }
}

/**
 * The output that is kept, oldest first. An `end` whose group start was dropped loses its mark: it would close another
 * group.
 */
export function keptOutput(ring: OutputRing): JsonObject[] {
  let depth = 0
  const bodies: JsonObject[] = []
  for (let index = ring.first; index < ring.entries.length; index += 1) {
    const body = ring.entries[index]?.body
    if (body === undefined) continue
    const group = body['group']
    if (group === 'start' || group === 'startCollapsed') depth += 1
    if (group !== 'end' || depth > 0) {
      if (group === 'end') depth -= 1
      bodies.push(body)
      continue
    }
    const { group: _cut, ...text } = body
    if (text['output'] !== '') bodies.push(text)
  }
  return bodies
}

/** Follows `module` and `loadedSource` events (DAP: reason new, changed or removed). */
export function keepModule(history: History, body: JsonObject): void {
  const module = body['module'] as DebugProtocol.Module | undefined
  if (module === undefined || typeof module !== 'object') return
  if (body['reason'] === 'removed') history.modules.delete(module.id)
  else history.modules.set(module.id, module)
}

export function keepLoadedSource(history: History, body: JsonObject): void {
  const source = body['source'] as DebugProtocol.Source | undefined
  if (source === undefined || typeof source !== 'object') return
  const key = source.path ?? `${source.sourceReference ?? 0}:${source.name ?? ''}`
  if (body['reason'] === 'removed') history.loadedSources.delete(key)
  else history.loadedSources.set(key, source)
}
