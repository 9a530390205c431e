import type { JsonObject } from '@dapplex/protocol'
import type { Epoch } from '../../state/ids/reference-table.js'
import type { ReferenceKind, References } from '../../state/ids/references.js'
import { lookUpReference } from '../../state/ids/references.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'

/** Arguments with the adapter's ids, and the epoch that the first of them belongs to. */
export type Resolved =
  | { readonly kind: 'resolved'; readonly args: JsonObject; readonly epoch: Epoch | undefined }
  | { readonly kind: 'stale'; readonly name: string; readonly id: number }
  | { readonly kind: 'unknown'; readonly name: string; readonly id: number }

const kindOfKey: ReadonlyMap<string, ReferenceKind | 'thread'> = new Map([
  ['frameId', 'frame'],
  ['variablesReference', 'variables'],
  ['sourceReference', 'source'],
  ['locationReference', 'location'],
  ['threadId', 'thread'],
])
const DEEPEST = 32

/**
 * Replaces virtual ids by the adapter's. Rule: mux 5: an id from before its thread was resumed is reported and never
 * sent: adapters answer such requests with success and wrong data, or use another object. 0 means "none" and passes.
 */
export function resolveIds(references: References, command: string, args: JsonObject): Resolved {
  const walk: Walk = { references, targets: targetKindOf(command), epoch: undefined, failure: undefined }
  const next = translate(walk, args, 0) as JsonObject
  return walk.failure ?? { kind: 'resolved', args: next, epoch: walk.epoch }
}

interface Walk {
  readonly references: References
  readonly targets: ReferenceKind | undefined
  epoch: Epoch | undefined
  failure: Exclude<Resolved, { kind: 'resolved' }> | undefined
}

const targetKindOf = (command: string): ReferenceKind | undefined =>
  command === 'stepIn' ? 'stepInTarget' : command === 'goto' ? 'gotoTarget' : undefined

function translate(walk: Walk, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (Array.isArray(value)) {
    const list: unknown[] = value.map((member: unknown) => translate(walk, member, depth + 1))
    return list.some((member, index) => member !== value[index]) ? list : value
  }
  return translateObject(walk, value as JsonObject, depth)
}

function translateObject(walk: Walk, object: JsonObject, depth: number): JsonObject {
  let changed: JsonObject | undefined
  for (const key in object) {
    const from = object[key]
    const to = translateMember(walk, { key, value: from, depth })
    if (to === from) continue
    changed ??= { ...object }
    changed[key] = to
  }
  return changed ?? object
}

function translateMember(walk: Walk, member: { key: string; value: unknown; depth: number }): unknown {
  const { key, value, depth } = member
  if (key === 'threadIds' && Array.isArray(value))
    return value.map((id: unknown) => threadToAdapter(walk.references.threads, id))
  const kind = key === 'targetId' ? walk.targets : kindOfKey.get(key)
  if (kind === undefined) return translate(walk, value, depth + 1)
  if (kind === 'thread') return threadToAdapter(walk.references.threads, value)
  if (typeof value !== 'number' || (value === 0 && kind !== 'frame')) return value
  const looked = lookUpReference(walk.references, kind, value)
  if (looked.kind !== 'live') {
    walk.failure ??= { kind: looked.kind, name: key, id: value }
    return value
  }
  if (kind !== 'source') walk.epoch ??= looked.epoch
  return looked.upstream
}
