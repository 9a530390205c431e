import { failureIds, type ClientProfile, type PassedAnswer } from '@dapplex/mux'
import { isEvent, isResponse, spokenCommand, toolError, type DapMessage, type DapRequest } from '@dapplex/protocol'
import type { DapAnswer, RequestOptions } from '@dapplex/tools'
import type { ClientLine, ClientSink } from './client-sink.js'
import { messageOf } from './passed-answer.js'
import type { SessionRuntime } from './session-runtime.js'
import { abortReason } from './wait-for-event.js'

interface Pending {
  readonly command: string
  readonly answer: (answer: DapAnswer) => void
}

/** A client of the core inside the daemon: a terminal, an agent, or the client of the tools. It sends DAP requests as promises. */
export class InternalClient implements ClientSink {
  /** The adapter's name as editors give it (`type` of a launch.json); some adapters check it. */
  readonly adapterId: string
  readonly #line: ClientLine
  readonly #pending = new Map<number, Pending>()
  readonly #seen = new Set<string>()
  readonly #eventListeners = new Set<(event: string) => void>()
  #lastSeq = 0
  #closedWhy: string | undefined

  constructor(runtime: Pick<SessionRuntime, 'module' | 'connect'>, profile: ClientProfile) {
    const { id, launchTypes } = runtime.module.definition
    this.adapterId = launchTypes[0] ?? id
    this.#line = runtime.connect(profile, this)
  }

  /** Its number among the clients of the session. */
  get id(): number {
    return this.#line.client
  }

  get isClosed(): boolean {
    return this.#closedWhy !== undefined
  }

  /**
   * Sends one request. A time-out or an aborted signal cancels it (DAP, "Cancel Request"); a late answer is dropped.
   * @throws ToolError TIMEOUT, or the reason of `signal`
   */
  request(command: string, args: Readonly<Record<string, unknown>>, options: RequestOptions): Promise<DapAnswer> {
    if (this.#closedWhy !== undefined) return Promise.resolve(givenUp(command, this.#closedWhy))
    if (options.signal?.aborted === true) return Promise.reject(abortReason(options.signal))
    // Registered before it is sent: the core answers some requests during `receive`.
    const seq = this.#nextSeq()
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', onAbort)
        this.#pending.delete(seq)
      }
      const giveUp = (error: Error) => {
        finish()
        if (!this.isClosed) this.#send(this.#nextSeq(), { command: 'cancel', args: { requestId: seq } })
        reject(error)
      }
      const timer = setTimeout(
        () => giveUp(toolError('TIMEOUT', { what: spokenCommand(command), timeout_ms: options.timeoutMs })),
        options.timeoutMs,
      )
      const onAbort = () => giveUp(abortReason(options.signal))
      options.signal?.addEventListener('abort', onAbort)
      this.#pending.set(seq, {
        command,
        answer: (answer) => {
          finish()
          resolve(answer)
        },
      })
      this.#send(seq, { command, args })
    })
  }

  /** Resolves when the core sends this event, or at once if it has. It never rejects and has no time-out. */
  untilEvent(event: string): Promise<void> {
    if (this.#seen.has(event)) return Promise.resolve()
    return new Promise((resolve) => {
      const listener = (seen: string) => {
        if (seen !== event) return
        this.#eventListeners.delete(listener)
        resolve()
      }
      this.#eventListeners.add(listener)
    })
  }

  /** Leaves the session. */
  leave(why: string): void {
    if (this.isClosed) return
    this.#failAll(why)
    this.#line.closed(why)
  }

  send(message: DapMessage): void {
    if (isResponse(message)) this.#answered(message)
    else if (isEvent(message)) this.#happened(message.event)
    else this.#refuse(message)
  }

  pass(answer: PassedAnswer): void {
    this.send(messageOf(answer))
  }

  /** Always 0: a message is handled during `send`. */
  waitingBytes(): number {
    return 0
  }

  close(why: string): void {
    this.#failAll(why)
  }

  #nextSeq(): number {
    this.#lastSeq += 1
    return this.#lastSeq
  }

  #send(seq: number, { command, args }: { command: string; args: Readonly<Record<string, unknown>> }): void {
    this.#line.receive({ seq, type: 'request', command, arguments: args })
  }

  #answered({ request_seq, success, body, message: text }: AnswerEnvelope): void {
    const pending = this.#pending.get(request_seq)
    if (pending === undefined) return
    if (success) return pending.answer({ success: true, body: body ?? {} })
    const error = body?.['error'] as Extract<DapAnswer, { success: false }>['error']
    const words = text ?? error?.format ?? `${pending.command} failed`
    pending.answer({ success: false, message: words, ...(error === undefined ? {} : { error }) })
  }

  #happened(event: string): void {
    this.#seen.add(event)
    for (const listener of [...this.#eventListeners]) listener(event)
  }

  /** This client supports no requests of an adapter (mux 13). */
  #refuse({ seq, command }: DapRequest): void {
    const refusal = { request_seq: seq, success: false, command, message: 'not supported by this client' }
    this.#line.receive({ seq: this.#nextSeq(), type: 'response', ...refusal })
  }

  #failAll(why: string): void {
    this.#closedWhy = why
    for (const { command, answer } of [...this.#pending.values()]) answer(givenUp(command, why))
  }
}

/** The answer to a request of a client that has left. The core answers in the same form what it gives up. */
function givenUp(command: string, why: string): DapAnswer {
  const message = `${spokenCommand(command)} was given up: this client is no longer in the session (${why})`
  return {
    success: false,
    message,
    error: { id: failureIds.CANCELLED, format: message, variables: { type: 'CANCELLED' } },
  }
}

interface AnswerEnvelope {
  readonly request_seq: number
  readonly success: boolean
  readonly message?: string | undefined
  readonly body?: Readonly<Record<string, unknown>>
}
