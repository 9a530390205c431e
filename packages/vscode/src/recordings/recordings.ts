import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as vscode from 'vscode'
import { TYPE } from '../configuration/configuration.js'
import { programName } from '../configuration/dynamic-configurations.js'
import type { DaemonLink } from '../daemon/daemon-link.js'
import { pickSession } from '../configuration/pick-session.js'
import type { Node } from '../sessions-view/session-tree.js'
import { showFailure } from '../window/failures.js'

const VIEW = 'dapplex.recording'

/** Recordings open as a debug session that stands at their first stop: continue and step move from stop to stop, also back. */
export function recordings(link: DaemonLink): vscode.Disposable {
  const { registerCommand } = vscode.commands
  return vscode.Disposable.from(
    registerCommand('dapplex.openRecording', async (file?: vscode.Uri) => {
      const chosen = file ?? (await chooseFile())
      if (chosen !== undefined) await replay(chosen.fsPath)
    }),
    registerCommand('dapplex.openSessionRecording', (node?: Node) => openOfSession(link, node?.session.session_id)),
    vscode.window.registerCustomEditorProvider(VIEW, recordingEditor),
  )
}

async function replay(file: string): Promise<void> {
  await vscode.debug.startDebugging(undefined, {
    type: TYPE,
    name: `Recording ${vscode.workspace.asRelativePath(file)}`,
    request: 'launch',
    dapplexAdapter: 'replay',
    program: file,
  })
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: 'Open Recording',
    openLabel: 'Open',
    filters: { Recordings: ['recording'] },
  })
  return files?.[0]
}

/** Writes what was recorded of a session to a file among the temporary ones, and opens that. The session may go on. */
async function openOfSession(link: DaemonLink, session: string | undefined): Promise<void> {
  try {
    const id = session ?? (await pickSession(link))?.['dapplexSession']
    if (typeof id !== 'string') return
    const row = link.picture.sessions.find((one) => one.session_id === id)
    const name = row === undefined ? id : `${programName(row)} ${id}`
    const file = join(mkdtempSync(join(tmpdir(), 'dapplex-')), `${name}.recording`)
    await (await link.client()).tools.session_export({ session_id: id, file })
    await replay(file)
  } catch (error) {
    await showFailure(error)
  }
}

/** A recording is no text: its tab says what it is, and begins the replay. */
const recordingEditor: vscode.CustomReadonlyEditorProvider = {
  openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
  async resolveCustomEditor({ uri }, { webview }) {
    webview.options = { enableCommandUris: ['dapplex.openRecording'] }
    const again = `command:dapplex.openRecording?${encodeURIComponent(JSON.stringify([uri]))}`
    webview.html = page(again)
    await replay(uri.fsPath)
  },
}

const page = (again: string): string => `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<h2>A recorded debug session</h2>
<p>It runs in the debugger now. Continue and step move from stop to stop; step back and reverse move backwards.</p>
<p><a href="${again}">Open it again</a></p>`
