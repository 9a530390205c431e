import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { sharedTypes } from '../window/settings.js'
import { completeEarly, completeLate, type Completed, type EditorState } from './complete-configuration.js'
import { textOf, type Configuration } from './configuration.js'
import { dynamicConfigurations } from './dynamic-configurations.js'
import { pickSession } from './pick-session.js'
import { requireDaemon } from './require-daemon.js'
import { settleJoin } from './settle-join.js'
import { shareConfiguration } from './share.js'

/** Completes configurations of the type `dapplex`. */
export function configurationProvider(link: DaemonLink): vscode.DebugConfigurationProvider {
  return {
    resolveDebugConfiguration: (folder, configuration) =>
      settle(completeEarly(configuration, editorState(folder)), link),
    async resolveDebugConfigurationWithSubstitutedVariables(_folder, configuration) {
      const settled = await settle(completeLate(configuration), link)
      if (!settled) return settled
      return textOf(settled['dapplexSession']) === undefined ? requireDaemon(settled) : settleJoin(settled, link)
    },
  }
}

/** Offers live sessions and the current file where F5 asks what to debug. */
export function dynamicProvider(link: DaemonLink): vscode.DebugConfigurationProvider {
  return {
    async provideDebugConfigurations(folder) {
      await link.look()
      await link.refresh()
      return dynamicConfigurations(link.picture.sessions, editorState(folder)).map((one) => ({ ...one }))
    },
  }
}

/** Sends the configurations of the types in `dapplex.share` through dapplex. */
export const sharingProvider: vscode.DebugConfigurationProvider = {
  resolveDebugConfiguration(folder, configuration) {
    const written = vscode.workspace
      .getConfiguration('launch', folder)
      .get<Configuration[]>('configurations', [])
      .find(({ name }) => name === configuration.name)
    return shareConfiguration(configuration, sharedTypes(), written) ?? configuration
  },
}

/** `undefined` lets VS Code give up silently, `null` opens launch.json. */
async function settle(completed: Completed, link: DaemonLink): Promise<vscode.DebugConfiguration | null | undefined> {
  switch (completed.kind) {
    case 'ready':
      return { ...completed.configuration }
    case 'pick': {
      const join = await pickSession(link)
      return join === undefined ? undefined : { ...completed.configuration, dapplexSession: join['dapplexSession'] }
    }
    case 'problem':
      return tell(completed)
  }
}

async function tell({
  problem,
  opensConfiguration,
}: Extract<Completed, { kind: 'problem' }>): Promise<null | undefined> {
  const open = 'Open launch.json'
  const chosen = await vscode.window.showErrorMessage(problem, { modal: true }, ...(opensConfiguration ? [open] : []))
  return chosen === open ? null : undefined
}

function editorState(folder: vscode.WorkspaceFolder | undefined): EditorState {
  const document = vscode.window.activeTextEditor?.document
  return {
    ...(document?.uri.scheme === 'file' ? { file: document.uri.fsPath, language: document.languageId } : {}),
    ...(folder === undefined ? {} : { folder: folder.uri.fsPath }),
  }
}
