import * as vscode from 'vscode'
import { TYPE } from '../configuration/configuration.js'
import { showFailure } from '../window/failures.js'
import { readRestarts, type Restart } from './read-restarts.js'

/** Lisp goes on after an error by a restart: the command lists them, and takes the chosen one. */
export const restartCommand = (): vscode.Disposable =>
  vscode.commands.registerCommand('dapplex.chooseRestart', async () => {
    const session = vscode.debug.activeDebugSession
    if (session?.type !== TYPE) return
    try {
      await choose(session)
    } catch (error) {
      await showFailure(error)
    }
  })

async function choose(session: vscode.DebugSession): Promise<void> {
  const item = vscode.debug.activeStackItem
  const thread =
    item instanceof vscode.DebugThread || item instanceof vscode.DebugStackFrame ? item.threadId : undefined
  const ofThread = thread === undefined ? {} : { threadId: thread }
  const { condition, restarts } = readRestarts(await session.customRequest('dapplex_restarts', ofThread))
  const items = restarts.map((restart) => ({ label: restart.name, description: restart.description, restart }))
  const picked = await vscode.window.showQuickPick(items, {
    title: condition,
    placeHolder: 'How does the program go on?',
  })
  if (picked === undefined) return
  const args = await askValue(picked.restart)
  if (args !== undefined)
    await session.customRequest('dapplex_restartInvoke', { ...ofThread, index: picked.restart.index, ...args })
}

/** The value that a restart takes, as a Lisp expression. `undefined`: the person gave up. */
async function askValue({ takesValue, name }: Restart): Promise<{ args?: readonly string[] } | undefined> {
  if (!takesValue) return {}
  const value = await vscode.window.showInputBox({ title: name, prompt: 'A Lisp expression for the value' })
  if (value === undefined) return undefined
  return value.trim() === '' ? {} : { args: [value] }
}
