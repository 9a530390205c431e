import { isInjectedFile } from '../injected/injected-files.js'
import type { InspectorConnection } from '../inspector/connection.js'
import type { Wire } from '../inspector/wire.js'
import type { Newcomer } from './newcomer.js'
import { filePathOf } from '../sources/source-location.js'

const RUN = JSON.stringify({ id: 0, method: 'Runtime.runIfWaitingForDebugger', params: {} })

/** The worker threads of one process, reached through the connection to its main thread. */
export class Workers {
  readonly #connection: InspectorConnection
  readonly #process: Pick<Newcomer, 'pid' | 'cwd'>
  readonly #onWorker: (worker: Newcomer) => void
  readonly #wires = new Map<string, WorkerWire>()

  constructor(
    connection: InspectorConnection,
    process: Pick<Newcomer, 'pid' | 'cwd'>,
    onWorker: (worker: Newcomer) => void,
  ) {
    this.#connection = connection
    this.#process = process
    this.#onWorker = onWorker
    connection.on('NodeWorker.attachedToWorker', ({ sessionId, workerInfo }) => this.#came(sessionId, workerInfo))
    connection.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) =>
      this.#wires.get(sessionId)?.take(message),
    )
    connection.on('NodeWorker.detachedFromWorker', ({ sessionId }) => this.#wires.get(sessionId)?.ended())
    connection.onClose(() => {
      for (const wire of this.#wires.values()) wire.ended()
    })
  }

  /** From now on a new worker waits for its debugger. */
  async watch(): Promise<void> {
    await this.#connection.send('NodeWorker.enable', { waitForDebuggerOnStart: true })
  }

  /** Leaves all workers: they run. */
  release(): void {
    for (const wire of [...this.#wires.values()]) wire.close()
  }

  #came(sessionId: string, { title, url }: { readonly title: string; readonly url: string }): void {
    const wire = new WorkerWire(this.#connection, sessionId)
    const program = filePathOf(url)
    // The thread that carries this very connection.
    if (program !== undefined && isInjectedFile(program)) return
    this.#wires.set(sessionId, wire)
    wire.onClose(() => this.#wires.delete(sessionId))
    const { pid, cwd } = this.#process
    const name = `${title} (${program ?? 'evaluated code'})`
    this.#onWorker({ kind: 'worker', name, program, pid, cwd, wire, leave: () => wire.close() })
  }
}

class WorkerWire implements Wire {
  readonly #connection: InspectorConnection
  readonly #sessionId: string
  #state: 'open' | 'closed' = 'open'
  #listener: ((text: string) => void) | undefined
  #onClose: (() => void)[] = []

  constructor(connection: InspectorConnection, sessionId: string) {
    this.#connection = connection
    this.#sessionId = sessionId
  }

  get isOpen(): boolean {
    return this.#state === 'open' && this.#connection.isOpen
  }

  send(message: string): void {
    this.#connection
      .send('NodeWorker.sendMessageToWorker', { sessionId: this.#sessionId, message })
      .catch(() => this.ended())
  }

  onMessage(listener: (text: string) => void): void {
    this.#listener = listener
  }

  onClose(listener: () => void): void {
    this.#onClose.push(listener)
  }

  take(message: string): void {
    this.#listener?.(message)
  }

  /** A worker that still waits runs: its session's end alone does not let it. */
  close(): void {
    if (!this.isOpen) return this.ended()
    this.send(RUN)
    this.#connection.send('NodeWorker.detach', { sessionId: this.#sessionId }).catch(() => undefined)
    this.ended()
  }

  ended(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    for (const listener of this.#onClose) listener()
  }
}
