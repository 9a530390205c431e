import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import type { BreakpointList, BreakpointSpec, RememberedLine } from '../../state/program/breakpoints.js'
import { findSpec, SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { entryOf } from './decode.js'

/** Reads `{text, movedFrom?, stale?}`; undefined without a text. */
export function rememberedLine({ text, movedFrom, stale }: JsonObject): RememberedLine | undefined {
  if (typeof text !== 'string') return undefined
  return { text, ...(typeof movedFrom === 'number' ? { movedFrom } : {}), isStale: stale === true }
}

/**
 * `restart {dapplexBreakpoints: [{id, line, text, movedFrom?, stale?}]}`: files were edited since breakpoints of the session were set,
 * and these are the lines where their texts stand now. They are not sent: a program that is started again gets all lists.
 */
export function followLines(session: Session, rows: unknown): void {
  if (!Array.isArray(rows)) return
  for (const row of rows) if (isJsonObject(row)) followLine(session, row)
}

function followLine(session: Session, row: JsonObject): void {
  const { id, line } = row
  const found = typeof id === 'number' ? findSpec(session.breakpoints, id) : undefined
  if (found?.spec.client !== SESSION_OWNER || found.list.kind !== 'source' || typeof line !== 'number') return
  const { list, spec } = found
  const raw = { ...spec.raw, line }
  const remembered = rememberedLine(row)
  const next = { ...spec, ...entryOf('source', raw), ...(remembered === undefined ? {} : { remembered }) }
  replace(list, spec, next)
  session.breakpoints.isForeignStale = true
}

function replace(list: BreakpointList, spec: BreakpointSpec, next: BreakpointSpec): void {
  const owned = list.owners.get(SESSION_OWNER)
  if (owned === undefined) return
  list.owners.set(SESSION_OWNER, { ...owned, specs: owned.specs.map((one) => (one === spec ? next : one)) })
}
