import { basename } from 'node:path'
import type { LocationRow } from './formats.js'
import { call, type ViewContext } from './view-context.js'

interface StateRow {
  readonly state: string
  readonly location?: LocationRow
}

/** Where the session stands, for the prompt: `s1 stopped app.js:12> `. */
export async function promptOf(view: ViewContext): Promise<string> {
  const { state, location } = await call<StateRow>(view, 'debug_state')
  const file = location?.path ?? location?.file
  const line = location?.line === undefined ? '' : `:${location.line}`
  const place = file === undefined ? [] : [`${basename(file)}${line}`]
  return `${[view.sessionId, state, ...place].join(' ')}> `
}
