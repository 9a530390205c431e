import * as vscode from 'vscode'

/** Sets a key that `when` clauses of package.json read. */
export const setContext = (key: string, value: unknown): void =>
  void vscode.commands.executeCommand('setContext', `dapplex.${key}`, value)
