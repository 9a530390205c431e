import * as vscode from 'vscode'
import type { Configuration } from '../configuration/configuration.js'
import { joinConfiguration, programName } from '../configuration/dynamic-configurations.js'
import { pickSession } from '../configuration/pick-session.js'
import type { DaemonLink } from '../daemon/daemon-link.js'
import type { JoinedSessions } from '../debugging/joined-sessions.js'
import { isLive, type SessionRow } from '../daemon/session-rows.js'
import { showFailure } from '../window/failures.js'
import { windowName } from '../window/settings.js'
import type { Node } from './session-tree.js'

/** How long the holder keeps control without renewing it. */
const LEASE_MS = 10 * 60_000

type Deed = (link: DaemonLink, session: SessionRow, joined: JoinedSessions) => Promise<void>

/** The commands of a session's row. From the palette they ask for the session. */
export function sessionCommands(link: DaemonLink, joined: JoinedSessions): vscode.Disposable {
  const of = (deed: Deed) => async (node?: Node) => {
    try {
      const session = node?.session ?? (await askSession(link))
      if (session === undefined) return
      await deed(link, session, joined)
      await link.refresh()
    } catch (error) {
      await showFailure(error)
    }
  }
  const { registerCommand } = vscode.commands
  return vscode.Disposable.from(
    registerCommand('dapplex.joinSession', (node?: Node) => join(link, node?.session)),
    registerCommand('dapplex.takeControl', of(takeControl)),
    registerCommand('dapplex.releaseControl', of(releaseControl)),
    registerCommand('dapplex.sendMessage', of(sendMessage)),
    registerCommand('dapplex.endSession', of(endSession)),
    registerCommand('dapplex.forgetSession', of(forgetSession)),
  )
}

/** Joins a session: the program's place is shown as if this window had started it. The person's files are not saved for that. */
export async function joinSession(session: Parameters<typeof joinConfiguration>[0]): Promise<void> {
  await start(joinConfiguration(session))
}

async function join(link: DaemonLink, session: SessionRow | undefined): Promise<void> {
  const picked = session === undefined ? await pickSession(link) : joinConfiguration(session)
  if (picked !== undefined) await start(picked)
}

const start = (configuration: Configuration): Thenable<boolean> =>
  vscode.debug.startDebugging(undefined, { ...configuration }, { suppressSaveBeforeStart: true })

async function askSession(link: DaemonLink): Promise<SessionRow | undefined> {
  const picked = await pickSession(link)
  return link.picture.sessions.find(({ session_id: id }) => id === picked?.['dapplexSession'])
}

const REASON = 'taken in VS Code'

/** A window that is in the session asks in its own name; the tools would come in beside it. */
const takeControl: Deed = async (link, { session_id: session }, joined) => {
  const own = joined.in(session)
  if (own !== undefined) await own.customRequest('dapplex_controlAcquire', { leaseMs: LEASE_MS, reason: REASON })
  else await (await link.client()).tools.control_acquire({ session_id: session, lease_ms: LEASE_MS, reason: REASON })
}

const releaseControl: Deed = async (link, { session_id: session }, joined) => {
  const own = joined.in(session)
  if (own !== undefined) await own.customRequest('dapplex_controlRelease')
  else await (await link.client()).tools.control_release({ session_id: session })
}

const sendMessage: Deed = async (link, { session_id: session }) => {
  const text = await vscode.window.showInputBox({ prompt: `Message to the others in session ${session}` })
  if (text === undefined || text.trim() === '') return
  const { to } = await (await link.client()).tools.message_send({ session_id: session, text })
  const names = to.map(({ name }) => name).join(', ')
  vscode.window.setStatusBarMessage(names === '' ? 'Nobody else is in the session.' : `Sent to ${names}.`, 5000)
}

const endSession: Deed = async (link, session) => {
  const you = windowName()
  const others = session.clients.map(({ name }) => name).filter((name) => name !== you)
  const end = 'End the Program'
  const detach = 'End the Session Only'
  const chosen = await vscode.window.showWarningMessage(
    `End ${programName(session)} (${session.session_id})?`,
    { modal: true, detail: others.length === 0 ? 'Nobody else is in it.' : `It ends for ${others.join(', ')} too.` },
    end,
    detach,
  )
  if (chosen === undefined) return
  const client = await link.client()
  await client.tools.debug_disconnect({ session_id: session.session_id, terminate: chosen === end })
}

const forgetSession: Deed = async (link, session) => {
  if (isLive(session)) return
  await (await link.client()).tools.debug_disconnect({ session_id: session.session_id, dismiss: true })
}
