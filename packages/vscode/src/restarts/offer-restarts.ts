import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import type { JoinedSessions } from '../debugging/joined-sessions.js'
import { setContext } from '../window/context-keys.js'

/** Shows the button of the restarts while the Lisp program that the person looks at stands at an error. */
export function offerRestarts(link: DaemonLink, joined: JoinedSessions): vscode.Disposable {
  const atError = new Set<string>()
  const show = (): void => {
    const active = vscode.debug.activeDebugSession
    const session = active === undefined ? undefined : joined.of(active.id)
    const isLisp = link.picture.sessions.some((one) => one.session_id === session && one.adapter === 'swank')
    setContext('hasRestarts', isLisp && session !== undefined && atError.has(session))
  }
  return vscode.Disposable.from(
    link.onEvent.add((event) => {
      if (event.type === 'stopped' && event.reason === 'exception') atError.add(event.session_id)
      else if (event.type === 'stopped' || event.type === 'continued' || event.type === 'ended')
        atError.delete(event.session_id)
      else return
      show()
    }),
    link.onChange.add(show),
    joined.onChange.add(show),
    vscode.debug.onDidChangeActiveDebugSession(show),
  )
}
