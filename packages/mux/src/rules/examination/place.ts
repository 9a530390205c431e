import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import type { Placed, Slot } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { sourceKey } from '../../translation/sources/source-key.js'

/**
 * The entries at the place of a frame, for adapters that do not say what was hit (mux 4): by source and line, by column
 * where the line has several; else by the function's name. One without a column may be anywhere in its line, unless the adapter
 * has told where.
 */
export function slotsAtFrame(session: Session, frame: JsonObject): Placed[] {
  const { source, line, column, name } = frame
  const list = isJsonObject(source) ? session.breakpoints.lists.get(sourceKey(session, source)) : undefined
  const inLine = list?.slots.filter((slot) => lineOf(slot) === line) ?? []
  const exact = inLine.filter((slot) => (columnOf(slot) ?? column) === column)
  const found = exact.length > 0 ? exact : inLine
  if (list !== undefined && found.length > 0) return found.map((slot) => ({ list, slot }))
  return typeof name === 'string' ? slotsByName(session, name) : []
}

/** Whether a frame stands at one of these entries, which the adapter need not have any more. */
export function isAtFrame(session: Session, placed: readonly Placed[], { source, line, name }: JsonObject): boolean {
  const key = isJsonObject(source) ? sourceKey(session, source) : undefined
  return placed.some(({ list, slot }) =>
    typeof slot.entry['name'] === 'string'
      ? typeof name === 'string' && isSameFunction(bareName(slot.entry['name']), bareName(name))
      : list.key === key && lineOf(slot) === line,
  )
}

const lineOf = (slot: Slot): unknown => slot.answer?.['line'] ?? slot.entry['line']

const columnOf = (slot: Slot): unknown => slot.answer?.['column'] ?? slot.entry['column']

function slotsByName(session: Session, frameName: string): Placed[] {
  const list = session.breakpoints.lists.get('function')
  if (list === undefined) return []
  const bare = bareName(frameName)
  return list.slots
    .filter((slot) => typeof slot.entry['name'] === 'string' && isSameFunction(bareName(slot.entry['name']), bare))
    .map((slot) => ({ list, slot }))
}

/** Without parameters. */
const bareName = (name: string): string => name.split('(')[0]?.trim() ?? name

const isSameFunction = (requested: string, actual: string): boolean =>
  actual === requested ||
  actual.endsWith(`.${requested}`) ||
  actual.endsWith(`::${requested}`) ||
  actual.endsWith(`/${requested}`)
