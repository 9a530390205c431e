import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { isLive } from '../daemon/session-rows.js'
import type { Configuration } from './configuration.js'
import { joinConfiguration, programName } from './dynamic-configurations.js'

/** Asks which live session to join. */
export async function pickSession(link: DaemonLink): Promise<Configuration | undefined> {
  await link.look()
  await link.refresh()
  const live = link.picture.sessions.filter(isLive)
  if (live.length === 0) {
    void vscode.window.showInformationMessage('There is no live debug session on this machine that you could join.')
    return undefined
  }
  const items = live.map((session) => ({
    label: programName(session),
    description: `${session.session_id}, ${session.state}`,
    detail: session.clients.map(({ name }) => name).join(', '),
    session,
  }))
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: 'Which session do you want to join?' })
  return chosen === undefined ? undefined : joinConfiguration(chosen.session)
}
