import type { OwnDapEvent, ServedName } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { CloseReason, MessagePort } from '@dapplex/transport'
import type { DapCommands, DapEvents } from './dap-messages.js'
import type { ArgumentsOf, EventOf, ResponseOf } from './typed-messages.js'
import { isEvent, isMessage, type AnyMessage, type Mark } from './entry.js'
import { Timeline, type TimelineOptions, type WaitOptions } from './timeline.js'

/** Answers a request from the adapter: returns the body. An error that it throws becomes `success: false` with its message. */
export type ReverseHandler = (request: Dap.Request) => unknown

/** Suggests the standard names, and accepts any name. */
type Command = keyof DapCommands | ServedName | (string & {})
type EventName = keyof DapEvents | OwnDapEvent | (string & {})

/** A command was refused. */
export class DapFailure extends Error {
  override readonly name = 'DapFailure'

  constructor(
    readonly response: Dap.Response,
    context: string,
  ) {
    super(
      `${response.command} failed: ${JSON.stringify({ message: response.message, body: response.body })}\n${context}`,
    )
  }
}

/**
 * A DAP client for tests, over any port. It owns the port and repairs nothing: the timeline holds the messages as they
 * arrived, and `violations` holds what breaks the protocol (not JSON, an answer to no request, a second answer).
 */
export class DapClient {
  readonly timeline: Timeline
  /** Every message that breaks the protocol. A test expects it to be empty at the end. */
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

  /** Sends a request and waits for its response, success or failure. */
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
    this.send({ seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) })
    return seq
  }

  /** Waits for the response to a posted request. */
  response(seq: number, options: WaitOptions = {}): Promise<Dap.Response> {
    return this.timeline.waitFor(`the response to seq ${seq}`, () => this.#answers.get(seq), options)
  }

  /** Sends any value unchanged. If it is a DAP message, the timeline records it. */
  send(message: unknown): void {
    if (isMessage(message)) this.timeline.add('out', message)
    this.#port.send(message)
  }

  /** The current position on the timeline. */
  mark(): Mark {
    return this.timeline.mark()
  }

  /**
   * Waits for an event. An earlier event also counts, unless it came before `after`. So to wait for a second stop, give a
   * mark.
   */
  waitForEvent<E extends EventName>(
    name: E,
    fits: (event: EventOf<E>) => boolean = () => true,
    options: WaitOptions = {},
  ): Promise<EventOf<E>> {
    const find = () => this.events(name, options.after).find(fits)
    return this.timeline.waitFor(`event ${name}`, find, options)
  }

  /** The events of one name after a mark. */
  events<E extends EventName>(name: E, after: Mark = 0): EventOf<E>[] {
    return this.timeline.received((message) => isEvent(message, name), after).filter((one) => isEvent(one, name))
  }

  /** Sets how requests from the adapter are answered from now on. Without a handler, they fail. */
  onReverseRequest(command: string, handler: ReverseHandler): void {
    this.#reverse.set(command, handler)
  }

  /** Closes the connection without a `disconnect`, like a client that crashes. Resolves when it is closed. */
  async close(): Promise<void> {
    this.#port.close()
    await this.closed
  }

  #take(value: unknown): void {
    if (!isMessage(value)) {
      this.violations.push(`not a DAP message: ${JSON.stringify(value).slice(0, 200)}`)
      return
    }
    // Before the timeline is told, because its waits look for the answer.
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
