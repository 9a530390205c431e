import type { Asked } from '../clients/client.js'
import type { Epoch } from '../ids/reference-table.js'
import type { InternalPurpose } from './internal-purpose.js'
import type { Write } from './write.js'

/** Why a request went to the adapter: for a client, or for the multiplexer itself. */
export type Purpose = { readonly kind: 'client'; readonly asked: Asked; readonly write?: Write } | InternalPurpose

/** The client's request that waits for the answer. */
export function askedOf(purpose: Purpose): Asked | undefined {
  if (purpose.kind === 'client') return purpose.asked
  if (purpose.kind === 'readAnew') return purpose.reading.asked
  return purpose.kind === 'writeBefore' || purpose.kind === 'writeAfter' ? purpose.write.asked : undefined
}

/** One upstream request that has no answer yet. */
export interface Pending {
  readonly seq: number
  readonly command: string
  readonly args: Readonly<Record<string, unknown>>
  readonly purpose: Purpose
  /** Where ids in its answer belong (mux 5). */
  readonly epoch: Epoch | undefined
  /** Time of sending. */
  readonly since: number
}

/** One entry per request to the adapter. An answer and the death of the adapter both take it out. */
export interface PendingTable {
  nextSeq: number
  readonly entries: Map<number, Pending>
}

export const createPendingTable = (): PendingTable => ({ nextSeq: 1, entries: new Map() })

/** Takes the entry out; undefined when it was taken before or never was. */
export function takePending(table: PendingTable, seq: number): Pending | undefined {
  const entry = table.entries.get(seq)
  if (entry !== undefined) table.entries.delete(seq)
  return entry
}

/** Takes everything out, oldest first (mux 15). */
export function takeAllPending(table: PendingTable): Pending[] {
  const all = [...table.entries.values()]
  table.entries.clear()
  return all
}
