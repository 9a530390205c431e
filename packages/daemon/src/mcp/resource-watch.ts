import type { SessionEvent } from '@dapplex/protocol'
import type { SessionRegistry } from '../session/registry/session-registry.js'
import { partUri, SESSIONS_URI, type SessionPart } from './resource-address.js'

export interface ResourceChanges {
  /** A session was added or removed. */
  listChanged(): void
  /** The text of this resource has changed. */
  updated(uri: string): void
}

/** Changes of one resource within this time are reported once, so that a program that prints does not flood its reader. */
const QUIET_MS = 200

/** Follows all sessions of the daemon and reports which resources have changed. Returns a function that stops it. */
export function watchResources(registry: SessionRegistry, changes: ResourceChanges): () => void {
  const stops = new Map<string, () => void>()
  const waiting = new Map<string, NodeJS.Timeout>()
  const changed = (uri: string) => {
    if (waiting.has(uri)) return
    const tell = () => (waiting.delete(uri), changes.updated(uri))
    waiting.set(uri, setTimeout(tell, QUIET_MS))
  }
  const follow = () => {
    for (const { id, events } of registry.list()) {
      if (stops.has(id)) continue
      stops.set(
        id,
        events.listen((event) => partsChangedBy(event).forEach((part) => changed(partUri(id, part)))),
      )
    }
    for (const [id, stop] of stops) {
      if (registry.find(id) !== undefined) continue
      stop()
      stops.delete(id)
    }
  }
  const known = { ids: '' }
  const look = () => {
    follow()
    changed(SESSIONS_URI)
    const ids = registry
      .list()
      .map(({ id }) => id)
      .join()
    if (ids === known.ids) return
    known.ids = ids
    changes.listChanged()
  }
  follow()
  known.ids = registry
    .list()
    .map(({ id }) => id)
    .join()
  const stopRegistry = registry.onChange(look)
  return () => {
    stopRegistry()
    for (const stop of stops.values()) stop()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}

function partsChangedBy({ kind }: SessionEvent): readonly SessionPart[] {
  switch (kind) {
    case 'stopped':
      return ['state', 'source']
    case 'output':
      return ['output']
    case 'continued':
    case 'exited':
    case 'ended':
    case 'phase':
    case 'clientJoined':
    case 'clientLeft':
    case 'unresponsive':
    case 'responsive':
    case 'job':
      return ['state']
    case 'process':
    case 'thread':
    case 'breakpoint':
    case 'written':
    case 'invalidated':
    case 'control':
    case 'message':
    case 'restarting':
    case 'child':
      return []
  }
}
