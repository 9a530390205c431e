import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { isLive } from '../daemon/session-rows.js'
import { stateWord } from '../daemon/session-state.js'
import type { JoinedSessions } from '../debugging/joined-sessions.js'
import type { ControlHolders } from '../sessions-view/control-holders.js'
import { windowName } from '../window/settings.js'
import { statusText } from './status-text.js'

/** The session in the status bar, and who moves it. Without a session of this window: how many are live. */
export function statusBar(
  link: DaemonLink,
  { joined, holders }: { joined: JoinedSessions; holders: ControlHolders },
): vscode.Disposable {
  const movers = new Map<string, string>()
  const item = vscode.window.createStatusBarItem('dapplex.session', vscode.StatusBarAlignment.Left, 10)
  item.name = 'Dapplex Session'
  item.command = 'dapplex.sessions.focus'
  const show = (): void => {
    const text = textNow(link, { joined, holders, movers })
    item.text = `$(debug-alt-small) ${text ?? ''}`
    item.tooltip = 'Dapplex: show the sessions'
    if (text === undefined) item.hide()
    else item.show()
  }
  return vscode.Disposable.from(
    item,
    link.onChange.add(show),
    joined.onChange.add(show),
    vscode.debug.onDidChangeActiveDebugSession(show),
    link.onEvent.add((event) => {
      if (event.type === 'continued' && event.by !== undefined) movers.set(event.session_id, event.by.name)
      if (event.type === 'continued' || event.type === 'control') show()
    }),
  )
}

function textNow(
  link: DaemonLink,
  { joined, holders, movers }: { joined: JoinedSessions; holders: ControlHolders; movers: ReadonlyMap<string, string> },
): string | undefined {
  const { sessions } = link.picture
  const active = vscode.debug.activeDebugSession
  const id = active === undefined ? undefined : joined.of(active.id)
  const session = sessions.find((one) => one.session_id === id)
  if (session === undefined) {
    const live = sessions.filter(isLive).length
    return live === 0 ? undefined : `${live} live ${live === 1 ? 'session' : 'sessions'}`
  }
  const you = windowName()
  const named = (name: string | undefined): string | undefined => (name === you ? 'you' : name)
  const holder = named(holders.of(session.session_id)?.name)
  const mover = named(movers.get(session.session_id))
  return statusText({
    session: session.session_id,
    state: stateWord(session, you),
    ...(holder === undefined ? {} : { holder }),
    ...(mover === undefined ? {} : { mover }),
    others: session.clients.map(({ name }) => name).filter((name) => name !== you),
  })
}
