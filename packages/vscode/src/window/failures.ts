import * as vscode from 'vscode'
import { CommandMissingError } from '../daemon/ensure-daemon.js'

/** Shows why something failed. Where the command is missing, the setting is one click away. */
export async function showFailure(error: unknown, options: vscode.MessageOptions = {}): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof CommandMissingError)) return void vscode.window.showErrorMessage(message, options)
  const settings = 'Open Settings'
  const chosen = await vscode.window.showErrorMessage(message, options, settings)
  if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'dapplex.path')
}
