import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js'
import { isJsonObject, textIn } from '@dapplex/protocol/dap'
import type { RecordingFiles } from './recording-files.js'
import { ReplaySession } from './replay-session.js'

/** Speaks DAP for a replay session on any pair of streams. */
export class ReplayServer extends ProtocolServer {
  readonly #session: ReplaySession
  readonly #files: RecordingFiles
  readonly #onOver: () => void

  constructor(files: RecordingFiles, onOver: () => void) {
    super()
    this.#files = files
    this.#session = new ReplaySession((file) => files.open(file))
    this.#onOver = onOver
  }

  protected override dispatchRequest(request: Dap.Request): void {
    const args: unknown = request.arguments
    const program = request.command === 'launch' && isJsonObject(args) ? textIn(args, 'program') : undefined
    if (program === undefined) this.#serve(request)
    else void this.#files.prepare(program).finally(() => this.#serve(request))
  }

  #serve(request: Dap.Request): void {
    const { answer, events, isOver } = this.#session.serve(request)
    const { seq: request_seq, command } = request
    this.sendResponse({ seq: 0, type: 'response', request_seq, command, ...answer })
    for (const event of events) this.sendEvent({ seq: 0, type: 'event', ...event })
    if (isOver === true) this.#onOver()
  }
}
