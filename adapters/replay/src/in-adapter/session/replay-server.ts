import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js'
import type { ReplaySession } from './replay-session.js'

/** Speaks DAP for a replay session on any pair of streams. */
export class ReplayServer extends ProtocolServer {
  readonly #session: ReplaySession
  readonly #onOver: () => void

  constructor(session: ReplaySession, onOver: () => void) {
    super()
    this.#session = session
    this.#onOver = onOver
  }

  protected override dispatchRequest(request: Dap.Request): void {
    const { answer, events, isOver } = this.#session.serve(request)
    const { seq: request_seq, command } = request
    this.sendResponse({ seq: 0, type: 'response', request_seq, command, ...answer })
    for (const event of events) this.sendEvent({ seq: 0, type: 'event', ...event })
    if (isOver === true) this.#onOver()
  }
}
