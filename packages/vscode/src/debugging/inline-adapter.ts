import { isJsonObject, type JsonObject } from '@dapplex/protocol/plain'
import type { MessagePort } from '@dapplex/transport'
import * as vscode from 'vscode'
import { Relay, type RelayOptions } from './relay.js'

/** The debug adapter that VS Code talks to: the relay to the daemon. */
export class InlineAdapter extends vscode.Disposable implements vscode.DebugAdapter {
  readonly #sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>()
  readonly onDidSendMessage = this.#sent.event
  readonly #relay: Relay

  constructor(opening: Promise<MessagePort>, options: Omit<RelayOptions, 'toEditor'>) {
    super(() => this.#end())
    const toEditor = (message: JsonObject): void => this.#sent.fire(message)
    this.#relay = new Relay(opening, { ...options, toEditor })
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    if (isJsonObject(message)) this.#relay.take(message)
  }

  #end(): void {
    this.#relay.close()
    this.#sent.dispose()
  }
}
