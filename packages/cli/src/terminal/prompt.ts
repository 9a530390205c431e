import { basename } from 'node:path'
import { shown } from '../output/escape-text.js'
import { formatRecorded, type LocationRow, type RecordedRow } from './formats.js'

export interface StateRow {
  readonly state: string
  /** Of the latest stop; 0 before the first. */
  readonly stop_id?: number
  readonly location?: LocationRow
  /** In a recording. */
  readonly recorded_stop?: RecordedRow
}

/** The prompt says where the session is: `s1 stopped app.js:12> `, and in a recording `s1 stopped app.js:12 stop 3 of 7> `. */
export function formatPrompt(sessionId: string, { state, location, recorded_stop: recorded }: StateRow): string {
  const file = location?.path ?? location?.file
  const line = location?.line === undefined ? '' : `:${location.line}`
  const place = file === undefined ? [] : [`${basename(file)}${line}`]
  const stop = recorded === undefined ? [] : [formatRecorded(recorded)]
  return shown`${[sessionId, state, ...place, ...stop].join(' ')}> `
}
