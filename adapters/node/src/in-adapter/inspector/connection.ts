import { EventEmitter } from 'node:events'
import type { InspectorEvents, InspectorMethods } from './methods.js'
import type { Wire } from './wire.js'

/** The inspector refused a method. `message` is its own text. */
export class InspectorError extends Error {
  override readonly name = 'InspectorError'

  constructor(
    readonly method: string,
    message: string,
  ) {
    super(message)
  }
}

interface Pending {
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** One connection to the inspector of a Node process: method calls with their answers, and events. */
export class InspectorConnection {
  readonly #wire: Wire
  readonly #pending = new Map<number, Pending>()
  readonly #events = new EventEmitter()
  #lastId = 0
  #phase: 'talking' | 'silent' = 'talking'

  constructor(wire: Wire) {
    this.#wire = wire
    wire.onMessage((text) => this.#take(text))
    wire.onClose(() => this.#ended())
  }

  /**
   * Calls a method.
   * @throws InspectorError if the inspector refuses it, or the connection ends first
   */
  send<M extends keyof InspectorMethods>(method: M, params: InspectorMethods[M][0]): Promise<InspectorMethods[M][1]> {
    if (!this.isOpen || this.#phase === 'silent') return Promise.reject(gone(method))
    const id = ++this.#lastId
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { method, resolve, reject }))
    this.#wire.send(JSON.stringify({ id, method, params }))
    // V8's protocol fixes the shape. The tests against a real Node show a version that breaks it.
    return answer as Promise<InspectorMethods[M][1]>
  }

  /**
   * Calls a method. Every later call fails as if the connection had ended.
   * @throws InspectorError as `send`
   */
  sendLast<M extends keyof InspectorMethods>(
    method: M,
    params: InspectorMethods[M][0],
  ): Promise<InspectorMethods[M][1]> {
    const answer = this.send(method, params)
    this.#phase = 'silent'
    return answer
  }

  on<E extends keyof InspectorEvents>(event: E, listener: (params: InspectorEvents[E]) => void): void {
    this.#events.on(event, listener)
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  /** Called once, however the connection ends. */
  onClose(listener: () => void): void {
    this.#events.once('close', listener)
  }

  /** Ends the connection: V8 removes this client's breakpoints and resumes the program. */
  close(): void {
    this.#wire.close()
  }

  #take(text: string): void {
    const message = JSON.parse(text) as Incoming
    if (message.id === undefined) {
      if (message.method !== undefined) this.#events.emit(message.method, message.params)
      return
    }
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.error === undefined) pending?.resolve(message.result)
    else pending?.reject(new InspectorError(pending.method, message.error.message))
  }

  #ended(): void {
    for (const { method, reject } of this.#pending.values()) reject(gone(method))
    this.#pending.clear()
    this.#events.emit('close')
  }
}

interface Incoming {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const gone = (method: string) =>
  new InspectorError(method, 'the connection to the program is closed: the program has ended, or ended its inspector')
