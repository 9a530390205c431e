import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { isLive, type SessionRow } from '../daemon/session-rows.js'
import { programName } from '../configuration/dynamic-configurations.js'
import { showFailure } from '../window/failures.js'
import { windowName } from '../window/settings.js'

/**
 * A person has pressed Stop in a session that they have joined: that left it (docs/dap-clients.md, "When clients leave or vanish").
 * Where others are still in it, the end for everybody is one click away. VS Code waits two seconds at most for the answer to its
 * `disconnect`, so the question comes after it.
 */
export async function offerEnd(link: DaemonLink, session: SessionRow | undefined): Promise<void> {
  const others = (session?.clients ?? []).map(({ name }) => name).filter((name) => name !== windowName())
  if (session === undefined || !isLive(session) || others.length === 0) return
  const end = 'End for Everybody'
  const text = `You have left ${programName(session)} (${session.session_id}). It goes on for ${others.join(', ')}.`
  const chosen = await vscode.window.showInformationMessage(text, end)
  if (chosen !== end) return
  try {
    await (await link.client()).tools.debug_disconnect({ session_id: session.session_id, terminate: true })
  } catch (error) {
    await showFailure(error)
  }
}
