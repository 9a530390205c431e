import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { readRunningDaemon } from '../daemon/state-file.js'
import { isLive } from '../daemon/session-rows.js'
import { daemonPlace } from '../window/settings.js'
import { joinTarget, type JoinTarget } from './join-target.js'
import { pickSession } from './pick-session.js'

/** A configuration that names a session which is not live is told before anything opens, with what can be done instead. */
export async function settleJoin(
  configuration: vscode.DebugConfiguration,
  link: DaemonLink,
): Promise<vscode.DebugConfiguration | null | undefined> {
  const target = await look(String(configuration['dapplexSession']), link)
  switch (target.kind) {
    case 'live':
      return configuration
    case 'ended':
      return tellEnded(target)
    case 'unknown':
      return joinAnother(configuration, { problem: target.problem, link })
  }
}

async function look(id: string, link: DaemonLink): Promise<JoinTarget> {
  await link.look()
  await link.refresh()
  const { isConnected, sessions } = link.picture
  // A daemon that this window is not connected to answers for itself.
  if (!isConnected && readRunningDaemon(daemonPlace().folder) !== undefined) return { kind: 'live' }
  return joinTarget(id, sessions)
}

async function tellEnded({ problem, session }: Extract<JoinTarget, { kind: 'ended' }>): Promise<undefined> {
  const open = 'Open the Recording'
  const chosen = await vscode.window.showErrorMessage(problem, { modal: true }, open)
  if (chosen === open) void vscode.commands.executeCommand('dapplex.openSessionRecording', { session })
}

/** `null` opens launch.json. */
async function joinAnother(
  configuration: vscode.DebugConfiguration,
  { problem, link }: { problem: string; link: DaemonLink },
): Promise<vscode.DebugConfiguration | null | undefined> {
  const [another, open] = ['Join Another Session', 'Open launch.json']
  const isAny = link.picture.sessions.some(isLive)
  const detail = isAny ? 'Another session is live.' : 'No other session is live on this machine.'
  const choices = isAny ? [another, open] : [open]
  const chosen = await vscode.window.showErrorMessage(problem, { modal: true, detail }, ...choices)
  if (chosen === open) return null
  const join = chosen === another ? await pickSession(link) : undefined
  return join && { ...configuration, name: join.name, dapplexSession: join['dapplexSession'] }
}
