import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { isJsonObject } from '@dapplex/protocol'
import type { MessagePort } from '@dapplex/transport'
import { isMessage, type AnyMessage } from '../dap/entry.js'
import { defaultReply, type Reply, type Script, type Step } from './script.js'
import { Timeline, type WaitOptions } from '../dap/timeline.js'

type ProcessStep = Extract<Step, { kind: 'garbage' | 'stderr' | 'die' }>

export interface ScriptedAdapterOptions {
  /** Carries out what needs a process; by default `die` closes the port, the others throw. */
  readonly processStep?: (step: ProcessStep) => void
}

/**
 * An adapter that plays a script over a port: the faults that reality does not give when a test needs them. The steps of one
 * request come in order; those of several requests run beside each other, so one that waits holds up no other.
 */
export class ScriptedAdapter {
  /** What it heard (`in`) and said (`out`), seen from the client: its requests are `out`. */
  readonly timeline = new Timeline({ name: 'scripted adapter' })
  readonly #port: MessagePort
  readonly #script: Script
  readonly #processStep: (step: ProcessStep) => void
  readonly #counts = new Map<string, number>()
  readonly #told = new Map<string, { readonly promise: Promise<void>; readonly resolve: () => void }>()
  #seq = 0
  #isDead = false

  constructor(port: MessagePort, script: Script = {}, options: ScriptedAdapterOptions = {}) {
    this.#port = port
    this.#script = script
    this.#processStep = options.processStep ?? ((step) => this.#withoutProcess(step))
    port.onClose(() => {
      this.#isDead = true
      this.timeline.end('the connection is closed')
    })
    port.onMessage(({ value }) => this.#take(value))
    if (script.start !== undefined) void this.play(script.start)
  }

  /** Every request so far, in order. */
  get requests(): Dap.Request[] {
    const isRequest = ({ type }: AnyMessage) => type === 'request'
    return this.timeline.entries
      .filter(({ dir, message }) => dir === 'out' && isRequest(message))
      .map(({ message }) => message as Dap.Request)
  }

  /** Waits for a request. An earlier request also counts. */
  waitForRequest(command: string, options: WaitOptions = {}): Promise<Dap.Request> {
    const find = () => this.requests.find((one) => one.command === command)
    return this.timeline.waitFor(`request ${command}`, find, options)
  }

  /** Lets every `wait` for this word continue, also later ones. */
  tell(word: string): void {
    this.#word(word).resolve()
  }

  /**
   * Performs a reply now, on its own or as the answer to a request.
   * @throws Error for `respond` and `fail` without a request
   */
  async play(reply: Reply, request?: Dap.Request): Promise<void> {
    for (const step of reply) {
      if (this.#isDead) return
      await this.#do(step, request)
    }
  }

  #take(value: unknown): void {
    if (!isMessage(value)) return
    this.timeline.add('out', value)
    if (value.type !== 'request') return
    const request = value as Dap.Request
    void this.play(this.#replyTo(request), request)
  }

  #replyTo(request: Dap.Request): Reply {
    const reply = this.#script.on?.[request.command]
    if (reply === undefined) return defaultReply(request, this.#script.capabilities ?? {})
    if (!('each' in reply)) return reply
    const count = this.#counts.get(request.command) ?? 0
    this.#counts.set(request.command, count + 1)
    return reply.each[Math.min(count, reply.each.length - 1)] ?? []
  }

  #do(step: Step, request: Dap.Request | undefined): void | Promise<void> {
    switch (step.kind) {
      case 'respond':
        return this.#answer({ success: true, ...bodyOf(step) }, request)
      case 'fail':
        return this.#answer({ success: false, message: step.message, ...bodyOf(step) }, request)
      case 'event':
        return this.#say({ seq: ++this.#seq, type: 'event', event: step.event, ...bodyOf(step) })
      case 'ask':
        return this.#say({ seq: ++this.#seq, type: 'request', command: step.command, arguments: step.arguments })
      case 'wait':
        return this.#word(step.word).promise
      case 'delay':
        return new Promise((resolve) => setTimeout(resolve, step.ms))
      case 'message':
        return this.#say(step.message)
      case 'malformed':
        return void this.#port.sendPrinted(step.text)
      case 'garbage':
      case 'stderr':
      case 'die':
        return this.#processStep(step)
    }
  }

  #answer(answer: Readonly<Record<string, unknown>>, request: Dap.Request | undefined): void {
    if (request === undefined) throw new Error('there is no request to answer')
    const { seq: request_seq, command } = request
    this.#say({ seq: ++this.#seq, type: 'response', request_seq, command, ...answer })
  }

  #say(message: unknown): void {
    if (isMessage(message)) this.timeline.add('in', message)
    this.#port.send(message)
  }

  #word(word: string): { readonly promise: Promise<void>; readonly resolve: () => void } {
    const known = this.#told.get(word)
    if (known !== undefined) return known
    let resolve: () => void = () => undefined
    const promise = new Promise<void>((done) => (resolve = done))
    const added = { promise, resolve }
    this.#told.set(word, added)
    return added
  }

  #withoutProcess(step: ProcessStep): void {
    if (step.kind !== 'die') throw new Error(`a scripted adapter within the test has no process for "${step.kind}"`)
    this.#isDead = true
    this.#port.close()
  }
}

const bodyOf = (step: Step): { readonly body?: unknown } =>
  isJsonObject(step) && 'body' in step ? { body: step['body'] } : {}
