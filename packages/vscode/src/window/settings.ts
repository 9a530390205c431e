import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { stateFolder } from '@dapplex/transport/state-folder'
import * as vscode from 'vscode'
import { findCommand, type Found } from '../command/find-command.js'
import type { DaemonPlace } from '../daemon/ensure-daemon.js'
import { plainName, WindowNames } from './window-names.js'

/** The settings, as they are now. */
const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('dapplex')

/** Types of launch configurations that run through dapplex. */
export const sharedTypes = (): readonly string[] => settings().get<string[]>('share', [])

/** Whether a stop of a session that this window is not in is shown. */
export const tellsStops = (): boolean => settings().get<boolean>('notifyStops', true)

export function locateCommand(): Found {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath)
  const setting = settings().get<string>('path', '').trim()
  return findCommand({ setting, folders, env: process.env, home: homedir() }, isExecutable)
}

export const daemonPlace = (): DaemonPlace => ({
  folder: stateFolder(process.env),
  env: process.env,
  findCommand: locateCommand,
})

/** The names of this editor's windows. */
export const windowNames = new WindowNames(process.pid)

/** The name under which the others in a session see this window. */
export function windowName(): string {
  const { name } = vscode.workspace
  return windowNames.of(plainName(vscode.env.appName, name))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
