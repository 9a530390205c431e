import * as vscode from 'vscode'
import { textOf, TYPE } from '../configuration/configuration.js'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { ensureDaemon } from '../daemon/ensure-daemon.js'
import { daemonPlace, windowName } from '../window/settings.js'
import { askRestart } from './ask-restart.js'
import { InlineAdapter } from './inline-adapter.js'
import { offerEnd } from './offer-end.js'
import type { JoinedSessions } from './joined-sessions.js'
import { observeMessages } from './observe-messages.js'
import type { Hello } from './relay.js'
import { Typing } from './typing.js'

/**
 * Gives VS Code the way to the daemon, which is started if none runs. The socket belongs to this user: no token is needed. Which
 * session of the daemon each debug session is in is kept in `joined`.
 */
export function debugging(link: DaemonLink, joined: JoinedSessions): vscode.Disposable {
  const typing = new Typing(() => performance.now())
  const factory: vscode.DebugAdapterDescriptorFactory = {
    async createDebugAdapterDescriptor(session) {
      const [{ socket }, { connectUnixSocket }] = await Promise.all([
        ensureDaemon(daemonPlace()),
        import('@dapplex/transport'),
      ])
      void link.look()
      const seen = observeMessages(typing, (id) => joined.joined(session, id))
      const row = () => link.picture.sessions.find((one) => one.session_id === joined.of(session.id))
      const mayRestart = () => askRestart(row())
      const onStop = () => void (hasOnlyJoined(session) && offerEnd(link, row()))
      const options = { hello: helloOf(session), mayRestart, onStop, ...seen }
      return new vscode.DebugAdapterInlineImplementation(new InlineAdapter(connectUnixSocket(socket), options))
    },
  }
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, factory),
    vscode.debug.onDidTerminateDebugSession(({ id }) => joined.left(id)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === 'file' && contentChanges.length > 0) typing.typed()
    }),
  )
}

/** Its Stop leaves the session, and nothing says otherwise. */
const hasOnlyJoined = ({ configuration }: vscode.DebugSession): boolean =>
  textOf(configuration['dapplexSession']) !== undefined && configuration['dapplexOnStop'] === undefined

/** The adapter is named before `initialize`: VS Code takes exception filters only from its answer. */
function helloOf({ configuration, workspaceFolder }: vscode.DebugSession): Hello {
  const session = textOf(configuration['dapplexSession'])
  const adapter = textOf(configuration['dapplexAdapter'])
  const cwd = textOf(configuration['cwd']) ?? workspaceFolder?.uri.fsPath
  const target = session === undefined ? (adapter === undefined ? {} : { adapter }) : { session }
  return { name: windowName(), tellSession: true, ...target, ...(cwd === undefined ? {} : { cwd }) }
}
