import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { CloseReason, MessagePort } from '@dapplex/transport'
import type { ArgumentsOf, DapCommands, DapEvents, EventOf, ResponseOf } from './dap-messages.js'
import { isMessage, type AnyMessage, type Mark } from './entry.js'
import { Timeline, type TimelineOptions, type WaitOptions } from './timeline.js'

/** Answers a request of the adapter: returns the body; what it throws becomes `success: false` with that message. */
export type ReverseHandler = (request: Dap.Request) => unknown

/** Autocompletes the standard names, takes any. */
type Command = keyof DapCommands | (string & {})
type EventName = keyof DapEvents | (string & {})

/** A command was refused. */
export class DapFailure extends Error {
  override readonly name = 'DapFailure'

  constructor(
    readonly response: Dap.Response,
    context: string,
  ) {
    super(
      `${response.command} failed: ${JSON.stringify({ message: response.message, body: response.body as unknown })}\n${context}`,
    )
  }
}

/**
 * A DAP client for tests, over any port. Takes the port over. Nothing is repaired: what came is on the timeline as it came,
 * and what breaks the protocol (no JSON, an answer to nothing, a second answer) is in `violations`.
 */
export class DapClient {
  readonly timeline: Timeline
  /** Everything that came and should not have; a test that ends well expects it empty. */
  readonly violations: string[] = []
  /** Resolves when the port has closed. */
  readonly closed: Promise<CloseReason>
  readonly #port: MessagePort
  readonly #answers = new Map<number, Dap.Response>()
  readonly #asked = new Set<number>()
  readonly #reverse = new Map<string, ReverseHandler>()
  #seq = 0

  constructor(port: MessagePort, options: TimelineOptions = {}) {
    this.#port = port
    this.timeline = new Timeline(options)
    port.onMalformed(({ reason }) => this.violations.push(reason))
    this.closed = new Promise((resolve) => {
      port.onClose((reason) => {
        this.timeline.end(`the connection is closed (${closeText(reason)})`)
        resolve(reason)
      })
    })
    port.onMessage(({ value }) => this.#take(value))
  }

  /** Sends a request and waits for its response, be it a success or not. */
  request<C extends Command>(command: C, args?: ArgumentsOf<C>, options: WaitOptions = {}): Promise<ResponseOf<C>> {
    const seq = this.post(command, args)
    const find = () => this.#answers.get(seq)
    // The types of @vscode/debugprotocol say what the body should be; `dapSchema` checks that it is.
    return this.timeline.waitFor(`the response to ${command} (seq ${seq})`, find, options) as Promise<ResponseOf<C>>
  }

  /**
   * As `request`, but resolves with the body.
   * @throws DapFailure if the response is not a success
   */
  async expectSuccess<C extends Command>(
    command: C,
    args?: ArgumentsOf<C>,
    options: WaitOptions = {},
  ): Promise<ResponseOf<C>['body']> {
    const response = await this.request(command, args, options)
    if (!response.success) throw new DapFailure(response, this.timeline.tail())
    return response.body as ResponseOf<C>['body']
  }

  /** As `request`, but throws unless the answer is a failure. */
  async expectFailure<C extends Command>(command: C, args?: ArgumentsOf<C>): Promise<Dap.Response> {
    const response: Dap.Response = await this.request(command, args)
    if (!response.success) return response
    throw new Error(`${command} should have failed, but succeeded\n${this.timeline.tail()}`)
  }

  /** Sends a request and does not wait. Returns its seq, for `response`. */
  post<C extends Command>(command: C, args?: ArgumentsOf<C>): number {
    const seq = ++this.#seq
    this.#asked.add(seq)
    this.send({ seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args as unknown }) })
    return seq
  }

  /** The response to a request that was posted, once it is there. */
  response(seq: number, options: WaitOptions = {}): Promise<Dap.Response> {
    return this.timeline.waitFor(`the response to seq ${seq}`, () => this.#answers.get(seq), options)
  }

  /** Sends anything, as it is; a message of the protocol is put on the timeline. */
  send(message: unknown): void {
    if (isMessage(message)) this.timeline.add('out', message)
    this.#port.send(message)
  }

  /** Now, as a position on the timeline. */
  mark(): Mark {
    return this.timeline.mark()
  }

  /**
   * Waits for an event; one that came already counts too, unless it is before `after`. With none given that is every event
   * ever, so a second stop is awaited after a mark.
   */
  waitForEvent<E extends EventName>(
    name: E,
    fits: (event: EventOf<E>) => boolean = () => true,
    options: WaitOptions = {},
  ): Promise<EventOf<E>> {
    const find = () => this.events(name, options.after).find(fits)
    return this.timeline.waitFor(`event ${name}`, find, options)
  }

  /** The events of a name that have come, after a mark. */
  events<E extends EventName>(name: E, after: Mark = 0): EventOf<E>[] {
    const isIt = (message: AnyMessage) => message.type === 'event' && 'event' in message && message.event === name
    return this.timeline.received(isIt, after) as EventOf<E>[]
  }

  /** How requests of the adapter are answered from now on; without a handler with a failure. */
  onReverseRequest(command: string, handler: ReverseHandler): void {
    this.#reverse.set(command, handler)
  }

  /** Closes the connection, as a client that dies without a word. Resolves when it is closed. */
  async close(): Promise<void> {
    this.#port.close()
    await this.closed
  }

  #take(value: unknown): void {
    if (!isMessage(value)) {
      this.violations.push(`not a DAP message: ${JSON.stringify(value).slice(0, 200)}`)
      return
    }
    // Before the timeline, whose waits look for the answer.
    if (isResponse(value)) this.#takeResponse(value)
    this.timeline.add('in', value)
    if (value.type === 'request') void this.#answer(value as Dap.Request)
  }

  #takeResponse(response: Dap.Response): void {
    const seq = response.request_seq
    if (!this.#asked.has(seq))
      this.violations.push(`a response to no request: ${JSON.stringify(response).slice(0, 200)}`)
    else if (this.#answers.has(seq)) this.violations.push(`a second response to ${response.command} (seq ${seq})`)
    else this.#answers.set(seq, response)
  }

  async #answer(request: Dap.Request): Promise<void> {
    const { seq: request_seq, command } = request
    const envelope = () => ({ seq: ++this.#seq, type: 'response', request_seq, command })
    const handler = this.#reverse.get(command)
    try {
      if (handler === undefined) throw new Error(`${this.timeline.name} does not support ${command}`)
      const body = await handler(request)
      this.send({ ...envelope(), success: true, ...(body === undefined ? {} : { body }) })
    } catch (error) {
      this.send({ ...envelope(), success: false, message: error instanceof Error ? error.message : String(error) })
    }
  }
}

const isResponse = (message: AnyMessage): message is Dap.Response => message.type === 'response'

function closeText(reason: CloseReason): string {
  switch (reason.kind) {
    case 'closed':
      return 'by this side'
    case 'ended':
      return `by the other side${reason.detail === undefined ? '' : `: ${reason.detail}`}`
    case 'failed':
      return reason.error.message
  }
}
