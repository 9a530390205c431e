import { DebugSession, Event, Response } from '@vscode/debugadapter'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { namedIn, type Fields } from '@dapplex/protocol/dap'
import { argumentsOf } from '../dap/arguments.js'
import { InspectorError } from '../inspector/connection.js'
import { RequestFailure } from '../dap/request-failure.js'
import type { Family } from '../children/family.js'
import { breakpointRequests } from '../requests/breakpoints.js'
import { evaluateRequests } from '../requests/evaluate.js'
import { executionRequests } from '../requests/execution.js'
import { recordingRequests } from '../requests/recording.js'
import type { Body, RequestEntry, RequestTable } from '../requests/request-table.js'
import { sourceRequests } from '../requests/sources.js'
import { stackRequests } from '../requests/stack.js'
import { variableRequests } from '../requests/variables.js'
import type { Emit } from '../dap/emit.js'
import type { AskForSession } from '../children/follower.js'
import type { OutputSink } from '../program/launched-program.js'
import { Lifecycle } from './lifecycle.js'

/** Requests to a program with a debugger. */
const TARGET_REQUESTS: RequestTable = {
  ...executionRequests,
  ...breakpointRequests,
  ...stackRequests,
  ...variableRequests,
  ...evaluateRequests,
  ...sourceRequests,
  ...recordingRequests,
}

/** Requests that start or end the program; see `Lifecycle`. */
const LIFECYCLE_LANES: Readonly<Record<string, RequestEntry['lane']>> = {
  initialize: 'ordered',
  launch: 'ordered',
  attach: 'ordered',
  configurationDone: 'ordered',
  disconnect: 'free',
  terminate: 'free',
  cancel: 'free',
  dapplex_input: 'ordered',
}

/** Requests that change nothing in the adapter when they are given up. */
const CANCELLABLE: ReadonlySet<string> = new Set(['evaluate', 'variables', 'completions'])

export interface SessionOptions {
  /** What it shares with the other sessions of this adapter process. */
  readonly family: Family
  /** Where messages go; the program's output is taken no faster. */
  readonly output: NodeJS.WritableStream
  /** The client has gone, and nothing is left to do. */
  readonly onDone: () => void
}

/** How long the client may take to open a session, in ms. It may ask a person. */
const ASK_MS = 60_000

/** One DAP session on a pair of streams. Every request gets exactly one answer. */
export class NodeDebugSession extends DebugSession {
  readonly #lifecycle: Lifecycle
  readonly #onDone: () => void
  #ordered: Promise<unknown> = Promise.resolve()
  /** How to give up each request that can be cancelled and has no answer yet, by its number. */
  readonly #cancellable = new Map<number, (reason: RequestFailure) => void>()

  constructor({ family, output, onDone }: SessionOptions) {
    super()
    this.#onDone = onDone
    const emit: Emit = (event, body) => this.sendEvent(new Event(event, body))
    const sink: OutputSink = (category, text) => {
      emit('output', { category, output: text })
      if (!('writableNeedDrain' in output) || output.writableNeedDrain !== true) return undefined
      return new Promise((resolve) => output.once('drain', resolve))
    }
    const ask: AskForSession = (configuration) => this.#startDebugging(configuration)
    this.#lifecycle = new Lifecycle(emit, sink, { family, ask })
    // The base class ends the process for a message that is not JSON. Here it is only logged.
    this.removeAllListeners('error')
    this.on('error', (event: { body?: unknown }) => process.stderr.write(`${String(event.body)}\n`))
  }

  #startDebugging(configuration: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    return new Promise((resolve) =>
      this.sendRequest('startDebugging', { request: 'attach', configuration }, ASK_MS, ({ success, message }) =>
        resolve(success ? undefined : message),
      ),
    )
  }

  /** The client has closed its end without `disconnect`. */
  override shutdown(): void {
    const gone = this.#lifecycle.leave(undefined).then(({ remaining }) => remaining)
    void gone.catch(() => undefined).then(() => this.#onDone())
  }

  protected override dispatchRequest(request: Dap.Request): void {
    const { command } = request
    const lane = namedIn(LIFECYCLE_LANES, command) ?? namedIn(TARGET_REQUESTS, command)?.lane ?? 'free'
    if (lane === 'free') void this.#serve(request)
    else this.#ordered = this.#ordered.then(() => this.#serve(request))
  }

  async #serve(request: Dap.Request): Promise<void> {
    const response: Dap.Response = new Response(request)
    try {
      const body = await this.#runUntilCancelled(request)
      if (body !== undefined) response.body = body
      this.sendResponse(response)
    } catch (error) {
      this.#refuse(response, error)
    }
  }

  async #runUntilCancelled({ seq, command, arguments: args }: Dap.Request): Promise<Body> {
    const body = this.#run(command, argumentsOf(command, args))
    if (!CANCELLABLE.has(command)) return body
    const cancelled = new Promise<never>((_, reject) => this.#cancellable.set(seq, reject))
    return Promise.race([body, cancelled]).finally(() => this.#cancellable.delete(seq))
  }

  /** Answers the request that is cancelled. What it waits for is given up; code that runs ends by its own time limit. */
  async #cancel(args: Fields): Promise<Body> {
    const requestId = args.numberOr('requestId')
    const giveUp = requestId === undefined ? undefined : this.#cancellable.get(requestId)
    if (giveUp === undefined) return undefined
    giveUp(new RequestFailure('cancelled'))
    const { phase } = this.#lifecycle
    if (phase.kind === 'launched' || phase.kind === 'attached') await phase.target.tellIfBusy()
    return undefined
  }

  #refuse(response: Dap.Response, error: unknown): void {
    const isExpected = error instanceof RequestFailure || error instanceof InspectorError
    const message = error instanceof Error ? error.message : String(error)
    if (!isExpected) process.stderr.write(`${response.command}: ${error instanceof Error ? error.stack : message}\n`)
    response.success = false
    response.message = message
    // The text is a variable, since braces in the format itself would name variables.
    response.body = { error: { id: 1, format: '{text}', variables: { text: message } } }
    this.sendResponse(response)
  }

  async #run(command: string, args: Fields): Promise<Body> {
    switch (command) {
      case 'initialize':
        return this.#lifecycle.initialize(args)
      case 'launch':
        return this.#lifecycle.launch(args)
      case 'attach':
        return this.#lifecycle.attach(args)
      case 'configurationDone':
        return this.#lifecycle.configurationDone()
      case 'terminate':
        return this.#lifecycle.terminate()
      case 'disconnect':
        return this.#disconnect(args)
      case 'dapplex_input':
        return this.#lifecycle.input(args)
      case 'cancel':
        return this.#cancel(args)
      default:
        return this.#runOnTarget(command, args)
    }
  }

  async #disconnect(args: Fields): Promise<Body> {
    const { remaining } = await this.#lifecycle.leave(args.flagOr('terminateDebuggee'))
    // After the answer has been sent.
    setImmediate(() => void (remaining ?? Promise.resolve()).then(() => this.#onDone()))
    return undefined
  }

  #runOnTarget(command: string, args: Fields): Promise<Body> {
    const entry = namedIn(TARGET_REQUESTS, command)
    if (entry === undefined) throw new RequestFailure(`${command} is not supported by the Node adapter`)
    const { phase } = this.#lifecycle
    switch (phase.kind) {
      case 'launched':
      case 'attached':
        return entry.run(phase.target, args)
      case 'plain':
        return Promise.resolve(withoutTarget(command, args, 'this process runs without a debugger'))
      case 'released':
        return Promise.resolve(withoutTarget(command, args, 'this session has left the program running'))
      case 'ended':
        return Promise.resolve(withoutTarget(command, args, 'the program has ended'))
      case 'new':
      case 'starting':
        return Promise.resolve(withoutTarget(command, args, 'no program has been launched or attached'))
    }
  }
}

/** What can be answered although there is nothing to debug. A client sets up and cleans up in any case. */
function withoutTarget(command: string, args: Fields, why: string): Body {
  switch (command) {
    case 'threads':
      return { threads: [] }
    case 'setBreakpoints':
      return { breakpoints: args.objects('breakpoints').map(() => ({ verified: false, message: why })) }
    case 'setExceptionBreakpoints':
      return {}
    default:
      throw new RequestFailure(`${command}: ${why}`)
  }
}
