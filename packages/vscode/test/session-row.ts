import type { SessionRow } from '../src/daemon/session-rows.js'

/** A session as the daemon lists it: of a running Python program, unless the test says otherwise. Ids are `s` and a digit. */
export const sessionRow = (id: string, more: Partial<SessionRow> = {}): SessionRow => ({
  session_id: id,
  adapter: 'debugpy',
  program: `/w/${id}.py`,
  state: 'running',
  stop_id: 0,
  started_at: `2026-01-01T00:00:0${id.slice(1)}Z`,
  selected: false,
  clients: [],
  ...more,
})
