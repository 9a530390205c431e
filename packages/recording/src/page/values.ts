import { textIn } from '@dapplex/protocol'
import type { RecordedRow, RecordedRows, Ref } from '../format/records.js'
import type { PastStop } from '../read/recording.js'
import type { RecordedFrame } from '../serve/find-path.js'
import type { Detail } from './detail.js'
import { markup, type Html } from './html.js'
import { nameOf, valueOf, type ShownStop } from './shown-stop.js'

/** Values of a frame by their path. */
export type Values = ReadonlyMap<string, string>

/** Deeper ones and more are not compared. */
const COMPARED_DEPTH = 4
const MOST_COMPARED = 2000

/** The values of the frame of a stop that is shown first. */
export function valuesOf({ stop, read }: ShownStop): Values {
  const values = new Map<string, string>()
  const add = (ref: Ref | undefined, above: string, depth: number): void => {
    if (ref === undefined || depth > COMPARED_DEPTH) return
    for (const row of stop.rows(ref)?.rows ?? []) {
      if (values.size >= MOST_COMPARED) return
      const path = pathOf(above, row)
      values.set(path, valueOf(row))
      add(row.rows, path, depth + 1)
    }
  }
  for (const { scope, rows } of read[0]?.scopes ?? []) add(rows, nameOfScope(scope), 1)
  return values
}

interface Showing {
  readonly stop: PastStop
  readonly detail: Detail
  /** What the same variables were at the stop before; undefined where they are those of another function. */
  readonly before: Values | undefined
}

/** The variables of a frame, scope by scope. */
export function frameValues(frame: RecordedFrame, showing: Showing): Html {
  const scopes = frame.scopes.flatMap(({ scope, rows: ref }) => {
    const recorded = ref === undefined ? undefined : showing.stop.rows(ref)
    if (recorded === undefined || recorded.rows.length === 0) return []
    const name = nameOfScope(scope)
    return [markup`<h4>${name}</h4>${rowList(recorded, { ...showing, above: name, depth: 0 })}`]
  })
  const typed = (frame.evaluated ?? []).filter(({ expression }) => expression.length <= LONGEST_TYPED)
  const asked = typed.slice(0, showing.detail.rows).map(({ expression, body }) => {
    const result = textIn(body, 'result') ?? textIn(body, 'value') ?? ''
    return markup`<li><b>${cut(expression, showing)}</b> ${shownValue(result, showing)}</li>`
  })
  return markup`${scopes}${asked.length === 0 ? undefined : markup`<h4>Evaluated</h4><ul class="v">${asked}</ul>`}`
}

/** Nobody types a longer expression: the tools ask with those. */
const LONGEST_TYPED = 120

interface Place extends Showing {
  /** The path of the list. */
  readonly above: string
  readonly depth: number
}

function rowList({ rows, total = rows.length }: RecordedRows, place: Place): Html {
  const shown = rows.slice(0, place.detail.rows)
  const more = Math.max(total, rows.length) - shown.length
  const rest = more > 0 ? markup`<li class="m">${more} more</li>` : undefined
  return markup`<ul class="v">${shown.map((row) => rowItem(row, place))}${rest}</ul>`
}

function rowItem(row: RecordedRow, place: Place): Html {
  const path = pathOf(place.above, row)
  const value = valueOf(row)
  const members = row.rows === undefined || place.depth >= place.detail.depth ? undefined : place.stop.rows(row.rows)
  const previous = place.before?.get(path)
  // A row without a value groups others.
  const isChanged = place.before !== undefined && previous !== value && value !== ''
  const was = isChanged
    ? previous === undefined
      ? markup` <em>new</em>`
      : markup` <em>was ${cut(previous, place)}</em>`
    : ''
  const type = textIn(row.row, 'type') ?? ''
  const line = markup`<b>${cut(nameOf(row), place)}</b> ${shownValue(value, place)}${type === '' ? '' : markup` <i>${cut(type, place)}</i>`}${was}`
  const form = isChanged ? markup` class="c"` : undefined
  if (members === undefined || members.rows.length === 0) return markup`<li${form}>${line}</li>`
  const below = rowList(members, { ...place, above: path, depth: place.depth + 1 })
  return markup`<li${form}><details><summary>${line}</summary>${below}</details></li>`
}

const REDACTED = '[REDACTED]'

function shownValue(value: string, place: Showing): Html {
  if (value === '') return markup``
  return value === REDACTED ? markup`<code class="r">hidden</code>` : markup`<code>${cut(value, place)}</code>`
}

function cut(text: string, { detail }: Pick<Showing, 'detail'>): string {
  return text.length <= detail.text ? text : `${text.slice(0, detail.text)}…`
}

const nameOfScope = (scope: Readonly<Record<string, unknown>>): string => textIn(scope, 'name') ?? ''
const pathOf = (above: string, row: RecordedRow): string => `${above}\0${nameOf(row)}`
