import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject, namedIn } from '@dapplex/protocol'
import type { Epoch } from '../../state/ids/reference-table.js'
import type { ReferenceKind, References } from '../../state/ids/references.js'
import { giveReference, markLazy } from '../../state/ids/references.js'
import { threadToClient } from '../../state/ids/thread-ids.js'

/** Members that hold an id wherever they stand, also in requests outside the standard (mux 5). */
const kindOfKey: ReadonlyMap<string, ReferenceKind | 'thread'> = new Map([
  ['frameId', 'frame'],
  ['variablesReference', 'variables'],
  ['sourceReference', 'source'],
  ['locationReference', 'location'],
  ['declarationLocationReference', 'location'],
  ['valueLocationReference', 'location'],
  ['threadId', 'thread'],
])
/** Lists whose members have an `id` of this kind, by command. */
const listOf: Readonly<Record<string, { readonly key: string; readonly kind: ReferenceKind | 'thread' } | undefined>> =
  {
    stackTrace: { key: 'stackFrames', kind: 'frame' },
    threads: { key: 'threads', kind: 'thread' },
    stepInTargets: { key: 'targets', kind: 'stepInTarget' },
    gotoTargets: { key: 'targets', kind: 'gotoTarget' },
  }
/** Deeper than any DAP body; what lies deeper passes untouched. */
const DEEPEST = 32

/** Where the ids of one message belong. */
export interface Origin {
  readonly references: References
  readonly epoch: Epoch
}

/** Replaces the adapter's ids in a response body by virtual ones; the same object when it has none (mux 5). */
export function responseIds(origin: Origin, command: string, body: unknown): unknown {
  const list = namedIn(listOf, command)
  const translated = translate(origin, body, 0)
  if (list === undefined || !isJsonObject(translated)) return translated
  const members = translated[list.key]
  if (!Array.isArray(members)) return translated
  return { ...translated, [list.key]: members.map((member: unknown) => withId(origin, list.kind, member)) }
}

/** The same for an event body, and for the arguments of a reverse request. */
export const eventIds = (origin: Origin, body: unknown): unknown => translate(origin, body, 0)

function withId(origin: Origin, kind: ReferenceKind | 'thread', member: unknown): unknown {
  if (!isJsonObject(member) || !('id' in member)) return member
  return { ...member, id: give(origin, kind, member['id']) }
}

/** The id that clients know for one of the adapter. */
export function give({ references, epoch }: Origin, kind: ReferenceKind | 'thread', id: unknown): unknown {
  if (kind === 'thread') return threadToClient(references.threads, id)
  return giveReference(references, kind, { epoch: kind === 'source' ? references.process : epoch, id })
}

function translate(origin: Origin, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  return Array.isArray(value)
    ? translateList(origin, value, depth)
    : translateObject(origin, value as JsonObject, depth)
}

function translateList(origin: Origin, list: readonly unknown[], depth: number): readonly unknown[] {
  let changed: unknown[] | undefined
  for (let index = 0; index < list.length; index += 1) {
    const from = list[index]
    const to = translate(origin, from, depth + 1)
    if (to === from) continue
    changed ??= [...list]
    changed[index] = to
  }
  return changed ?? list
}

function translateObject(origin: Origin, object: JsonObject, depth: number): JsonObject {
  let changed: JsonObject | undefined
  for (const key in object) {
    const from = object[key]
    const kind = kindOfKey.get(key)
    const to = kind === undefined ? translate(origin, from, depth + 1) : give(origin, kind, from)
    if (to === from) continue
    changed ??= { ...object }
    changed[key] = to
  }
  if (changed !== undefined) noteLazy(origin, changed)
  return changed ?? object
}

function noteLazy({ references, epoch }: Origin, { presentationHint, variablesReference: id }: JsonObject): void {
  if (typeof id !== 'number' || id <= 0 || !isJsonObject(presentationHint)) return
  if (presentationHint['lazy'] === true) markLazy(references, epoch, id)
}
