import * as vscode from 'vscode'
import type { SessionRow } from '../daemon/session-rows.js'
import { windowName } from '../window/settings.js'

/** A restart is for everybody in the session: where others are in it, the person is asked. */
export async function askRestart(session: SessionRow | undefined): Promise<boolean> {
  const others = (session?.clients ?? []).map(({ name }) => name).filter((name) => name !== windowName())
  if (session === undefined || others.length === 0) return true
  const restart = 'Restart for Everybody'
  const detail = `In session ${session.session_id} with you: ${others.join(', ')}. To leave without them, choose Disconnect.`
  const chosen = await vscode.window.showWarningMessage('Restart the program?', { modal: true, detail }, restart)
  return chosen === restart
}
