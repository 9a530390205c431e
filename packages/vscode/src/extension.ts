import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as vscode from 'vscode'
import { approvals } from './approvals/approvals.js'
import { foreignDecorations } from './breakpoints/decorations.js'
import { TYPE } from './configuration/configuration.js'
import { configurationProvider, dynamicProvider, sharingProvider } from './configuration/provider.js'
import { DaemonLink } from './daemon/daemon-link.js'
import { ensureDaemon } from './daemon/ensure-daemon.js'
import { readRunningDaemon } from './daemon/state-file.js'
import { watchState } from './daemon/watch-state.js'
import { debugging } from './debugging/descriptor-factory.js'
import { JoinedSessions } from './debugging/joined-sessions.js'
import { mcpServer } from './mcp/mcp-server.js'
import { recordings } from './recordings/recordings.js'
import { restartCommand } from './restarts/choose-restart.js'
import { offerRestarts } from './restarts/offer-restarts.js'
import { joinSession, sessionCommands } from './sessions-view/commands.js'
import { ControlHolders } from './sessions-view/control-holders.js'
import { sessionsView } from './sessions-view/view.js'
import { statusBar } from './status/status-bar.js'
import { stopNotices } from './stops/notices.js'
import { setContext } from './window/context-keys.js'
import { showFailure } from './window/failures.js'
import { processCommand } from './window/processes.js'
import { daemonPlace, locateCommand, windowName, windowNames } from './window/settings.js'

const TREE_PAUSE_MS = 300

/** Starts nothing: a daemon that runs is connected to, one that does not is started when somebody debugs. */
export function activate({ subscriptions, extensionUri, globalStorageUri }: vscode.ExtensionContext): void {
  windowNames.keepIn(join(globalStorageUri.fsPath, 'windows'))
  const log = vscode.window.createOutputChannel('Dapplex', { log: true })
  const warn = (error: unknown): void => log.warn(error instanceof Error ? error.message : String(error))
  const link = openLink(warn)
  const joined = new JoinedSessions()
  const holders = new ControlHolders()
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind
  subscriptions.push(
    log,
    link,
    windowNames,
    { dispose: watchState(daemonPlace().folder, () => void link.look()) },
    link.onEvent.add((event) => holders.take(event)),
    link.onChange.add(({ isConnected }) => tellDaemon(isConnected)),
    debugging(link, joined),
    vscode.debug.registerDebugConfigurationProvider(TYPE, configurationProvider(link)),
    vscode.debug.registerDebugConfigurationProvider(TYPE, dynamicProvider(link), Dynamic),
    vscode.debug.registerDebugConfigurationProvider('*', sharingProvider),
    sessionsView({
      link,
      standing: ({ session_id: id }) => {
        const holder = holders.of(id)
        const you = windowName()
        const isHeldHere = holder?.kind === 'editor' && holder.name === you
        return { you, isJoined: joined.has(id), isHeldHere, ...(holder === undefined ? {} : { holder: holder.name }) }
      },
      onNews: (listener) => vscode.Disposable.from(joined.onChange.add(listener)),
    }),
    sessionCommands(link, joined),
    statusBar(link, { joined, holders }),
    stopNotices(link, { joined, join: (id) => joinSession(rowOf(link, id)) }),
    foreignDecorations(extensionUri),
    approvals(link),
    recordings(link),
    restartCommand(),
    offerRestarts(link, joined),
    processCommand(link),
    mcpServer(warn),
    vscode.commands.registerCommand('dapplex.refreshSessions', () => refresh(link)),
    vscode.commands.registerCommand('dapplex.startDaemon', () => link.client().then(() => undefined, showFailure)),
  )
  tellDaemon(false)
  void link.look()
}

function openLink(onFailure: (error: unknown) => void): DaemonLink {
  // Sockets are loaded when one is opened: the activation of the extension stays short.
  const open = async (socketPath: string) => {
    const { connect } = await import('@dapplex/client/connect')
    return connect({ socketPath, name: windowName(), kind: 'editor', presence: 'named', node: 'root' })
  }
  return new DaemonLink({
    connectToRunning: async () => {
      const running = readRunningDaemon(daemonPlace().folder)
      return running === undefined ? undefined : open(running.socket)
    },
    connectOrStart: async () => open((await ensureDaemon(daemonPlace())).socket),
    pause: () => wait(TREE_PAUSE_MS, undefined, { ref: false }),
    onFailure,
  })
}

/** For the texts of the empty view. */
function tellDaemon(isConnected: boolean): void {
  if (isConnected) return setContext('daemon', 'running')
  setContext('daemon', locateCommand().kind === 'found' ? 'absent' : 'missing')
}

async function refresh(link: DaemonLink): Promise<void> {
  if (!link.picture.isConnected) tellDaemon(false)
  await link.look()
  await link.refresh()
}

const rowOf = (link: DaemonLink, id: string): Parameters<typeof joinSession>[0] =>
  link.picture.sessions.find(({ session_id: one }) => one === id) ?? { session_id: id, adapter: 'program' }
