import { isJsonObject } from '@dapplex/protocol/plain'
import * as vscode from 'vscode'

const NO_PROGRAMS =
  'Dapplex cannot debug here: this window runs in a browser without a machine behind it. Open the folder in VS Code on a desktop, over SSH, in a container or in code-server.'

/** In a browser's host nothing can be started and no socket can be opened: debugging, each command and the view say so. */
export function activate({ subscriptions, extension }: vscode.ExtensionContext): void {
  const refuse = (): undefined => void vscode.window.showErrorMessage(NO_PROGRAMS)
  subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider('dapplex', { resolveDebugConfiguration: refuse }),
    ...commandsOf(extension.packageJSON).map((command) => vscode.commands.registerCommand(command, refuse)),
    vscode.window.registerTreeDataProvider('dapplex.sessions', {
      getChildren: () => [],
      getTreeItem: (item: vscode.TreeItem) => item,
    }),
    vscode.window.registerCustomEditorProvider('dapplex.recording', recordingEditor),
  )
  void vscode.commands.executeCommand('setContext', 'dapplex.daemon', 'impossible')
}

const recordingEditor: vscode.CustomReadonlyEditorProvider = {
  openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
  resolveCustomEditor: (_document, { webview }) => {
    webview.html = `<!doctype html><meta charset="utf-8"><p>${NO_PROGRAMS}</p>`
  },
}

/** The commands that package.json contributes. */
function commandsOf(manifest: unknown): readonly string[] {
  const contributes = isJsonObject(manifest) ? manifest['contributes'] : undefined
  const commands: unknown = isJsonObject(contributes) ? contributes['commands'] : undefined
  if (!Array.isArray(commands)) return []
  return commands.filter(isJsonObject).flatMap(({ command }) => (typeof command === 'string' ? [command] : []))
}
