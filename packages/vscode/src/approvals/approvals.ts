import * as vscode from 'vscode'
import type { DaemonLink, SpawnRequest } from '../daemon/daemon-link.js'
import { showFailure } from '../window/failures.js'
import { requestText } from './request-text.js'

const ANSWERS = { Accept: 'accept', Decline: 'decline' } as const

/** Shows each request of an agent for a new investigation once, with both answers. The command asks again. */
export function approvals(link: DaemonLink): vscode.Disposable {
  const told = new Set<string>()
  const ask = async (request: SpawnRequest): Promise<void> => {
    const { requestId } = request
    const chosen = await vscode.window.showInformationMessage(requestText(request), 'Accept', 'Decline')
    if (chosen === undefined) return
    try {
      await (await link.client()).tools.workflow_respond({ requestId, action: ANSWERS[chosen] })
    } catch (error) {
      await showFailure(error)
    }
  }
  return vscode.Disposable.from(
    link.onChange.add(({ requests }) => {
      for (const request of requests.filter(({ requestId }) => !told.has(requestId))) {
        told.add(request.requestId)
        void ask(request)
      }
    }),
    vscode.commands.registerCommand('dapplex.answerRequest', async () => {
      await link.look()
      const items = link.picture.requests.map((request) => ({
        label: request.name,
        detail: requestText(request),
        request,
      }))
      if (items.length === 0) return void vscode.window.showInformationMessage('No request waits for an answer.')
      const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Which request do you want to answer?' })
      if (picked !== undefined) await ask(picked.request)
    }),
  )
}
