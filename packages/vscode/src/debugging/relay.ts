import { isJsonObject, type JsonObject } from '@dapplex/protocol/plain'
import type { MessagePort } from '@dapplex/transport'

/** What the relay tells the daemon before the editor's first request. */
export interface Hello {
  readonly adapter?: string
  readonly session?: string
  readonly name?: string
  readonly cwd?: string
  /** The daemon says which session the editor is in (`dapplex_session`). */
  readonly tellSession?: true
}

export interface RelayOptions {
  readonly hello: Hello
  /** Gives a message to the editor. */
  readonly toEditor: (message: JsonObject) => void
  /** Changes a message for the editor, or the editor's own before it is sent. */
  readonly onToEditor?: (message: JsonObject) => JsonObject
  readonly onFromEditor?: (message: JsonObject) => JsonObject
  /** Whether the program is to be started again for everybody who is in the session. */
  readonly mayRestart?: () => Promise<boolean>
  /** The editor leaves, and asked for the end of the program with that (`terminateDebuggee`). */
  readonly onStop?: () => void
}

/**
 * `greeting`: the daemon has not answered the hello yet, and what the editor sends waits. `open`: messages pass. `refused`: each
 * request fails with the reason. `ended`: nothing passes.
 */
type State =
  | { readonly kind: 'greeting'; readonly waiting: JsonObject[] }
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'ended' }

const LOST =
  'The Dapplex daemon has ended, and the debug session with it. Start debugging again: a new daemon is started.'

/** Passes messages between an editor and the daemon, after a hello that says who the editor is and what it wants. */
export class Relay {
  readonly #options: RelayOptions
  #port: MessagePort | undefined
  #state: State = { kind: 'greeting', waiting: [] }
  /** Of the messages that the relay itself sends to the editor. */
  #seq = 0
  /** `stops`: the editor leaves, and has asked for the end of the program with that. */
  #leaving: 'no' | 'leaves' | 'stops' = 'no'

  /** `opening` is the connection to the daemon: what the editor sends until it is there waits. */
  constructor(opening: Promise<MessagePort>, options: RelayOptions) {
    this.#options = options
    opening.then(
      (port) => this.#opened(port),
      (error: unknown) => this.#refused(error instanceof Error ? error.message : String(error)),
    )
  }

  /** Takes a message of the editor. */
  take(message: JsonObject): void {
    switch (this.#state.kind) {
      case 'greeting':
        return void this.#state.waiting.push(message)
      case 'open':
        return message['command'] === 'restart' ? void this.#restart(message) : this.#pass(message)
      case 'refused':
        return this.#fail(message, this.#state.why)
      case 'ended':
        return
    }
  }

  /** The editor is done with the session: the connection ends, and nothing else. */
  close(): void {
    this.#state = { kind: 'ended' }
    this.#port?.close()
  }

  #opened(port: MessagePort): void {
    this.#port = port
    if (this.#state.kind === 'ended') return port.close()
    let isGreeted = false
    port.onMessage(({ value }) => {
      if (!isJsonObject(value)) return
      if (isGreeted) return this.#arrived(value)
      isGreeted = true
      this.#greeted(value)
    })
    port.onClose(() => this.#lost())
    port.send({ seq: 0, type: 'request', command: 'dapplex_hello', arguments: this.#options.hello })
  }

  #greeted({ success, message }: JsonObject): void {
    if (success !== true)
      return this.#refused(typeof message === 'string' ? message : 'the daemon refused the connection')
    if (this.#state.kind !== 'greeting') return
    const { waiting } = this.#state
    this.#state = { kind: 'open' }
    for (const one of waiting) this.#pass(one)
  }

  #refused(why: string): void {
    if (this.#state.kind !== 'greeting') return
    const { waiting } = this.#state
    this.#state = { kind: 'refused', why }
    for (const one of waiting) this.#fail(one, why)
  }

  async #restart(message: JsonObject): Promise<void> {
    const mayRestart = (await this.#options.mayRestart?.()) ?? true
    if (this.#state.kind !== 'open') return
    if (mayRestart) this.#pass(message)
    else this.#notRestarted(message['seq'], 'The program was not restarted.')
  }

  /** VS Code takes a session for ended when its `restart` fails, and still shows it: it gets a success and reads why in the console. */
  #notRestarted(request: unknown, why: string): void {
    this.#event('output', { category: 'important', output: `${why}\n` })
    this.#send({ type: 'response', request_seq: request, command: 'restart', success: true })
  }

  #pass(message: JsonObject): void {
    if (message['type'] === 'request' && message['command'] === 'disconnect') this.#leaves(message['arguments'])
    this.#port?.send(this.#options.onFromEditor?.(message) ?? message)
  }

  #leaves(args: unknown): void {
    const isStop = isJsonObject(args) && args['terminateDebuggee'] === true && args['restart'] !== true
    this.#leaving = isStop ? 'stops' : 'leaves'
    if (isStop) this.#options.onStop?.()
  }

  #arrived(message: JsonObject): void {
    if (this.#state.kind !== 'open') return
    const { type, command, success, request_seq: request, message: why } = message
    if (type === 'response' && command === 'restart' && success === false)
      return this.#notRestarted(request, `The program was not restarted: ${String(why)}`)
    const told = this.#leaving === 'stops' ? withoutNotice(message) : message
    this.#options.toEditor(this.#options.onToEditor?.(told) ?? told)
  }

  /** The connection broke. If the editor did not ask for that, it is told why its session is over. */
  #lost(): void {
    this.#refused('the Dapplex daemon closed the connection')
    if (this.#state.kind !== 'open') return
    this.#state = { kind: 'ended' }
    if (this.#leaving === 'no') this.#event('output', { category: 'important', output: `${LOST}\n` })
    this.#event('terminated', {})
  }

  #fail({ type, seq, command }: JsonObject, why: string): void {
    if (type !== 'request') return
    const body = { error: { id: 1, format: why.replace(/[{}]/g, ''), showUser: true } }
    const success = command === 'disconnect'
    this.#send({ type: 'response', request_seq: seq, command, success, message: why, ...(success ? {} : { body }) })
  }

  #event(event: string, body: JsonObject): void {
    this.#send({ type: 'event', event, body })
  }

  #send(message: JsonObject): void {
    this.#options.toEditor({ seq: (this.#seq += 1), ...message })
  }
}

/** VS Code shows important output as a notice, too. After Stop the window itself says what became of the program (`onStop`). */
function withoutNotice(message: JsonObject): JsonObject {
  const { event, body } = message
  if (event !== 'output' || !isJsonObject(body) || body['category'] !== 'important') return message
  return { ...message, body: { ...body, category: 'console' } }
}
