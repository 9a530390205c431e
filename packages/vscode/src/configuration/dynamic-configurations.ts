import { basename } from 'node:path'
import { isLive, type SessionRow } from '../daemon/session-rows.js'
import { currentFile, type EditorState } from './complete-configuration.js'
import { TYPE, type Configuration } from './configuration.js'

/** What F5 offers without `launch.json`: the live sessions, the newest first, and the current file. */
export function dynamicConfigurations(sessions: readonly SessionRow[], editor: EditorState): readonly Configuration[] {
  const file = currentFile(editor)
  const live = sessions.filter(isLive).map(joinConfiguration).reverse()
  return file.kind === 'ready' ? [...live, file.configuration] : live
}

/** The configuration that joins a live session. */
export function joinConfiguration(session: Pick<SessionRow, 'session_id' | 'program' | 'adapter'>): Configuration {
  const { session_id: id } = session
  return { type: TYPE, name: `Join ${id}: ${programName(session)}`, request: 'attach', dapplexSession: id }
}

export const programName = ({ program, adapter }: Pick<SessionRow, 'program' | 'adapter'>): string =>
  program === undefined ? adapter : basename(program)
