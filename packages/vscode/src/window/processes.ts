import * as vscode from 'vscode'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { showFailure } from './failures.js'

/** `${command:dapplex.pickProcess}`: asks for a process that the adapter of the configuration can attach to. */
export const processCommand = (link: DaemonLink): vscode.Disposable =>
  vscode.commands.registerCommand('dapplex.pickProcess', async (configuration?: vscode.DebugConfiguration) => {
    try {
      const adapter: unknown = configuration?.['dapplexAdapter']
      const client = await link.client()
      const { processes } = await client.tools.processes_list(typeof adapter === 'string' ? { adapter } : {})
      const items = processes.map(({ pid, name, adapter: id }) => ({ label: name, description: `${pid}, ${id}`, pid }))
      const picked = await vscode.window.showQuickPick(items, {
        placeHolder: 'Which process do you want to attach to?',
      })
      return picked === undefined ? undefined : String(picked.pid)
    } catch (error) {
      await showFailure(error)
      return undefined
    }
  })
