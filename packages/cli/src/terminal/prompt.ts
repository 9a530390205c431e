import { basename } from 'node:path'
import { shown } from '../output/escape-text.js'
import type { LocationRow } from './formats.js'

export interface StateRow {
  readonly state: string
  readonly location?: LocationRow
}

/** The prompt says where the session is: `s1 stopped app.js:12> `. */
export function formatPrompt(sessionId: string, { state, location }: StateRow): string {
  const file = location?.path ?? location?.file
  const line = location?.line === undefined ? '' : `:${location.line}`
  const place = file === undefined ? [] : [`${basename(file)}${line}`]
  return shown`${[sessionId, state, ...place].join(' ')}> `
}
