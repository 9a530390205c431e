import type { DebugEventMessage } from '@dapplex/client'
import * as vscode from 'vscode'
import { programName } from '../configuration/dynamic-configurations.js'
import type { DaemonLink } from '../daemon/daemon-link.js'
import type { JoinedSessions } from '../debugging/joined-sessions.js'
import { tellsStops } from '../window/settings.js'
import { isWorthTelling, noticeText } from './stop-notice.js'
import { stopPlace, type StopPlace } from './stop-place.js'

/** A session that stops again and again is told of once in this time: a program that an agent drives stops often. */
const QUIET_MS = 15_000

/** Tells of stops in sessions that this window is not in. A notification takes no focus. */
export function stopNotices(
  link: DaemonLink,
  { joined, join }: { joined: JoinedSessions; join: (session: string) => Promise<unknown> },
): vscode.Disposable {
  const told = new Map<string, number>()
  const show = async (event: Extract<DebugEventMessage, { type: 'stopped' }>): Promise<void> => {
    const { session_id: id } = event
    await link.refresh()
    const session = link.picture.sessions.find((one) => one.session_id === id)
    const situation = {
      isEnabled: tellsStops(),
      isJoined: joined.has(id),
      isTold: Date.now() - (told.get(id) ?? -QUIET_MS) < QUIET_MS,
      kinds: session?.clients.map(({ kind }) => kind) ?? [],
    }
    if (session === undefined || !isWorthTelling(event, situation)) return
    told.set(id, Date.now())
    const agent = event.by?.name ?? session.clients.find(({ kind }) => kind === 'agent')?.name
    const place = await stopPlace(link.connected, event)
    if (joined.has(id)) return
    const text = noticeText(event, { program: programName(session), agent, place })
    const showMe = 'Show Me'
    const chosen = await vscode.window.showInformationMessage(text, showMe)
    if (chosen !== showMe) return
    // To join takes VS Code a second or two: the place is there at once.
    await Promise.all([reveal(place), join(id)])
  }
  const listener = link.onEvent.add((event) => {
    if (event.type === 'stopped') void show(event)
  })
  return vscode.Disposable.from(listener)
}

/** A file that is not on this machine is not shown. */
async function reveal(place: StopPlace | undefined): Promise<void> {
  if (place === undefined) return
  const start = new vscode.Position(place.line - 1, 0)
  const selection = new vscode.Range(start, start)
  await vscode.window.showTextDocument(vscode.Uri.file(place.file), { selection }).then(undefined, () => undefined)
}
