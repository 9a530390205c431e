import type * as vscode from 'vscode'
import { CommandMissingError } from '../daemon/ensure-daemon.js'
import { readRunningDaemon } from '../daemon/state-file.js'
import { showFailure } from '../window/failures.js'
import { daemonPlace } from '../window/settings.js'

/** Where no daemon runs and none can be started, the person is told before anything opens. */
export async function requireDaemon(
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  const { folder, findCommand } = daemonPlace()
  if (readRunningDaemon(folder) !== undefined) return configuration
  const found = findCommand()
  if (found.kind === 'found') return configuration
  await showFailure(new CommandMissingError(found.problem), { modal: true })
  return undefined
}
