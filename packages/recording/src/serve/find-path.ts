import { namesRow, parsePath, type NameStyle, type Step } from '@dapplex/protocol'
import type { RecordedRow, RecordedStop, Ref } from '../format/records.js'
import type { PastStop } from '../read/recording.js'

export type RecordedFrame = RecordedStop['frames'][number]

/** The recorded frame of a thread at this index; undefined if its variables were not recorded. */
export const frameAt = ({ record }: PastStop, threadId: number, index: number): RecordedFrame | undefined =>
  record.frames.find((frame) => frame.threadId === threadId && frame.index === index)

/** The recorded frames of the thread that stopped, the top one first. */
export const framesOfStop = ({ record }: PastStop): RecordedFrame[] =>
  record.frames.filter(({ threadId }) => threadId === record.threadId).sort((a, b) => a.index - b.index)

/** The variable that a path such as `order.items[0].price` names in a frame, as far as it was recorded. */
export function findPath(
  stop: PastStop,
  frame: RecordedFrame,
  { path, names }: { readonly path: string; readonly names: NameStyle },
): RecordedRow | undefined {
  const steps = parsePath(path, names) ?? parsePath(path, 'lisp')
  if (steps === undefined) return undefined
  const [first, ...rest] = steps
  for (const { rows } of frame.scopes) {
    let found = pick(stop, rows, { step: first, names })
    for (const step of rest) found = found === undefined ? undefined : below(stop, found.rows, { step, names })
    if (found !== undefined) return found
  }
  return undefined
}

/** The names of all variables of a frame that were recorded. */
export const namesIn = (stop: PastStop, frame: RecordedFrame): string[] =>
  frame.scopes.flatMap(({ rows }) => rowsOf(stop, rows).map(nameOf))

interface Named {
  readonly step: Step
  readonly names: NameStyle
}

function pick(stop: PastStop, rows: Ref | undefined, { step, names }: Named): RecordedRow | undefined {
  const all = rowsOf(stop, rows)
  const exact = all.find((row) => namesRow(step, nameOf(row)))
  if (exact !== undefined || step.kind !== 'member' || names !== 'lisp') return exact
  return all.find((row) => nameOf(row).toLowerCase() === step.name.toLowerCase())
}

/** The target of a pointer is its only child and has no name: the members are one level deeper. */
function below(stop: PastStop, rows: Ref | undefined, named: Named): RecordedRow | undefined {
  const found = pick(stop, rows, named)
  if (found !== undefined) return found
  const [only, ...others] = rowsOf(stop, rows)
  return only !== undefined && others.length === 0 && nameOf(only) === '' ? pick(stop, only.rows, named) : undefined
}

const rowsOf = (stop: PastStop, ref: Ref | undefined): readonly RecordedRow[] =>
  ref === undefined ? [] : (stop.rows(ref)?.rows ?? [])

const nameOf = ({ row }: RecordedRow): string => (typeof row['name'] === 'string' ? row['name'] : '')
