import type { Epoch, Looked, ReferenceTable } from './reference-table.js'
import { createReferenceTable, dropEpoch, giveId, lookUp, moveId, trimEpoch } from './reference-table.js'
import type { ThreadIds } from './thread-ids.js'
import { createThreadIds } from './thread-ids.js'

/** The kinds of id that an adapter gives out and that become stale. */
export type ReferenceKind = 'frame' | 'variables' | 'location' | 'source' | 'stepInTarget' | 'gotoTarget'

export interface References {
  readonly tables: Readonly<Record<ReferenceKind, ReferenceTable>>
  readonly threads: ThreadIds
  /** The open epoch of each stopped thread, by the id that clients see. */
  readonly epochs: Map<number, Epoch>
  /** Of what lives as long as the adapter process. */
  process: Epoch
  /** Data ids that were obtained from a frame, with its epoch (mux 4). */
  readonly dataIds: Map<string, Epoch>
  /** Ids of lazy values, by epoch: reading one may run code of the program (DAP, `VariablePresentationHint.lazy`). */
  readonly lazy: WeakMap<Epoch, Set<number>>
  /** Ids of variables below which nothing has an expression. */
  readonly nameless: Set<number>
  /** Where ids of variables were found, by epoch: only of an adapter whose references are snapshots (mux 28). */
  readonly found: WeakMap<Epoch, Map<number, Found>>
  /** How often something was written. */
  writes: number
}

/** Where an id of variables was found: among the scopes of a frame, or among the rows of another id. */
export interface Found {
  readonly among: { readonly kind: 'scopes'; readonly frameId: number } | { readonly kind: 'rows'; readonly of: number }
  readonly name: string
  /** `writes` when it was read. */
  readonly since: number
}

/** Long-lived ids that are kept: 1,024 blocks of 64 of each kind. */
const LONG_LIVED_BLOCKS = 1024

const processEpoch = (): Epoch => ({ threadId: undefined, stopId: 0, isOver: false })

export const createReferences = (): References => ({
  tables: {
    frame: createReferenceTable(),
    variables: createReferenceTable(),
    location: createReferenceTable(),
    source: createReferenceTable(),
    stepInTarget: createReferenceTable(),
    gotoTarget: createReferenceTable(),
  },
  threads: createThreadIds(),
  epochs: new Map(),
  process: processEpoch(),
  dataIds: new Map(),
  lazy: new WeakMap(),
  nameless: new Set(),
  found: new WeakMap(),
  writes: 0,
})

/** The epoch of a thread, opened at its first id after a stop. */
export function epochOf(references: References, threadId: number, stopId: number): Epoch {
  const open = references.epochs.get(threadId)
  if (open !== undefined) return open
  const epoch: Epoch = { threadId, stopId, isOver: false }
  references.epochs.set(threadId, epoch)
  return epoch
}

/** Rule: mux 5. All ids of the thread are stale from now on. */
export function expireThread(references: References, threadId: number): void {
  const epoch = references.epochs.get(threadId)
  if (epoch === undefined) return
  references.epochs.delete(threadId)
  expire(references, epoch)
}

export function expireAllThreads(references: References): void {
  for (const threadId of [...references.epochs.keys()]) expireThread(references, threadId)
}

/** A fresh adapter process knows nothing of what the last one handed out. */
export function expireProcess(references: References): void {
  expireAllThreads(references)
  expire(references, references.process)
  references.process = processEpoch()
  references.dataIds.clear()
  references.nameless.clear()
}

function expire(references: References, epoch: Epoch): void {
  epoch.isOver = true
  for (const table of Object.values(references.tables)) dropEpoch(table, epoch)
}

/** Gives the virtual id. 0 means "none" in DAP and stays 0; a value that is not a number stays as it is. */
export function giveReference(
  references: References,
  kind: ReferenceKind,
  from: { epoch: Epoch; id: unknown },
): unknown {
  if (typeof from.id !== 'number' || (from.id <= 0 && kind !== 'frame')) return from.id
  const table = references.tables[kind]
  // A response that comes after its thread has been resumed gives ids that are stale at once.
  const id = giveId(table, from.epoch, from.id)
  if (from.epoch.isOver) dropEpoch(table, from.epoch)
  else if (from.epoch === references.process) trimEpoch(table, from.epoch, LONG_LIVED_BLOCKS)
  return id
}

export const lookUpReference = (references: References, kind: ReferenceKind, id: number): Looked =>
  lookUp(references.tables[kind], id)

/** From now on the id stands for another id of the adapter. */
export function moveReference(references: References, kind: ReferenceKind, to: { id: number; upstream: number }): void {
  moveId(references.tables[kind], to.id, to.upstream)
}

/** Notes where an id of variables was found. */
export function markFound({ found }: References, epoch: Epoch, { id, at }: { id: number; at: Found }): void {
  const known = found.get(epoch)
  if (known === undefined) found.set(epoch, new Map([[id, at]]))
  else known.set(id, at)
}

/** Notes that reading this id may run code of the program. */
export function markLazy({ lazy }: References, epoch: Epoch, id: number): void {
  const known = lazy.get(epoch)
  if (known === undefined) lazy.set(epoch, new Set([id]))
  else known.add(id)
}

export function isLazy(references: References, id: unknown): boolean {
  if (typeof id !== 'number') return false
  const looked = lookUpReference(references, 'variables', id)
  return looked.kind === 'live' && references.lazy.get(looked.epoch)?.has(id) === true
}
